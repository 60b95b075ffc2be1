import { BadgeCheck } from 'lucide-react'

/** Stands behind the name of a business that an administrator has checked. */
export const VerifiedMark = () => (
  <BadgeCheck role="img" aria-label="(verified business)" className="size-4 shrink-0 text-accent" />
)
