import type { MakingDraft } from '@exempta/contract/requests/making'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type DraftRow = Row<'certificate_drafts'>

/** Replaces the one before. */
export const putDraft = (
  tx: Transaction,
  row: { answer_id: string; draft: MakingDraft; blank_file_id: string | null; saved_at: Date },
) => {
  const { answer_id, ...rest } = { ...row, draft: JSON.stringify(row.draft) }
  return tx
    .insertInto('certificate_drafts')
    .values({ answer_id, ...rest })
    .onConflict((conflict) => conflict.column('answer_id').doUpdateSet(rest))
    .execute()
}

export const findDraft = (tx: Transaction, answerId: string): Promise<DraftRow | undefined> =>
  tx.selectFrom('certificate_drafts').selectAll().where('answer_id', '=', answerId).executeTakeFirst()

export const deleteDraft = (tx: Transaction, answerId: string) =>
  tx.deleteFrom('certificate_drafts').where('answer_id', '=', answerId).execute()

export const findSellerAddress = async (tx: Transaction, businessId: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('businesses')
    .select('address')
    .where('id', '=', businessId)
    .executeTakeFirst()
  return row?.address?.replace(/\s*\n\s*/g, ', ') ?? null
}

export const findCustomer = (tx: Transaction, id: string) =>
  tx.selectFrom('customers').select(['name', 'addresses']).where('id', '=', id).executeTakeFirst()

/** The newest one that the person with this address signed for this business; for one state, if one is asked for. */
export const findEarlierSigned = (
  tx: Transaction,
  { businessId, email, state }: { businessId: string; email: string; state: string | null },
) =>
  tx
    .selectFrom('signed_certificates as c')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .innerJoin('document_shares as s', 's.document_id', 'c.document_id')
    .select(['c.draft', 'c.shown', 'c.signed_at'])
    .where('u.email', '=', email)
    .where('s.business_id', '=', businessId)
    .$if(state !== null, (query) => query.where(sql<boolean>`c.draft->>'state' = ${state}`))
    .orderBy('c.signed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
