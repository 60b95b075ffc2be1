import type { ListenOptions } from './database.ts'

/** The source of notifications for a database. */
export interface Notifications {
  listen(
    channel: string,
    handler: (payload: string) => void,
    options: ListenOptions,
  ): Promise<() => Promise<void>>
  close(): Promise<void>
}

interface Subscription extends ListenOptions {
  handler: (payload: string) => void
}

const channelName = /^[a-z][a-z0-9_]{0,62}$/

/** The listeners of this process by channel. */
export class Subscriptions {
  readonly #channels = new Map<string, Set<Subscription>>()

  get channels(): string[] {
    return [...this.#channels.keys()]
  }

  add(channel: string, subscription: Subscription): void {
    if (!channelName.test(channel)) throw new TypeError(`Not a name of a channel: ${channel}`)
    const known = this.#channels.get(channel)
    if (known) known.add(subscription)
    else this.#channels.set(channel, new Set([subscription]))
  }

  /** Returns whether the channel has no listeners left. */
  remove(channel: string, subscription: Subscription): boolean {
    const known = this.#channels.get(channel)
    if (!known?.delete(subscription) || known.size > 0) return false
    return this.#channels.delete(channel)
  }

  deliver({ channel, payload = '' }: { channel: string; payload?: string | undefined }): void {
    for (const { handler } of this.#channels.get(channel) ?? []) handler(payload)
  }

  announceGap(): void {
    for (const subscriptions of this.#channels.values()) {
      for (const { onGap } of subscriptions) onGap?.()
    }
  }

  /** The statement that subscribes a new session to all channels; empty when there are no listeners. */
  listenStatement(): string {
    return this.channels.map((channel) => `listen ${channel}`).join(';')
  }
}
