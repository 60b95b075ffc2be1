import type pg from 'pg'
import type { ListenOptions } from '../database.ts'
import { type Notifications, Subscriptions } from '../notifications.ts'

/** The embedded database has one session, which receives its own notifications when its transactions commit. */
export class SessionNotifications implements Notifications {
  readonly #execute: (statement: string) => Promise<unknown>
  readonly #subscriptions = new Subscriptions()
  #isReopened = false

  constructor(execute: (statement: string) => Promise<unknown>) {
    this.#execute = execute
  }

  /** Prepares a new session. Notifications may have been missed before every session except the first. */
  async attach(client: pg.ClientBase): Promise<void> {
    client.on('notification', (notification) => this.#subscriptions.deliver(notification))
    const statement = this.#subscriptions.listenStatement()
    if (statement) await client.query(statement)
    if (this.#isReopened) this.#subscriptions.announceGap()
    this.#isReopened = true
  }

  async listen(channel: string, handler: (payload: string) => void, options: ListenOptions) {
    const subscription = { handler, ...options }
    this.#subscriptions.add(channel, subscription)
    await this.#execute(`listen ${channel}`)
    return async () => {
      if (this.#subscriptions.remove(channel, subscription)) await this.#execute(`unlisten ${channel}`)
    }
  }

  async close(): Promise<void> {}
}
