import { DatabaseUnavailableError } from './errors.ts'

/** Whether the database answers. When it stops, everything that waits for it fails at once, and nothing starts to wait. */
export class Availability {
  readonly #listeners = new Set<(error: Error) => void>()
  #isUnavailable = false
  #outages = 0

  /** How many outages there were. A session opened before the last one may be dead without knowing it. */
  get outages(): number {
    return this.#outages
  }

  markUnavailable(): void {
    if (this.#isUnavailable) return
    this.#isUnavailable = true
    this.#outages += 1
    const error = new DatabaseUnavailableError()
    for (const listener of [...this.#listeners]) listener(error)
  }

  markAvailable(): void {
    this.#isUnavailable = false
  }

  /** Calls the listener when the database becomes unavailable, until the returned function is called. */
  watch(listener: (error: Error) => void): () => void {
    if (this.#isUnavailable) throw new DatabaseUnavailableError()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Runs the work, and fails when the database becomes unavailable first. A result that arrives later goes to `onLate`. */
  async orUnavailable<T>(work: () => Promise<T>, onLate: (result: T) => void): Promise<T> {
    const unavailable = Promise.withResolvers<never>()
    const unwatch = this.watch(unavailable.reject)
    const running = work()
    try {
      return await Promise.race([running, unavailable.promise])
    } catch (error) {
      running.then(onLate, () => {})
      throw error
    } finally {
      unwatch()
    }
  }
}
