import type { Statement, StatementResult } from './statement-batch.ts'

export type SendStatements = (statements: readonly Statement[]) => Promise<StatementResult[]>

interface Waiting {
  /** Sent before the others; nobody waits for their results. */
  kept: readonly Statement[]
  statements: readonly Statement[]
  resolve(results: StatementResult[]): void
  reject(error: unknown): void
}

/**
 * Sends statements in their order. Those that the work starts at the same moment travel together, in one round trip:
 * `Promise.all` over queries that don't need each other's results costs as much as one of them. If one of them fails,
 * they all do.
 */
export class StatementQueue {
  readonly #send: SendStatements
  #waiting: Waiting[] = []
  #later: Statement[] = []
  #isDue = false
  #last: Promise<void> = Promise.resolve()

  constructor(send: SendStatements) {
    this.#send = send
  }

  /** Runs these right after one another, and answers with the result of each. */
  run(statements: readonly Statement[]): Promise<StatementResult[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ kept: this.takeLater(), statements, resolve, reject })
      if (this.#isDue) return
      this.#isDue = true
      this.#last = this.#last.then(untilStarted).then(() => this.#sendWaiting())
    })
  }

  /** Keeps the statement until the next one runs, which fails if this one does. */
  runLater(statement: Statement): void {
    this.#later.push(statement)
  }

  /** The kept statements that no other one took along. */
  takeLater(): Statement[] {
    const later = this.#later
    this.#later = []
    return later
  }

  /** Waits for the statements that were started. */
  async settle(): Promise<void> {
    await this.#last
  }

  async #sendWaiting(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#isDue = false
    try {
      const results = await this.#send(waiting.flatMap(({ kept, statements }) => [...kept, ...statements]))
      let place = 0
      for (const { kept, statements, resolve } of waiting) {
        place += kept.length
        resolve(results.slice(place, place + statements.length))
        place += statements.length
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}

/** Runs after the promises that are settled by now went on, so after all that the work starts at this moment. */
const untilStarted = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
