import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A TCP proxy to a server that a test can cut, stall or slow down. */
export class TcpProxy {
  readonly #behindPort: number
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((visitor) => this.#join(visitor))
  #delayMs = 0
  #isFree = Promise.resolve()
  #free = () => {}
  #port = 0

  constructor(behindPort: number) {
    this.#behindPort = behindPort
  }

  static async to(behindPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(behindPort)
    await proxy.#listen()
    return proxy
  }

  get port(): number {
    return this.#port
  }

  /** Breaks open connections and refuses new ones. */
  cut(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Accepts and keeps connections, and passes nothing on. */
  hang(): void {
    const gate = Promise.withResolvers<void>()
    this.#isFree = gate.promise
    this.#free = gate.resolve
  }

  /** Delays every chunk by this much, in both directions. */
  slow(ms: number): void {
    this.#delayMs = ms
  }

  async restore(): Promise<void> {
    this.#delayMs = 0
    this.#free()
    if (!this.#server.listening) await this.#listen()
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  #join(visitor: Socket): void {
    const behind = connect(this.#behindPort, '127.0.0.1')
    this.#carry(visitor, behind)
    this.#carry(behind, visitor)
  }

  #carry(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from.on('data', async (piece) => {
      from.pause()
      await this.#isFree
      if (this.#delayMs > 0) await delay(this.#delayMs)
      if (!to.destroyed) to.write(piece)
      from.resume()
    })
    from.on('error', () => from.destroy())
    from.once('close', () => {
      this.#sockets.delete(from)
      to.destroy()
    })
  }
}
