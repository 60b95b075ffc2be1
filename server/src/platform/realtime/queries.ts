import { CompiledQuery, sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { Statement } from '../db/statements/statement-batch.ts'
import { liveChannel } from './notice.ts'

/** What a transaction sends: an event of a stream, or a notice to every process, which is not stored. */
export type Outgoing = { stream: string; name: string; payload: string } | { notice: string }

/**
 * An event locks its stream until the commit. Every transaction locks streams in the same order, so no two wait for
 * each other. Notices go first: connections that a transaction closes don't get its events.
 */
export function writeOutgoing(items: readonly Outgoing[]): Statement[] {
  const notices = items.flatMap((item) => ('notice' in item ? [item.notice] : []))
  const events = items
    .flatMap((item) => ('notice' in item ? [] : [item]))
    .toSorted((a, b) => (a.stream < b.stream ? -1 : a.stream > b.stream ? 1 : 0))
  return [
    ...(notices.length > 0 ? [{ text: sendNotices, values: [liveChannel, notices] }] : []),
    ...(events.length > 0 ? [{ text: insertEvents, values: columnsOf(events) }] : []),
  ]
}

const sendNotices = 'select pg_notify($1, notice) from unnest($2::text[]) as notice'
const insertEvents = `select live_publish(stream, name, payload)
  from unnest($1::text[], $2::text[], $3::text[]) as event (stream, name, payload)`

const columnsOf = (events: { stream: string; name: string; payload: string }[]): string[][] => [
  events.map(({ stream }) => stream),
  events.map(({ name }) => name),
  events.map(({ payload }) => payload),
]

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

/** Plain SQL because every page that opens runs it, and building the query would cost as much as running it. */
const lastSequencesOf = 'select stream, last_seq from live_streams where stream = any($1)'

/** The same for several streams at once; those that nothing was ever sent to are missing. */
export async function findLastSequences(
  tx: Transaction,
  streams: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.executeQuery<{ stream: string; last_seq: number }>(
    CompiledQuery.raw(lastSequencesOf, [streams]),
  )
  return new Map(rows.map((row) => [row.stream, row.last_seq]))
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

/**
 * Two statements, because one with `or` would read the whole table: the first selects by age, the second by stream.
 */
export async function deleteOldEvents(tx: Transaction, keptMs: number, kept: number): Promise<number> {
  const old = await sql`
    delete from live_events where created_at < now() - make_interval(secs => ${keptMs / 1000})`.execute(tx)
  const beyond = await sql`
    delete from live_events e using live_streams s
    where s.last_seq > ${kept} and e.stream = s.stream and e.seq <= s.last_seq - ${kept}`.execute(tx)
  return Number(old.numAffectedRows ?? 0) + Number(beyond.numAffectedRows ?? 0)
}
