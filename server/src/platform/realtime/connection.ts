import { closeCodes, type Stream } from '@exempta/contract/events'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import { type Frame, frameOf } from './frames.ts'
import { limits } from './limits.ts'
import type { LiveStream } from './live-stream.ts'
import type { Arrival, Visitor } from './visitor.ts'

/** How many messages a socket may send: a burst at once, refilled at a steady rate. */
class MessageAllowance {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #countedAtMs: number

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
    this.#countedAtMs = nowMs
  }

  /** False when there is nothing left. */
  take(nowMs: number): boolean {
    const refill = ((nowMs - this.#countedAtMs) / 1000) * this.#perSecond
    this.#left = Math.min(this.#burst, this.#left + refill)
    this.#countedAtMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

export interface ConnectionLimits {
  heartbeatMs: number
  /** How long the client may take to answer a ping or to acknowledge a close. */
  timeoutMs: number
  bufferedMaxBytes: number
}

const ping = frameOf({ type: 'ping' })

/** One open socket: its streams, whether it is alive, and how much it has not read yet. */
export class Connection {
  readonly holders: readonly string[]
  readonly identify: Arrival['identify']
  readonly mayAct: Arrival['mayAct']
  readonly streams = new Map<Stream, LiveStream>()
  /** Undefined until the session is confirmed; messages are not handled before. */
  visitor: Visitor | undefined
  readonly #socket: WebSocket
  readonly #limits: ConnectionLimits
  readonly #log: FastifyBaseLogger
  readonly #allowance: MessageAllowance
  #pingedAtMs: number | undefined
  #nextPingAtMs: number

  constructor(
    socket: WebSocket,
    arrival: Arrival,
    connectionLimits: ConnectionLimits,
    log: FastifyBaseLogger,
  ) {
    const nowMs = performance.now()
    this.#socket = socket
    this.holders = arrival.holders
    this.identify = arrival.identify
    this.mayAct = arrival.mayAct
    this.#limits = connectionLimits
    this.#log = log
    this.#allowance = new MessageAllowance(
      limits.realtimeMessageBurst,
      limits.realtimeMessagesPerSecond,
      nowMs,
    )
    this.#nextPingAtMs = nowMs + connectionLimits.heartbeatMs
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  send(frame: Frame): void {
    if (!this.isOpen) return
    if (this.#socket.bufferedAmount > this.#limits.bufferedMaxBytes) this.close(closeCodes.tooSlow)
    else this.#socket.send(frame, { binary: false })
  }

  /** Counts a message from the client; false when it sends too many. */
  countMessage(): boolean {
    this.#pingedAtMs = undefined
    return this.#allowance.take(performance.now())
  }

  /** Called regularly: sends a ping, and closes the connection when the last one was not answered. */
  beat(nowMs: number): void {
    if (this.#pingedAtMs !== undefined && nowMs - this.#pingedAtMs >= this.#limits.timeoutMs) {
      this.#socket.terminate()
    } else if (nowMs >= this.#nextPingAtMs) {
      this.#pingedAtMs ??= nowMs
      this.#nextPingAtMs = nowMs + this.#limits.heartbeatMs
      this.send(ping)
    }
  }

  /** The close frame waits behind unread data, so a client that does not read in time is cut off. */
  close(code: number, reason = ''): void {
    if (!this.isOpen) return
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), this.#limits.timeoutMs).unref()
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** After an error on our side the client reconnects and catches up. */
  fail(error: unknown): void {
    this.#log.error({ err: error }, 'live connection failed')
    this.close(closeCodes.failed)
  }
}
