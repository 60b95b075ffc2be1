import { DatabaseUnavailableError } from './errors.ts'

/** Whether the database answers. Who waits for it hears at once that it does not, and nobody new begins to wait. */
export class Availability {
  readonly #listeners = new Set<(error: Error) => void>()
  #isUnavailable = false
  #outages = 0

  /** How often it went away so far: sessions from before the last time may be dead without knowing it. */
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

  /** Calls back when the database goes away; the returned function ends that. */
  watch(listener: (error: Error) => void): () => void {
    if (this.#isUnavailable) throw new DatabaseUnavailableError()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** The result of the work, unless the database goes away first; what comes later is given to `late`. */
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
