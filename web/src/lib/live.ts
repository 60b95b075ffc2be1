import type { ChatMessage } from '@exempta/contract/chat-message'
import {
  type BrowserSignalName,
  type ClientMessage,
  closeCodes,
  type EventMessage,
  type ServerMessage,
  type SessionEndReason,
  type SignalMessage,
  type SignalPayload,
  type Stream,
} from '@exempta/contract/events'
import { liveLimits } from '@exempta/contract/live-limits'

/**
 * The only socket of this tab. It subscribes to streams, remembers the last event of each, and after a disconnect
 * continues from there: handlers get every event once and in order, or are asked to refetch.
 */

export interface LiveHandlers {
  onEvent(message: EventMessage): void
  /** Following has just begun, or events were missed for good: what was fetched before may be out of date. */
  onStale(): void
  onSignal?(message: SignalMessage): void
}

export interface LiveOptions {
  open(): WebSocket
  onSessionEnded(reason: SessionEndReason): void
  timing?: Partial<LiveTiming>
}

export interface LiveTiming {
  reconnectMs: readonly number[]
  timeoutMs: number
  heartbeatMs: number
}

interface PendingMessage {
  answer(message: ChatMessage | undefined): void
  timer: ReturnType<typeof setTimeout>
}

export type LiveState = 'idle' | 'connecting' | 'open' | 'waiting'

interface Followed {
  last: number | null
  handlers: Set<LiveHandlers>
}

