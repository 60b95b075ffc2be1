import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface Reliance {
  id: string
  shareId: string
  /** Whether the share was live when the sale was judged. If it isn't anymore, the transaction runs again. */
  isLive: boolean
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
  const { id, shareId, isLive, customerId, state, on, keptUntil, at } = reliance
  const { rows } = await sql<Kept>`
    select copy_id as id, is_new as "isNew", is_first as "isFirst" from keep_relied_copy(
      ${id}::uuid, ${shareId}::uuid, ${isLive}, ${customerId}::uuid, ${state}, ${on}::date, ${keptUntil}::date,
      ${at}::timestamptz)`.execute(tx)
  return rows[0]
}

export interface OwnCopy {
  id: string
  business: string
  document: string
  state: string
  reliedOn: string
  until: string
}

/** The copies that businesses keep of the person's certificates. */
const ownCopies = (tx: Transaction, ownerId: string) =>
  tx
    .selectFrom('kept_copies as k')
    .innerJoin('business_names as b', 'b.id', 'k.business_id')
    .where('k.owner_id', '=', ownerId)
    .where('k.ended_at', 'is', null)

/** The newest first. */
export const listOwnCopies = (
  tx: Transaction,
  ownerId: string,
  before: string | undefined,
  limit: number,
): Promise<OwnCopy[]> =>
  ownCopies(tx, ownerId)
    .select((row) => [
      'k.id',
      row.ref('b.name').$notNull().as('business'),
      row.ref('k.document_name').$notNull().as('document'),
      'k.state',
      'k.last_relied_on as reliedOn',
      'k.kept_until as until',
    ])
    .$if(before !== undefined, (query) => query.where('k.id', '<', before ?? ''))
    .orderBy('k.id', 'desc')
    .limit(limit)
    .execute()

/** Which businesses keep something, and until when at the longest. */
export const listKeepers = (
  tx: Transaction,
  ownerId: string,
): Promise<{ business: string; until: string }[]> =>
  ownCopies(tx, ownerId)
    .select((row) => [row.ref('b.name').$notNull().as('business'), row.fn.max('k.kept_until').as('until')])
    .groupBy(['b.id', 'b.name'])
    .orderBy('b.name')
    .execute()

export async function nameOfCopy(tx: Transaction, id: string): Promise<string> {
  const { document_name } = await tx
    .selectFrom('kept_copies')
    .select('document_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return document_name ?? ''
}

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
