import type { ChatMessage } from '@exempta/contract/chat-message'
import { closeCodes, type Stream } from '@exempta/contract/events'
import { liveLimits } from '@exempta/contract/live-limits'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'
import { contained } from '../contain-errors.ts'
import type { Actor, Database } from '../db/database.ts'
import { Connection, type ConnectionLimits } from './connection.ts'
import { handleMessage, mayFollow } from './handle-message.ts'
import { limits } from './limits.ts'
import { LiveStream } from './live-stream.ts'
import { type Dismissal, liveChannel, readNotice } from './notice.ts'
import {
  type Arrival,
  type HandleSocketMessage,
  noGrants,
  type StreamGrants,
  type StreamWatch,
  type Visitor,
} from './visitor.ts'

export interface HubOptions extends ConnectionLimits {
  /** How often to check for dead connections and expired sessions. */
  lookMs: number
  socketsPerPerson: number
  socketsMax: number
  /** How long a shutdown waits for clients to close. */
  stopMs: number
  grants: StreamGrants
}

const defaults: HubOptions = {
  heartbeatMs: liveLimits.realtimeHeartbeatMs,
  timeoutMs: liveLimits.realtimeTimeoutMs,
  bufferedMaxBytes: limits.realtimeBufferedMaxBytes,
  lookMs: 1000,
  socketsPerPerson: limits.realtimeSocketsPerPerson,
  socketsMax: limits.realtimeSocketsMax,
  stopMs: 1000,
  grants: noGrants,
}

/** All sockets of this process, and the only listener to what other processes have committed. */
export class LiveHub {
  readonly database: Database
  readonly #clock: Clock
  readonly #log: FastifyBaseLogger
  readonly #options: HubOptions
  readonly #streams = new Map<Stream, LiveStream>()
  readonly #connections = new Set<Connection>()
  readonly #byHolder = new Map<string, Set<Connection>>()
  readonly #underQuestion = new Set<Connection>()
  #grants: StreamGrants
  #watch: StreamWatch | undefined
  #handleSocketMessage: HandleSocketMessage | undefined
  #look: NodeJS.Timeout | undefined
  #stopListening: (() => Promise<void>) | undefined
  #whenEmpty: (() => void) | undefined

  constructor(
    parts: { database: Database; clock: Clock; log: FastifyBaseLogger },
    options: Partial<HubOptions> = {},
  ) {
    this.database = parts.database
    this.#clock = parts.clock
    this.#log = parts.log
    this.#options = { ...defaults, ...options }
    this.#grants = this.#options.grants
  }

