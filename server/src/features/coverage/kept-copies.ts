/**
 * What a seller relied on stays provable: from the first recorded sale on, a copy of the redacted certificate is kept for
 * the years that the state asks for. Only binders show it. The file of the version itself is held, so nothing is copied,
 * and nothing that happens at the same moment can lose it (0251).
 */
import type { Readable } from 'node:stream'
import { limits } from '@exempta/contract/limits'
import { addMonths } from '@exempta/knowledge/dates'
import { yearsToKeep } from '@exempta/knowledge/questions'
import type { Transaction } from '../../platform/db/database.ts'
import type { Row } from '../../platform/db/schema.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import type { Sale } from './judge.ts'
import type { CustomerCertificate } from './queries/customers.ts'
import { keepCopy, listKeptCopies, type Period } from './queries/kept-copies.ts'

export type KeptCopy = Row<'kept_copies'>

/** The last day on which a seller may have to show a certificate. */
export function keptUntil(state: string, form: string | null, reliedOn: string): string {
  const { years = limits.copiesKeptYears } = yearsToKeep({ state, form: form ?? undefined }) ?? {}
  return addMonths(reliedOn, limits.returnDueMonths + Math.ceil(12 * years))
}

/** Part of the transaction that records the sale. Answers which copy shows what it relied on. */
export async function keepReliedCopy(
  services: Services,
  tx: Transaction,
  certificate: CustomerCertificate,
  { state, on }: Pick<Sale, 'state' | 'on'>,
): Promise<string | null> {
  const at = services.clock.now()
  const until = keptUntil(state, certificate.form, on)
  // A sale so long ago that no one may ask for the certificate anymore.
  if (until < at.toISOString().slice(0, 10)) return null
  const kept = await keepCopy(tx, {
    id: timeOrderedId(at),
    shareId: certificate.share_id,
    customerId: certificate.customer_id,
    state,
    on,
    keptUntil: until,
    at,
  })
  return kept?.id ?? null
}

/**
 * Copies that the business may show for sales of a state and period, `limit` at a time in the order of their IDs. Call
 * it as a member of the business or as the system.
 */
export const keptCopiesPage = (
  tx: Transaction,
  businessId: string,
  period: Period,
  after: string | undefined,
  limit: number,
): Promise<KeptCopy[]> => listKeptCopies(tx, businessId, period, after, limit)

/** The bytes of a copy. Only for binders: the caller has read the row with the rights of the business. */
export async function openKeptCopy(
  { files }: Pick<Services, 'files'>,
  { document_id: documentId, version }: Pick<KeptCopy, 'document_id' | 'version'>,
): Promise<{ stream: Readable; sizeBytes: number }> {
  return files.get({ documentId, rendition: 'redacted', version })
}
