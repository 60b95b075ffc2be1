import { DatabaseAwayError } from './errors.ts'

/** Whether the database answers. Who waits for it hears at once that it does not, and nobody new begins to wait. */
export class Reach {
  readonly #waiting = new Set<(error: Error) => void>()
  #isAway = false
  #times = 0

  /** How often it went away so far: sessions from before the last time may be dead without knowing it. */
  get times(): number {
    return this.#times
  }

  lose(): void {
    if (this.#isAway) return
    this.#isAway = true
    this.#times += 1
    const error = new DatabaseAwayError()
    for (const tell of [...this.#waiting]) tell(error)
  }

  regain(): void {
    this.#isAway = false
  }

  /** Calls back when the database goes away; the returned function ends that. */
  watch(tell: (error: Error) => void): () => void {
    if (this.#isAway) throw new DatabaseAwayError()
    this.#waiting.add(tell)
    return () => {
      this.#waiting.delete(tell)
    }
  }

  /** The result of the work, unless the database goes away first; what comes later is given to `late`. */
  async orAway<T>(work: () => Promise<T>, late: (result: T) => void): Promise<T> {
    const away = Promise.withResolvers<never>()
    const forget = this.watch(away.reject)
    const running = work()
    try {
      return await Promise.race([running, away.promise])
    } catch (error) {
      running.then(late, () => {})
      throw error
    } finally {
      forget()
    }
  }
}