  /** The feature that owns streams of chats comes with the app, after the hub. */
  serve(parts: { grants: StreamGrants; watch: StreamWatch; handleSocketMessage: HandleSocketMessage }): void {
    if (this.#grants === noGrants) this.#grants = parts.grants
    this.#watch = parts.watch
    this.#handleSocketMessage = parts.handleSocketMessage
  }

  get grants(): StreamGrants {
    return this.#grants
  }

  get isRunning(): boolean {
    return this.#look !== undefined
  }

  get socketCount(): number {
    return this.#connections.size
  }

  async start(): Promise<void> {
    this.#stopListening = await this.database.listen(liveChannel, (text) => this.#handleNotice(text), {
      onGap: () => this.#recover(),
    })
    this.#look = setInterval(() => this.#lookAtAll(), this.#options.lookMs)
  }

  /** Makes all clients reconnect to another process, then stops listening. */
  async stop(): Promise<void> {
    clearInterval(this.#look)
    this.#look = undefined
    for (const connection of this.#connections) connection.close(closeCodes.restarting)
    if (this.#connections.size > 0) {
      const cut = setTimeout(() => {
        for (const connection of this.#connections) connection.terminate()
      }, this.#options.stopMs)
      await new Promise<void>((resolve) => {
        this.#whenEmpty = resolve
      })
      clearTimeout(cut)
    }
    await this.#stopListening?.()
    this.#stopListening = undefined
  }

  /**
   * Accepts a socket. It is registered before its session is confirmed, so that the end of the session cannot be
   * missed in between.
   */
  admit(socket: WebSocket, arrival: Arrival): void {
    const connection = new Connection(socket, arrival, this.#options, this.#log)
    const refusal = this.#refusalFor(arrival.holders)
    if (refusal) {
      connection.close(refusal)
      return
    }
    this.#enter(connection)
    let work = this.#confirm(connection)
    let unansweredBytes = 0
    const onMessage = (data: Buffer, isBinary: boolean) => {
      unansweredBytes += data.length
      // Incoming messages take memory while they wait, just like outgoing ones.
      if (!connection.countMessage() || unansweredBytes > this.#options.bufferedMaxBytes) {
        return connection.close(closeCodes.tooManyMessages)
      }
      if (isBinary) return connection.close(closeCodes.malformed)
      work = work
        .then(() => handleMessage(this, connection, data.toString()))
        .catch((error: unknown) => connection.fail(error))
        .finally(() => {
          unansweredBytes -= data.length
        })
    }
    const fail = (error: unknown) => connection.fail(error)
    socket.on('message', contained(onMessage, fail))
    socket.on(
      'close',
      contained(() => this.#remove(connection), fail),
    )
  }

  async follow(connection: Connection, name: Stream, after: number | null): Promise<void> {
    if (!connection.isOpen) return
    const stream = this.#streams.get(name) ?? new LiveStream(name, this.database)
    this.#streams.set(name, stream)
    const isNew = !connection.streams.has(name)
    connection.streams.set(name, stream)
    if (isNew && connection.visitor) this.#watch?.joined(connection.visitor.actor, name)
    await stream.join(connection, after)
  }

  unfollow(connection: Connection, name: Stream): void {
    const stream = connection.streams.get(name)
    if (!stream) return
    connection.streams.delete(name)
    if (connection.visitor) this.#watch?.left(connection.visitor.actor, name)
    stream.leave(connection)
    if (stream.isEmpty) this.#streams.delete(name)
  }

  /**
   * Sends a follower's message to its chat by the rules of a call: the session is checked again, and each message counts
   * against the rate limit of its source. Null when the message is refused.
   */
  async sendChatMessage(
    connection: Connection,
    { stream, clientId, text }: { stream: Stream; clientId: string; text: string },
  ): Promise<ChatMessage | null> {
    const known = connection.visitor
    if (!known || !connection.streams.has(stream) || !(await connection.mayAct())) return null
    const visitor = known.session ? await this.#ask(connection) : known
    const [kind, id = ''] = stream.split(':')
    if (!visitor || kind !== 'chat') return null
    const begunMs = performance.now()
    const message = (await this.#handleSocketMessage?.(visitor, id, { clientId, text })) ?? null
    const ms = Math.round(performance.now() - begunMs)
    this.#log.info({ isAccepted: message !== null, ms }, 'chat message over socket')
    return message
  }

  #refusalFor([holder]: readonly string[]): number | undefined {
    if (!this.isRunning) return closeCodes.restarting
    if (this.#connections.size >= this.#options.socketsMax) return closeCodes.full
    const own = holder === undefined ? 0 : (this.#byHolder.get(holder)?.size ?? 0)
    return own >= this.#options.socketsPerPerson ? closeCodes.tooManySockets : undefined
  }

  #enter(connection: Connection): void {
    this.#connections.add(connection)
    for (const id of connection.holders) {
      const own = this.#byHolder.get(id)
      if (own) own.add(connection)
      else this.#byHolder.set(id, new Set([connection]))
    }
  }

  #remove(connection: Connection): void {
    for (const name of [...connection.streams.keys()]) this.unfollow(connection, name)
    this.#connections.delete(connection)
    for (const id of connection.holders) {
      const own = this.#byHolder.get(id)
      own?.delete(connection)
      if (own?.size === 0) this.#byHolder.delete(id)
    }
    if (this.#connections.size === 0) this.#whenEmpty?.()
  }

  /**
   * Checks whether the connection's session still exists, and closes the connection when it does not or when that is
   * unknown.
   */
  async #confirm(connection: Connection): Promise<void> {
    if (this.#underQuestion.has(connection)) return
    this.#underQuestion.add(connection)
    try {
      await this.#ask(connection)
    } catch (error) {
      connection.fail(error)
    } finally {
      this.#underQuestion.delete(connection)
    }
  }

  async #ask(connection: Connection): Promise<Visitor | undefined> {
    const visitor = await connection.identify()
    if (!visitor) connection.close(closeCodes.sessionEnded, 'expired')
    else if (connection.visitor && !isSameActor(visitor.actor, connection.visitor.actor)) {
      connection.close(closeCodes.rightsChanged)
    } else {
      connection.visitor = visitor
      return visitor
    }
    return undefined
  }

  #handleNotice(text: string): void {
    try {
      const notice = readNotice(text)
      switch (notice.kind) {
        case 'event':
          this.#streams.get(notice.stream)?.receive(notice.seq, notice.name, notice.payload)
          break
        case 'signal':
          this.#streams.get(notice.stream)?.pass(Buffer.from(notice.frame))
          break
        case 'dismiss':
          this.#dismiss(notice.dismissal)
      }
    } catch (error) {
      this.#log.error({ err: error }, 'live notice not understood')
    }
  }

  #dismiss({ personId, sessionId, exceptSessionId, reason }: Dismissal): void {
    for (const connection of this.#byHolder.get(personId) ?? []) {
      const session = connection.visitor?.session
      // Not confirmed yet: the client reconnects and is checked then.
      if (!session || reason === 'rights-changed') connection.close(closeCodes.rightsChanged)
      else if (sessionId !== undefined ? session.id === sessionId : session.id !== exceptSessionId) {
        connection.close(closeCodes.sessionEnded, reason)
      }
    }
  }

  /**
   * Notices may have been missed. Events are read from the table; sessions and granted streams are checked one by
   * one.
   */
  async #recover(): Promise<void> {
    for (const stream of this.#streams.values()) stream.catchUp()
    for (const connection of [...this.#connections]) {
      await this.#confirm(connection)
      await this.#confirmStreams(connection)
    }
  }

  async #confirmStreams(connection: Connection): Promise<void> {
    try {
      for (const stream of [...connection.streams.keys()]) {
        const { visitor } = connection
        if (!visitor || !connection.isOpen) return
        if (!(await mayFollow(this, connection, visitor, stream))) connection.close(closeCodes.rightsChanged)
      }
    } catch (error) {
      connection.fail(error)
    }
  }

  #lookAtAll(): void {
    const nowMs = performance.now()
    const now = this.#clock.latest()
    const look = (connection: Connection) => {
      connection.beat(nowMs)
      const session = connection.visitor?.session
      // Other requests may have renewed the session, so the database decides.
      if (session && session.expiresAt <= now && connection.isOpen) void this.#confirm(connection)
    }
    for (const connection of this.#connections) {
      contained(look, (error) => connection.fail(error))(connection)
    }
  }
}

const isSameActor = (one: Actor, other: Actor): boolean => JSON.stringify(one) === JSON.stringify(other)
