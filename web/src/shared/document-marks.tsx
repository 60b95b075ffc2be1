import type { Share } from '@exempta/contract/sharing'
import { BadgeCheck, TriangleAlert } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

/** Beside the status of a document that its owner has to check first. */
export const NeedsCheckBadge = () => (
  <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
    Check before sharing
  </Badge>
)

/** `May 4, 2026`: people act on it, so it is no relative time. */
export const dateOf = (at: string) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' })

/** Marks a document that took the place of another one under the same share. */
export function correctedWords({ name, rejectedAt }: NonNullable<Share['replaces']>): string {
  const rejected = rejectedAt ? ` rejected on ${dateOf(rejectedAt)}` : ''
  return `Corrected version, replaces ${name}${rejected}`
}

/** Follows the name of a business that an administrator has checked. */
export const VerifiedMark = () => (
  <BadgeCheck
    role="img"
    aria-label="(verified business)"
    className="ml-1.5 inline size-4 align-[-0.2em] text-accent"
  />
)

/** What businesses may keep of a certificate, said wherever something is sent to them. */
export function MayKeepCopies({ businesses }: { businesses: readonly string[] }) {
  const [first, ...others] = businesses
  if (first === undefined) return null
  const who = others.length === 0 ? first : 'one of these businesses'
  return (
    <p className="text-xs text-ink-muted [overflow-wrap:anywhere]">
      If {who} relies on it for a tax-free purchase, it may keep a copy as tax law requires.
    </p>
  )
}
