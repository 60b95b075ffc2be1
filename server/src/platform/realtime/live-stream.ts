import type { Stream } from '@exempta/contract/events'
import { limits } from '@exempta/contract/limits'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { type Connection, eventFrame, type Frame, frameOf } from './connection.ts'
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

/** Sequence numbers have no gaps, so counting is enough. */
function isComplete(events: StoredEvent[], after: number, lastSeq: number): boolean {
  const sizeBytes = events.reduce((sum, event) => sum + event.payload.length, 0)
  return events.length === lastSeq - after && sizeBytes <= replayMaxBytes
}

interface Follower {
  connection: Connection
  /** The last sequence number it was sent; undefined while it is still joining. */
  position: number | undefined
  /** Something came while it was joining that its own reading may not have seen. */
  isStale: boolean
}

/** One stream in this process: who follows it, and how far each of them is. */
export class LiveStream {
  readonly name: Stream
  readonly #database: Database
  readonly #followers = new Map<Connection, Follower>()
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
   * The follower is entered before its past is read: what commits after that reading is heard, what commits
   * before is in it, and the sequence number tells the two apart.
   */
  async join(connection: Connection, after: number | null): Promise<void> {
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

  leave(connection: Connection): void {
    this.#followers.delete(connection)
  }

  /** An event has committed. Without its payload, or with a hole before it, it is read from the table. */
  receive(seq: number, name: string, payload: string | undefined): void {
    const isWhole = payload !== undefined && this.#dispatch(seq, eventFrame(this.name, seq, name, payload))
    if (!isWhole) this.catchUp()
  }

  pass(frame: Frame): void {
    for (const { connection, position } of this.#followers.values()) {
      if (position !== undefined) connection.send(frame)
    }
  }

  /** Reads what the followers have not had, once for all of them. */
  catchUp(): void {
    this.#isStale = true
    if (this.#isReading) return
    this.#isReading = true
    this.#readUntilFresh().catch((error: unknown) => {
      // Nobody is left with a hole: they connect again and say where they were.
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
      // In the same breath as the last look at `#isStale`: whoever calls between the two would not be heard.
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

  /** Sends to those whose next event this is. False when somebody lacks an earlier one. */
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

  /** Whoever joined meanwhile from before `from` was not read for and has asked for a reading of its own. */
  #resetBehind(from: number, lastSeq: number): void {
    for (const follower of this.#followers.values()) {
      const { position } = follower
      if (position === undefined || position < from || position >= lastSeq) continue
      follower.position = lastSeq
      follower.connection.send(frameOf({ type: 'reset', stream: this.name, seq: lastSeq }))
    }
  }
}
