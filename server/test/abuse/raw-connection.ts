import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The server under attack, and the loopback address that a caller uses, so that limits per source apply. */
export interface Caller {
  port: number
  source: string
  /** Ends everything that the caller has open. */
  signal: AbortSignal
  /** Called with the status of every response. */
  onStatus(status: number): void
}

/** A bare TCP connection: nothing keeps its user from breaking the rules of HTTP. */
export class RawConnection {
  readonly closed: Promise<void>
  readonly answered: Promise<void>
  readonly #socket: Socket
  readonly #signal: AbortSignal

  constructor({ port, source, signal, onStatus }: Caller) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: source })
    const answered = Promise.withResolvers<void>()
    const end = () => socket.destroy()
    signal.addEventListener('abort', end)
    // Being cut off is what most of these connections are made for.
    socket.on('error', end)
    socket.on('data', (piece) => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(piece.subarray(0, 12).toString('latin1'))?.[1]
      if (status) onStatus(Number(status))
      answered.resolve()
    })
    const closed = Promise.withResolvers<void>()
    socket.on('close', () => {
      signal.removeEventListener('abort', end)
      answered.resolve()
      closed.resolve()
    })
    this.closed = closed.promise
    this.answered = answered.promise
    this.#socket = socket
    this.#signal = signal
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  /** Waits until the network has taken it, so that an endless sender does not fill its own memory. */
  async send(piece: string | Buffer): Promise<void> {
    if (!this.isOpen || this.#socket.write(piece)) return
    await Promise.race([once(this.#socket, 'drain').catch(() => {}), this.closed])
  }

  /** One piece after the other until the server has had enough. */
  async trickle(piece: string | Buffer, everyMs: number): Promise<void> {
    while (this.isOpen) {
      await this.send(piece)
      await delay(everyMs, undefined, { signal: this.#signal })
    }
  }

  /** Nothing more is read from now on. */
  stopReading(): void {
    this.#socket.pause()
  }

  cut(): void {
    this.#socket.destroy()
  }
}

export interface PlainCall {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  timeoutMs?: number
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A well-formed call on a connection of its own. */
export async function callFrom(caller: Caller, call: PlainCall): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body, timeoutMs = 60_000 } = call
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = request({
    host: '127.0.0.1',
    port: caller.port,
    localAddress: caller.source,
    agent: false,
    method,
    path,
    headers: { ...headers, ...length },
    signal: AbortSignal.any([caller.signal, AbortSignal.timeout(timeoutMs)]),
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const status = answer.statusCode ?? 0
  caller.onStatus(status)
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece)
  return { status, headers: answer.headers, body: Buffer.concat(pieces) }
}

/** The head of a request as text; what follows is up to the caller. */
export function headOf(method: string, path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`
}

/** A file or a field of a form, up to its content. */
export function partHead(boundary: string, name: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/pdf`
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
}
