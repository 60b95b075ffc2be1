import type { Stream } from '@exempta/contract/events'
import { systemActor } from '../db/actor.ts'
import { batchLookups } from '../db/batch-lookups.ts'
import type { Database } from '../db/database.ts'
import { eventFrame, type Frame, frameOf } from './frames.ts'
import { limits } from './limits.ts'
import { findLastSequence, findLastSequences, listEventsAfter, type StoredEvent } from './queries.ts'

/** The socket of a browser, as a stream sees it. */
interface Listener {
  send(frame: Frame): void
  fail(error: unknown): void
}

/** A client this far behind refetches its pages instead of getting all missed events. */
const replayMaxBytes = limits.realtimeBufferedMaxBytes / 8

export interface Missed {
  /** In order and without a gap after `after`; empty when there are none, too many, or some are already deleted. */
  events: StoredEvent[]
  /** The last sequence number at the time of reading. */
  lastSeq: number
}

/** The events of a stream after a sequence number. */
async function readMissed(database: Database, stream: Stream, after: number): Promise<Missed> {
  return database.transact(systemActor, async (tx) => {
    const lastSeq = await findLastSequence(tx, stream)
    const isSame = after === lastSeq
    const events = isSame ? [] : await listEventsAfter(tx, stream, after, limits.realtimeEventsKept)
    const newestSeq = Math.max(lastSeq, events.at(-1)?.seq ?? 0)
    return { events: isComplete(events, after, newestSeq) ? events : [], lastSeq: newestSeq }
  })
}

function readLastSequence(database: Database, stream: Stream): Promise<number> {
  return database.transact(systemActor, (tx) => findLastSequence(tx, stream))
}

/**
 * Where each stream is now. A page that follows from here misses nothing of what it fetches from now on, so it need
 * not fetch again when its socket has opened.
 */
export async function readLivePositions(
  database: Database,
  streams: Stream[],
): Promise<Record<string, number>> {
  let read = positionReaders.get(database)
  if (!read) {
    read = batchLookups((asked) => readPositions(database, asked), { maxBatchSize: 16 })
    positionReaders.set(database, read)
  }
  return (await read(streams)) ?? {}
}

type Positions = Record<string, number>
const positionReaders = new WeakMap<Database, (streams: Stream[]) => Promise<Positions | undefined>>()

/** One query that concurrent callers share. */
async function readPositions(database: Database, asked: Stream[][]): Promise<Positions[]> {
  const streams = [...new Set(asked.flat())]
  const found = await database.transact(systemActor, (tx) => findLastSequences(tx, streams), {
    readOnly: true,
  })
  return asked.map((own) => Object.fromEntries(own.map((stream) => [stream, found.get(stream) ?? 0])))
}

/** Sequence numbers have no gaps, so counting is enough. */
function isComplete(events: StoredEvent[], after: number, lastSeq: number): boolean {
  const sizeBytes = events.reduce((sum, event) => sum + event.payload.length, 0)
  return events.length === lastSeq - after && sizeBytes <= replayMaxBytes
}

interface Follower {
  connection: Listener
  /** The last sequence number sent to it; undefined while it is still joining. */
  position: number | undefined
  /** An event arrived while it was joining that its own read may have missed. */
  isStale: boolean
}

/** One stream in this process: its followers and the position of each. */
export class LiveStream {
  readonly name: Stream
  readonly #database: Database
  readonly #followers = new Map<Listener, Follower>()
  #isReading = false
  #isStale = false

  constructor(name: Stream, database: Database) {
    this.name = name
    this.#database = database
  }

  get isEmpty(): boolean {
    return this.#followers.size === 0
  }

  /**
   * The follower is registered before its missed events are read. Events that commit after that read are received
   * live, earlier ones are in the result, and the sequence number separates the two.
   */
  async join(connection: Listener, after: number | null): Promise<void> {
    const follower: Follower = { connection, position: undefined, isStale: false }
    this.#followers.set(connection, follower)
    if (after === null) {
      const seq = await readLastSequence(this.#database, this.name)
      if (this.#followers.get(connection) !== follower) return
      connection.send(frameOf({ type: 'following', stream: this.name, seq }))
      follower.position = seq
    } else {
      const { events, lastSeq } = await readMissed(this.#database, this.name, after)
      if (this.#followers.get(connection) !== follower) return
      const hasAll = events.length === lastSeq - after
      connection.send(
        frameOf({
          type: hasAll ? 'following' : 'reset',
          stream: this.name,
          seq: hasAll ? after : lastSeq,
        }),
      )
      for (const { seq, name, payload } of events) connection.send(eventFrame(this.name, seq, name, payload))
      follower.position = lastSeq
    }
    if (follower.isStale) this.catchUp()
  }

  leave(connection: Listener): void {
    this.#followers.delete(connection)
  }

  /** An event has been committed. Without its payload, or after a gap, it is read from the table. */
  receive(seq: number, name: string, payload: string | undefined): void {
    const isWhole = payload !== undefined && this.#dispatch(seq, eventFrame(this.name, seq, name, payload))
    if (!isWhole) this.catchUp()
  }

  pass(frame: Frame): void {
    for (const { connection, position } of this.#followers.values()) {
      if (position !== undefined) connection.send(frame)
    }
  }

  /** Reads the events that followers have missed, once for all of them. */
  catchUp(): void {
    this.#isStale = true
    if (this.#isReading) return
    this.#isReading = true
    this.#readUntilFresh().catch((error: unknown) => {
      // No follower may miss an event: they reconnect and send their last number.
      for (const { connection } of [...this.#followers.values()]) connection.fail(error)
    })
  }

  async #readUntilFresh(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false
        await this.#readOnce()
      }
    } finally {
      // Must run in the same tick as the last check of `#isStale`. Otherwise a call between the two would be lost.
      this.#isReading = false
    }
  }

  async #readOnce(): Promise<void> {
    let from = Number.POSITIVE_INFINITY
    for (const follower of this.#followers.values()) {
      if (follower.position === undefined) follower.isStale = true
      else from = Math.min(from, follower.position)
    }
    if (from === Number.POSITIVE_INFINITY) return
    const { events, lastSeq } = await readMissed(this.#database, this.name, from)
    for (const { seq, name, payload } of events) {
      this.#dispatch(seq, eventFrame(this.name, seq, name, payload))
    }
    this.#resetBehind(from, lastSeq)
  }

  /** Sends to followers whose next event this is. Returns false when a follower lacks an earlier one. */
  #dispatch(seq: number, frame: Frame): boolean {
    let isEverybodyUpToDate = true
    for (const follower of this.#followers.values()) {
      if (follower.position === undefined) follower.isStale = true
      else if (seq === follower.position + 1) {
        follower.position = seq
        follower.connection.send(frame)
      } else if (seq > follower.position) isEverybodyUpToDate = false
    }
    return isEverybodyUpToDate
  }

  /** A follower who joined meanwhile with an older position was not part of this read and has requested its own. */
  #resetBehind(from: number, lastSeq: number): void {
    for (const follower of this.#followers.values()) {
      const { position } = follower
      if (position === undefined || position < from || position >= lastSeq) continue
      follower.position = lastSeq
      follower.connection.send(frameOf({ type: 'reset', stream: this.name, seq: lastSeq }))
    }
  }
}
