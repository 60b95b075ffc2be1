import type { Share } from '@exempta/contract/sharing'

/** `May 4, 2026`: people act on it, so it is no relative time. */
export const dateOf = (at: string) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' })

/** Marks a document that took the place of another one under the same share. */
export function correctedWords({ name, rejectedAt }: NonNullable<Share['replaces']>): string {
  const rejected = rejectedAt ? ` rejected on ${dateOf(rejectedAt)}` : ''
  return `Corrected version, replaces ${name}${rejected}`
}
