import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { Row } from '../db/schema.ts'

export type CallRow = Row<'idempotent_calls'>

/** A call with an API key, identified by its idempotency key. */
export interface CallName {
  keyId: string
  name: string
}

/** True for exactly one of several concurrent calls. Also true when the key is expired or its holder died. */
export async function insertCall(
  tx: Transaction,
  { keyId, name }: CallName,
  requestHash: Buffer,
  { now, heldSince, keptSince }: { now: Date; heldSince: Date; keptSince: Date },
): Promise<boolean> {
  const taken = { request_hash: requestHash, taken_at: now, status: null, answer: null }
  const row = await tx
    .insertInto('idempotent_calls')
    .values({ key_id: keyId, name, ...taken })
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'name'])
        .doUpdateSet(taken)
        .where(sql<boolean>`idempotent_calls.taken_at < ${keptSince}
          or (idempotent_calls.status is null and idempotent_calls.taken_at < ${heldSince})`),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

export const findCall = (tx: Transaction, { keyId, name }: CallName): Promise<CallRow | undefined> =>
  tx
    .selectFrom('idempotent_calls')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('name', '=', name)
    .executeTakeFirst()

export async function updateAnswer(
  tx: Transaction,
  { keyId, name }: CallName,
  answer: { status: number; answer: Buffer },
): Promise<void> {
  await tx
    .updateTable('idempotent_calls')
    .set(answer)
    .where('key_id', '=', keyId)
    .where('name', '=', name)
    .execute()
}

export async function deleteCall(tx: Transaction, { keyId, name }: CallName): Promise<void> {
  await tx.deleteFrom('idempotent_calls').where('key_id', '=', keyId).where('name', '=', name).execute()
}

/** Answers how many there were. */
export async function deleteCallsBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from idempotent_calls where (key_id, name) in (
      select key_id, name from idempotent_calls where taken_at < ${before} order by taken_at limit ${limit})
    returning name`.execute(tx)
  return rows.length
}
