import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseNotice, ListenOptions } from '../database.ts'
import { type Notifications, Subscriptions } from '../notifications.ts'

const firstWaitMs = 100
const longestWaitMs = 5_000

/** A connection of its own for LISTEN, opened by the first listener and restored whenever it breaks. */
export class ListenerConnection implements Notifications {
  readonly #config: pg.ClientConfig
  readonly #onNotice: (notice: DatabaseNotice) => void
  readonly #subscriptions = new Subscriptions()
  readonly #closing = new AbortController()
  #client: Promise<pg.Client> | undefined
  #lastStatement: Promise<unknown> = Promise.resolve()
  #isLost = false

  constructor(config: pg.ClientConfig, onNotice: (notice: DatabaseNotice) => void) {
    this.#config = config
    this.#onNotice = onNotice
  }

  async listen(channel: string, handler: (payload: string) => void, options: ListenOptions) {
    const subscription = { handler, ...options }
    this.#subscriptions.add(channel, subscription)
    try {
      await this.#execute(`listen ${channel}`)
    } catch (error) {
      this.#subscriptions.remove(channel, subscription)
      throw error
    }
    return async () => {
      // A lost connection took its subscriptions along, and whoever stops must not wait until it is back.
      if (!this.#subscriptions.remove(channel, subscription) || this.#isLost) return
      await this.#execute(`unlisten ${channel}`)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  #execute(statement: string): Promise<void> {
    const run = this.#lastStatement.then(async () => {
      this.#client ??= this.#connect()
      await (await this.#client).query(statement)
    })
    this.#lastStatement = run.catch(() => {})
    return run
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    client.on('notification', (notification) => this.#subscriptions.deliver(notification))
    let reason = 'the connection ended'
    client.on('error', (error) => {
      reason = error.message
    })
    try {
      await client.connect()
      const statement = this.#subscriptions.listenStatement()
      if (statement) await client.query(statement)
    } catch (error) {
      this.#client = undefined
      await client.end()
      throw error
    }
    client.once('end', () => {
      if (!this.#closing.signal.aborted) this.#restore(reason)
    })
    return client
  }

  #restore(reason: string): void {
    this.#isLost = true
    this.#onNotice({ kind: 'listening-lost', reason })
    const restored = this.#reconnect()
    this.#client = restored
    restored.then(
      () => {
        this.#isLost = false
        this.#onNotice({ kind: 'listening-restored' })
        this.#subscriptions.announceGap()
      },
      () => {
        this.#client = undefined
      },
    )
  }

  /** Tries until it succeeds; only closing the database ends it. */
  async #reconnect(): Promise<pg.Client> {
    for (let attempt = 0; ; attempt++) {
      const waitMs = Math.min(firstWaitMs * 2 ** attempt, longestWaitMs) * (0.5 + Math.random() / 2)
      await delay(waitMs, undefined, { signal: this.#closing.signal })
      try {
        return await this.#connect()
      } catch (error) {
        if (this.#closing.signal.aborted) throw error
      }
    }
  }
}
