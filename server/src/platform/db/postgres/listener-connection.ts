import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { withTimeout } from '../../with-timeout.ts'
import type { Availability } from '../availability.ts'
import type { DatabaseNotice, ListenOptions } from '../database.ts'
import { sqlState } from '../errors.ts'
import { type Notifications, Subscriptions } from '../notifications.ts'

const firstWaitMs = 100
const longestWaitMs = 1_000
const askEveryMs = 500
const answerMs = 2_000
// After this process was blocked for a moment, the answer may have arrived unread.
const readingMs = 100

/**
 * A separate connection for LISTEN, opened by the first listener and restored whenever it breaks. It also checks
 * twice a second whether the server answers, because a dead connection does not report itself.
 */
export class ListenerConnection implements Notifications {
  readonly #config: pg.ClientConfig
  readonly #reach: Availability
  readonly #onNotice: (notice: DatabaseNotice) => void
  readonly #subscriptions = new Subscriptions()
  readonly #closing = new AbortController()
  #client: Promise<pg.Client> | undefined
  #lastStatement: Promise<unknown> = Promise.resolve()
  #isLost = false

  constructor(
    config: pg.ClientConfig,
    availability: Availability,
    onNotice: (notice: DatabaseNotice) => void,
  ) {
    this.#config = config
    this.#reach = availability
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
      // A lost connection has lost its subscriptions too, and unsubscribing must not wait until it is back.
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
    this.#reach.markAvailable()
    client.once('end', () => {
      if (!this.#closing.signal.aborted) this.#restore(reason)
    })
    void this.#watch(client)
    return client
  }

  /** Runs until the connection ends, and ends it when an answer does not arrive. */
  async #watch(client: pg.Client): Promise<void> {
    for (let isThere = true; isThere; ) {
      await delay(askEveryMs, undefined, { ref: false })
      const answer = this.#lastStatement
        .then(() => client.query('select 1'))
        .then(
          () => true,
          () => false,
        )
      this.#lastStatement = answer
      const first = await withTimeout(answerMs, answer)
      const known = first ?? (await withTimeout(readingMs, answer))
      isThere = known === true
      if (known !== undefined) continue
      this.#reach.markUnavailable()
      await client.end()
    }
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

  /** Retries until it succeeds or the database is closed. */
  async #reconnect(): Promise<pg.Client> {
    for (let attempt = 0; ; attempt++) {
      const waitMs = Math.min(firstWaitMs * 2 ** attempt, longestWaitMs) * (0.5 + Math.random() / 2)
      await delay(waitMs, undefined, { signal: this.#closing.signal })
      try {
        return await this.#connect()
      } catch (error) {
        if (this.#closing.signal.aborted) throw error
        // A server that answers, even with an error, is available.
        if (!sqlState(error)) this.#reach.markUnavailable()
      }
    }
  }
}
