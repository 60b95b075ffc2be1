import { AppError } from './app-error.ts'
import type { Database } from './db/database.ts'
import { limits } from './limits.ts'
import type { Services } from './services.ts'

/** Long-polling requests of open viewers. The database notifies which link has changed. */

const channel = 'exempta_viewers'
const waitingMax = 5000

export interface Waiting {
  /** Resolves to true on a change, and to false on a timeout, a disconnect or a shutdown. */
  until(timeoutMs: number, signal: AbortSignal): Promise<boolean>
  leave(): void
}

export class ViewerWatch {
  readonly #database: Database
  readonly #waiting = new Map<string, Set<(isChange: boolean) => void>>()
  #count = 0
  #listening: Promise<() => Promise<void>> | undefined
  #isStopped = false

  constructor(database: Database) {
    this.#database = database
  }

  /** Changes count from here on, so join before reading the current state. */
  async join(linkId: string): Promise<Waiting> {
    if (this.#count >= waitingMax) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    await this.#listen()
    const change = Promise.withResolvers<boolean>()
    const own = this.#waiting.get(linkId) ?? new Set()
    this.#waiting.set(linkId, own.add(change.resolve))
    this.#count += 1
    if (this.#isStopped) change.resolve(false)
    return {
      async until(timeoutMs, signal) {
        const give = () => change.resolve(false)
        const timer = setTimeout(give, timeoutMs)
        signal.addEventListener('abort', give)
        if (signal.aborted) give()
        return change.promise.finally(() => clearTimeout(timer))
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
    this.#wakeAll(false)
    const stopListening = await this.#listening
    await stopListening?.()
  }

  async #listen(): Promise<void> {
    this.#listening ??= this.#database.listen(channel, (id) => this.#wake(id, true), {
      onGap: () => this.#wakeAll(true),
    })
    try {
      await this.#listening
    } catch (error) {
      this.#listening = undefined
      throw error
    }
  }

  #wake(linkId: string, isChange: boolean): void {
    for (const resolve of this.#waiting.get(linkId) ?? []) resolve(isChange)
  }

  #wakeAll(isChange: boolean): void {
    for (const linkId of this.#waiting.keys()) this.#wake(linkId, isChange)
  }
}

/**
 * Resolves as soon as what `read` returns differs from what the page shows; `read` fails once access ended. After a
 * timeout the page asks again and gets the state of that moment.
 */
export async function awaitChange(
  { clock }: Pick<Services, 'clock'>,
  watch: ViewerWatch,
  { id, state, signal }: { id: string; state: string; signal: AbortSignal },
  read: () => Promise<{ state: string; expiresAt: string }>,
): Promise<{ isChanged: boolean }> {
  const waiting = await watch.join(id)
  try {
    const now = await read()
    if (now.state !== state) return { isChanged: true }
    const endsInMs = new Date(now.expiresAt).getTime() - clock.now().getTime()
    const hasChange = await waiting.until(Math.min(limits.viewerWaitMs, endsInMs), signal)
    if (!hasChange) return { isChanged: false }
  } finally {
    waiting.leave()
  }
  return { isChanged: (await read()).state !== state }
}
