import type { Clock } from '../../../platform/clock.ts'
import { limits } from '../limits.ts'

/** How much one network sends at a time, and within a minute. */
export class SourceLimits {
  readonly #clock: Pick<Clock, 'now'>
  readonly #open = new Map<string, number>()
  #messages = new Map<string, number>()
  #since = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Returns false if the source has too many connections. */
  open(source: string): boolean {
    const open = this.#open.get(source) ?? 0
    if (open >= limits.connectionsOfSource) return false
    this.#open.set(source, open + 1)
    return true
  }

  close(source: string): void {
    const open = (this.#open.get(source) ?? 1) - 1
    if (open > 0) this.#open.set(source, open)
    else this.#open.delete(source)
  }

  /** Returns false if the source has sent too many messages. */
  count(source: string): boolean {
    const now = this.#clock.now().getTime()
    if (Math.abs(now - this.#since) >= limits.sourceMs) {
      this.#messages = new Map()
      this.#since = now
    }
    const messages = (this.#messages.get(source) ?? 0) + 1
    this.#messages.set(source, messages)
    return messages <= limits.messagesOfSource
  }
}
