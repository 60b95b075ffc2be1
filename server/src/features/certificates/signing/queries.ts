import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type SignedRow = Row<'signed_certificates'>

export const insertSigned = (tx: Transaction, row: NewRow<'signed_certificates'>) =>
  tx.insertInto('signed_certificates').values(row).execute()

export const findSigned = (tx: Transaction, documentId: string): Promise<SignedRow | undefined> =>
  tx.selectFrom('signed_certificates').selectAll().where('document_id', '=', documentId).executeTakeFirst()

/** Of a person, in a fixed order. */
export const signedOf = (tx: Transaction, ownerId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('signed_certificates')
    .select(['document_id', 'form', 'shown', 'signer', 'title', 'email', 'signature', 'consent'])
    .select(['signed_at', 'ip', 'browser'])
    .where('owner_id', '=', ownerId)
    .$if(after !== undefined, (query) => query.where('document_id', '>', after ?? ''))
    .orderBy('document_id')
    .limit(limit)
    .execute()
