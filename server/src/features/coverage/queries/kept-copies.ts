import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export interface Reliance {
  id: string
  shareId: string
  customerId: string
  state: string
  on: string
  keptUntil: string
  at: Date
}

export interface Kept {
  id: string
  isNew: boolean
  /** The first copy that this business keeps of the document. */
  isFirst: boolean
}

/** Undefined when there is nothing to keep: the share ended before any sale relied on it. */
export async function keepCopy(tx: Transaction, reliance: Reliance): Promise<Kept | undefined> {
  const { id, shareId, customerId, state, on, keptUntil, at } = reliance
  const { rows } = await sql<Kept>`
    select copy_id as id, is_new as "isNew", is_first as "isFirst" from keep_relied_copy(
      ${id}::uuid, ${shareId}::uuid, ${customerId}::uuid, ${state}, ${on}::date, ${keptUntil}::date,
      ${at}::timestamptz)`.execute(tx)
  return rows[0]
}

export interface Period {
  state: string
  from: string
  to: string
}

/** Copies that a sale of the period relied on, in the order of their IDs. */
export const listKeptCopies = (
  tx: Transaction,
  businessId: string,
  { state, from, to }: Period,
  after: string | undefined,
  limit: number,
): Promise<Row<'kept_copies'>[]> =>
  tx
    .selectFrom('kept_copies')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('state', '=', state)
    .where('first_relied_on', '<=', to)
    .where('last_relied_on', '>=', from)
    .where('ended_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Deletes copies whose last day has passed. A trigger destroys their files. */
export async function endKeptCopies(tx: Transaction, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update kept_copies set ended_at = ${now}::timestamptz where id in (
      select id from kept_copies
      where kept_until < (${now}::timestamptz at time zone 'UTC')::date limit ${sql.lit(limit)})
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from kept_copies where id = any(${ids}::uuid[])`.execute(tx)
  return ids.length
}
