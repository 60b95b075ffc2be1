import type { Stream } from '@exempta/contract/events'
import { limits } from '@exempta/contract/limits'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { findLastSequence, listEventsAfter, type StoredEvent } from './queries.ts'

/** A reader this far behind fetches its pages again instead of being sent everything at once. */
const replayMaxBytes = limits.realtimeBufferedMaxBytes / 8

export interface Missed {
  /** In order, and without a gap after `after`; empty when there is nothing, too much or no longer all of it. */
  events: StoredEvent[]
  /** The last sequence number that this reading knows of. */
  lastSeq: number
}

/** What was sent to a stream after a sequence number. */
export async function readMissed(database: Database, stream: Stream, after: number): Promise<Missed> {
  return database.transact(systemActor, async (tx) => {
    const lastSeq = await findLastSequence(tx, stream)
    const isSame = after === lastSeq
    const events = isSame ? [] : await listEventsAfter(tx, stream, after, limits.realtimeEventsKept)
    const newestSeq = Math.max(lastSeq, events.at(-1)?.seq ?? 0)
    return { events: isComplete(events, after, newestSeq) ? events : [], lastSeq: newestSeq }
  })
}

export function readLastSequence(database: Database, stream: Stream): Promise<number> {
  return database.transact(systemActor, (tx) => findLastSequence(tx, stream))
}

/** Sequence numbers have no gaps, so counting is enough. */
function isComplete(events: StoredEvent[], after: number, lastSeq: number): boolean {
  const sizeBytes = events.reduce((sum, event) => sum + event.payload.length, 0)
  return events.length === lastSeq - after && sizeBytes <= replayMaxBytes
}
