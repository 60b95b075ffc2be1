import { AppError } from './app-error.ts'

const retryAfterSeconds = 5

/** For what is held whole in memory: so many at a time, and no more are even read. */
export class LimitedPlaces {
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) throw new AppError('unavailable', { retryAfterSeconds })
    this.#free--
    try {
      return await work()
    } finally {
      this.#free++
    }
  }
}
