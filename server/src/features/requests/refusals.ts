/** What customers told a business for good: that they are not exempt, or that they want no more emails. */
import { hash } from 'node:crypto'
import type { requestRefusals } from '@exempta/contract/requests/answers'
import type { Transaction } from '../../platform/db/database.ts'
import { deleteNotExempt, insertRefusal, listRefusals } from './queries/requests.ts'

export type Refusal = (typeof requestRefusals)[number]

export const addressHash = (businessId: string, email: string): Buffer =>
  hash('sha256', `${businessId} ${email.toLowerCase()}`, 'buffer')

export const refusalTexts = {
  'not-exempt': 'This customer said that they aren’t exempt. We won’t ask them again.',
  'no-email': 'This customer doesn’t want to be emailed. Hand them a link or its QR code instead.',
} as const satisfies Record<Refusal, string>

/** Why the address must not be emailed; undefined if it may be. */
export async function refusalOf(
  tx: Transaction,
  businessId: string,
  email: string,
): Promise<Refusal | undefined> {
  const rows = await listRefusals(tx, businessId, addressHash(businessId, email))
  return rows.find(({ kind }) => kind === 'no-email')?.kind ?? rows[0]?.kind
}

export const recordRefusal = (
  tx: Transaction,
  { businessId, email, kind, at }: { businessId: string; email: string; kind: Refusal; at: Date },
): Promise<void> =>
  insertRefusal(tx, { business_id: businessId, address_hash: addressHash(businessId, email), kind, at })

/** Whoever sends a certificate is exempt after all. That they want no emails stays. */
export const forgetNotExempt = (tx: Transaction, businessId: string, email: string): Promise<void> =>
  deleteNotExempt(tx, businessId, addressHash(businessId, email))
