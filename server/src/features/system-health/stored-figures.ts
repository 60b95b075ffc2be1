import type { Services } from '../../platform/services.ts'

const keptMs = 60_000

/** Counting all files reads a whole table: once a minute is enough for a figure that somebody looks at. */
export class StoredFigures {
  readonly #services: Pick<Services, 'clock' | 'files'>
  #counted: Promise<{ files: number; bytes: number }> | undefined
  #countedAt = 0

  constructor(services: Pick<Services, 'clock' | 'files'>) {
    this.#services = services
  }

  count(): Promise<{ files: number; bytes: number }> {
    const now = this.#services.clock.now().getTime()
    if (!this.#counted || now - this.#countedAt >= keptMs) {
      this.#countedAt = now
      this.#counted = this.#services.files.countFiles()
      this.#counted.catch(() => {
        this.#counted = undefined
      })
    }
    return this.#counted
  }
}
