import type { AnswerUpload } from '@exempta/contract/requests/answers'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type UploadRow = Row<'request_uploads'>

export const findUploadOf = (tx: Transaction, answerId: string): Promise<UploadRow | undefined> =>
  tx.selectFrom('request_uploads').selectAll().where('answer_id', '=', answerId).executeTakeFirst()

export async function insertUpload(tx: Transaction, row: NewRow<'request_uploads'>): Promise<UploadRow> {
  return tx.insertInto('request_uploads').values(row).returningAll().executeTakeFirstOrThrow()
}

/** A trigger destroys its pieces. */
export async function deleteUploadOf(tx: Transaction, answerId: string): Promise<void> {
  await tx.deleteFrom('request_uploads').where('answer_id', '=', answerId).execute()
}

/** Returns undefined when another piece was received since, or the upload is gone. */
export const addReceived = (
  tx: Transaction,
  id: string,
  at: number,
  bytes: number,
): Promise<UploadRow | undefined> =>
  tx
    .updateTable('request_uploads')
    .set({ received_bytes: at + bytes })
    .where('id', '=', id)
    .where('received_bytes', '=', at)
    .returningAll()
    .executeTakeFirst()

export async function uploadsOf(
  tx: Transaction,
  personId: string,
  after: string | undefined,
  limit: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id, p.name, p.size_bytes as "sizeBytes", p.received_bytes as "receivedBytes",
      p.created_at as "createdAt"
    from request_uploads p join request_answers a on a.id = p.answer_id
    where a.user_id = ${personId} ${after ? sql`and p.id > ${after}::uuid` : sql``}
    order by p.id limit ${limit}`.execute(tx)
  return rows
}

export const asUpload = ({ name, size_bytes, received_bytes }: UploadRow): AnswerUpload => ({
  name,
  sizeBytes: size_bytes,
  receivedBytes: received_bytes,
})
