/** Calls of open viewers that wait for a change. The database tells which link something changed for. */
import type { Database } from '../../platform/db/database.ts'

const channel = 'exempta_viewers'
/** Whoever opens more pages than this at once is answered without waiting. */
const waitingMax = 5000

export interface Waiting {
  /** Resolves at a change, at the end of the time, or when the other side or the server goes. */
  until(timeoutMs: number, signal: AbortSignal): Promise<void>
  leave(): void
}

export class ViewerWatch {
  readonly #database: Database
  readonly #waiting = new Map<string, Set<() => void>>()
  #count = 0
  #listening: Promise<() => Promise<void>> | undefined
  #isStopped = false

  constructor(database: Database) {
    this.#database = database
  }

  /** Changes count from here on, so join before looking at what is there. */
  async join(linkId: string): Promise<Waiting> {
    this.#listening ??= this.#database.listen(channel, (id) => this.#wake(id), {
      onGap: () => this.#wakeAll(),
    })
    await this.#listening
    const change = Promise.withResolvers<void>()
    const own = this.#waiting.get(linkId) ?? new Set()
    this.#waiting.set(linkId, own.add(change.resolve))
    this.#count += 1
    if (this.#isStopped || this.#count > waitingMax) change.resolve()
    return {
      async until(timeoutMs, signal) {
        const timer = setTimeout(change.resolve, timeoutMs)
        signal.addEventListener('abort', () => change.resolve())
        if (signal.aborted) change.resolve()
        await change.promise
        clearTimeout(timer)
      },
      leave: () => {
        this.#count -= 1
        own.delete(change.resolve)
        if (own.size === 0) this.#waiting.delete(linkId)
      },
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wakeAll()
    const stopListening = await this.#listening
    await stopListening?.()
  }

  #wake(linkId: string): void {
    for (const resolve of this.#waiting.get(linkId) ?? []) resolve()
  }

  #wakeAll(): void {
    for (const linkId of this.#waiting.keys()) this.#wake(linkId)
  }
}
