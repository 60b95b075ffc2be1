import { BadgeCheck } from 'lucide-react'

/** Follows the name of a business that an administrator has checked. */
export const VerifiedMark = () => (
  <BadgeCheck
    role="img"
    aria-label="(verified business)"
    className="ml-1.5 inline size-4 align-[-0.2em] text-accent"
  />
)