export class Live {
  readonly #options: LiveOptions
  readonly #timing: LiveTiming
  readonly #streams = new Map<Stream, Followed>()
  readonly #starts = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  readonly #pendingMessages = new Map<string, PendingMessage>()
  #state: LiveState = 'idle'
  #socket: WebSocket | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor(options: LiveOptions) {
    this.#options = options
    this.#timing = {
      reconnectMs: liveLimits.realtimeReconnectMs,
      timeoutMs: liveLimits.realtimeTimeoutMs,
      heartbeatMs: liveLimits.realtimeHeartbeatMs,
      ...options.timing,
    }
  }

  get state(): LiveState {
    return this.#state
  }

  /** Called on every change of state, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /**
   * The last event of each stream before anything was fetched, so that nobody has to fetch again when following begins.
   * Only the first position of a stream counts: a later one could lie behind what has been kept since.
   */
  startFrom(positions: Readonly<Record<string, number>>): void {
    for (const [stream, seq] of Object.entries(positions)) {
      if (!this.#starts.has(stream)) this.#starts.set(stream, seq)
    }
  }

  /** Connects when it is the first; the answer ends it, and the connection with the last. */
  follow(stream: Stream, handlers: LiveHandlers): () => void {
    const known = this.#streams.get(stream)
    if (known) known.handlers.add(handlers)
    else {
      const after = this.#starts.get(stream) ?? null
      this.#streams.set(stream, { last: after, handlers: new Set([handlers]) })
      if (this.#state === 'open') this.#send({ type: 'follow', streams: [{ stream, after }] })
      else if (this.#state === 'idle') this.#connect()
    }
    return () => this.#leave(stream, handlers)
  }

  /** For what is worth knowing only now: lost when there is no connection. */
  signal<Name extends BrowserSignalName>(stream: Stream, name: Name, payload: SignalPayload<Name>): void {
    if (this.#state === 'open') this.#send({ type: 'signal', stream, name, payload })
  }

  /**
   * Sends a message to a followed chat and returns it as it was stored. Returns undefined when it was not sent or the
   * result is unknown; the caller then posts it with the same id.
   */
  async sendMessage(
    stream: Stream,
    message: { clientId: string; text: string },
  ): Promise<ChatMessage | undefined> {
    if (this.#state !== 'open' || typeof this.#streams.get(stream)?.last !== 'number') return undefined
    const { clientId, text } = message
    this.#answer(clientId, undefined)
    return new Promise((answer) => {
      const timer = setTimeout(() => this.#answer(clientId, undefined), this.#timing.timeoutMs)
      this.#pendingMessages.set(clientId, { answer, timer })
      this.#send({ type: 'send', stream, clientId, text })
    })
  }

  /** Connects again after the end of a session, when there is another one. */
  resume(): void {
    if (this.#state === 'idle' && this.#streams.size > 0) this.#connect()
  }

  /** Reconnects at once, so that the next socket uses the current cookies. */
  restart(): void {
    this.#rest()
    this.resume()
  }

  #leave(stream: Stream, handlers: LiveHandlers): void {
    const followed = this.#streams.get(stream)
    if (!followed?.handlers.delete(handlers) || followed.handlers.size > 0) return
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#rest()
    else if (this.#state === 'open') this.#send({ type: 'unfollow', stream })
  }

  #connect(): void {
    const socket = this.#options.open()
    this.#socket = socket
    this.#become('connecting')
    this.#expectSign(this.#timing.timeoutMs)
    const isCurrent = () => this.#socket === socket
    socket.addEventListener('open', () => isCurrent() && this.#greet())
    socket.addEventListener('message', (event) => isCurrent() && this.#receive(String(event.data)))
    socket.addEventListener('close', (event) => isCurrent() && this.#lose(event.code, event.reason))
  }

  #greet(): void {
    this.#become('open')
    this.#expectSign(this.#timing.heartbeatMs + this.#timing.timeoutMs)
    const streams = [...this.#streams].map(([stream, { last }]) => ({ stream, after: last }))
    this.#send({ type: 'follow', streams })
  }

  #receive(text: string): void {
    this.#failures = 0
    this.#expectSign(this.#timing.heartbeatMs + this.#timing.timeoutMs)
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'ping') this.#send({ type: 'pong' })
    else if (message.type === 'sent') this.#answer(message.clientId, message.message ?? undefined)
    else this.#handle(message)
  }

  #answer(clientId: string, message: ChatMessage | undefined): void {
    const pending = this.#pendingMessages.get(clientId)
    this.#pendingMessages.delete(clientId)
    clearTimeout(pending?.timer)
    pending?.answer(message)
  }

  #handle(message: Exclude<ServerMessage, { type: 'ping' | 'sent' }>): void {
    const followed = this.#streams.get(message.stream)
    if (!followed) return
    switch (message.type) {
      case 'following':
      case 'reset': {
        const isStale = message.type === 'reset' || followed.last === null
        followed.last = message.seq
        if (isStale) for (const { onStale } of [...followed.handlers]) onStale()
        break
      }
      case 'event':
        if (followed.last === null || message.seq !== followed.last + 1) {
          this.#lose()
          return
        }
        followed.last = message.seq
        for (const { onEvent } of [...followed.handlers]) onEvent(message)
        break
      case 'signal':
        for (const { onSignal } of [...followed.handlers]) onSignal?.(message)
        break
      case 'refused':
        this.#streams.delete(message.stream)
    }
  }

  #send(message: ClientMessage): void {
    // A closing socket accepts nothing more; the message is sent again after the reconnect.
    if (this.#socket && !(this.#socket.readyState > 1)) this.#socket.send(JSON.stringify(message))
  }

  /** The other side is given up when nothing comes from it in time. */
  #expectSign(withinMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#lose(), withinMs)
  }

  #lose(code?: number, reason?: string): void {
    this.#drop()
    if (code === closeCodes.sessionEnded) {
      this.#rest()
      this.#options.onSessionEnded(reason as SessionEndReason)
      return
    }
    const { reconnectMs } = this.#timing
    const waitMs = reconnectMs[Math.min(this.#failures, reconnectMs.length - 1)] ?? 0
    this.#failures += 1
    this.#become('waiting')
    this.#timer = setTimeout(() => this.#connect(), waitMs)
  }

  #rest(): void {
    this.#drop()
    this.#failures = 0
    this.#become('idle')
  }

  #drop(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    for (const clientId of [...this.#pendingMessages.keys()]) this.#answer(clientId, undefined)
  }

  #become(state: LiveState): void {
    if (this.#state === state) return
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
