import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { liveChannel } from './notice.ts'

export async function insertEvent(
  tx: Transaction,
  stream: string,
  name: string,
  payload: string,
): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select live_publish(${stream}, ${name}, ${payload}) as seq`.execute(tx)
  const seq = rows[0]?.seq
  if (seq === undefined) throw new Error('The database gave the event no number')
  return seq
}

export async function notify(tx: Transaction, notice: string): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${notice})`.execute(tx)
}

export interface StoredEvent {
  seq: number
  name: string
  payload: string
}

/** Zero when nothing was ever sent to it. */
export async function findLastSequence(tx: Transaction, stream: string): Promise<number> {
  const row = await tx
    .selectFrom('live_streams')
    .select('last_seq')
    .where('stream', '=', stream)
    .executeTakeFirst()
  return row?.last_seq ?? 0
}

export const listEventsAfter = (
  tx: Transaction,
  stream: string,
  after: number,
  limit: number,
): Promise<StoredEvent[]> =>
  tx
    .selectFrom('live_events')
    .select(['seq', 'name', sql<string>`payload::text`.as('payload')])
    .where('stream', '=', stream)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** Two statements, since one with `or` would read the whole table: the first goes by age, the second by stream. */
export async function deleteOldEvents(tx: Transaction, keptMs: number, kept: number): Promise<number> {
  const old = await sql`
    delete from live_events where created_at < now() - make_interval(secs => ${keptMs / 1000})`.execute(tx)
  const beyond = await sql`
    delete from live_events e using live_streams s
    where s.last_seq > ${kept} and e.stream = s.stream and e.seq <= s.last_seq - ${kept}`.execute(tx)
  return Number(old.numAffectedRows ?? 0) + Number(beyond.numAffectedRows ?? 0)
}
