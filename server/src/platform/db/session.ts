import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { statements as statementMetrics } from '../measurements.ts'
import { CopyIn } from './copy-in.ts'
import { DeadlineError, sqlState } from './errors.ts'
import { isStalePlan } from './retry.ts'
import { type Statement, StatementBatch, type StatementResult } from './statements/statement-batch.ts'

const queryCanceled = '57014'
// Undoing takes no time. It has its own limit because some sessions have none.
const rollbackTimeoutMs = 15_000

export interface SessionLimits {
  statementTimeoutMs: number
  /** Added before this side gives up where the server keeps the limit itself. */
  graceMs: number
}

/** One database session while it is lent out. After a deadline it is destroyed and never reused. */
export class Session {
  readonly #client: pg.PoolClient
  readonly #limits: SessionLimits
  #lost: PromiseWithResolvers<never> | undefined
  #failure: Error | undefined
  // A flag, not an error: making one costs a stack trace, and this happens in every transaction.
  #isReturned = false
  #isUnfit = false
  #hasFailed = false

  constructor(client: pg.PoolClient, limits: SessionLimits) {
    this.#client = client
    this.#limits = limits
    client.on('error', this.#onConnectionError)
  }

  /** Rejects when the session is lost to a deadline; never resolves. */
  get lost(): Promise<never> {
    if (!this.#lost) {
      this.#lost = Promise.withResolvers()
      // The caller that races against it gets the error; afterwards it must not count as unhandled.
      this.#lost.promise.catch(() => {})
      if (this.#failure) this.#lost.reject(this.#failure)
    }
    return this.#lost.promise
  }

  /** Runs one statement with values, or a text of several statements without. */
  query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    return this.#run(() => this.#client.query({ text, values: [...values] }))
  }

  /** Runs statements in one round trip; the server parses and plans each once per session. */
  queryTogether(statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.#run(() => this.#client.query(new StatementBatch(statements)).results)
  }

  /** Runs `COPY … FROM STDIN` with a block of rows; returns how many rows were added. */
  copyFrom(text: string, rows: Buffer): Promise<number> {
    return this.#run(() => this.#client.query(new CopyIn(text, rows)).result)
  }

  async #run<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#isReturned) throw new Error('The session was given back.')
    if (this.#failure) throw this.#failure
    const { statementTimeoutMs, graceMs } = this.#limits
    const begunMs = performance.now()
    let isOk = false
    const timer = startTimer(statementTimeoutMs + graceMs, () => {
      this.destroy(new DeadlineError('statement', statementTimeoutMs))
    })
    try {
      const answer = await ask()
      isOk = true
      return answer
    } catch (error) {
      this.#hasFailed = true
      // The stack where the answer arrived is useless; this one leads back to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (isStalePlan(error)) this.#isUnfit = true
      if (isPanic(error)) this.#cutOff(error)
      throw this.#failure ?? this.#translate(error)
    } finally {
      clearTimeout(timer)
      statementMetrics.record({ isOk, ms: performance.now() - begunMs })
    }
  }

  /** Ends the session under whatever it is doing; its open transaction is rolled back. */
  destroy(error: Error): void {
    if (this.#failure || this.#isReturned) return
    this.#failure = error
    this.#lost?.reject(error)
    this.#client.off('error', this.#onConnectionError)
    this.#client.release(error)
  }

  /** Returns the session to the pool, which discards it when it is unusable or still in a transaction. */
  release(): void {
    if (this.#failure || this.#isReturned) return
    this.#isReturned = true
    this.#client.off('error', this.#onConnectionError)
    this.#client.release(this.#isUnfit || !this.#isIdle())
  }

  /** The session must not be lent out again until `markReusable` is called. */
  markUnusable(): void {
    this.#isUnfit = true
  }

  markReusable(): void {
    this.#isUnfit = false
  }

  /** Rolls back an open transaction. A session that cannot do this, or not in time, is not reused. */
  async rollback(): Promise<void> {
    if (this.#failure || this.#isReturned || this.#isIdle()) return
    const timer = startTimer(rollbackTimeoutMs, () => {
      this.destroy(new DeadlineError('statement', rollbackTimeoutMs))
    })
    try {
      await this.#client.query('rollback')
      this.#hasFailed = false
    } catch {
      this.#isUnfit = true
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * After a panic the embedded engine still holds its locks and answers nothing, not even a polite end, so its
   * connection is cut and the next session recovers the files. A server has ended the connection itself.
   */
  #cutOff(error: Error): void {
    const { connection } = this.#client as unknown as { connection: { stream: Duplex } }
    this.destroy(error)
    connection.stream.destroy()
  }

  // The server reports an error before the new transaction state, so the known state is outdated at that point.
  #isIdle(): boolean {
    return !this.#hasFailed && this.#client.getTransactionStatus() === 'I'
  }

  #onConnectionError = (error: Error): void => this.destroy(error)

  #translate(error: unknown): unknown {
    if (sqlState(error) !== queryCanceled) return error
    return new DeadlineError('statement', this.#limits.statementTimeoutMs, { cause: error })
  }
}

const isPanic = (error: unknown): error is Error =>
  error instanceof Error && 'severity' in error && error.severity === 'PANIC'

/** A limit of Infinity means none; Node's timer would fire at once. */
function startTimer(delayMs: number, fire: () => void): NodeJS.Timeout | undefined {
  return Number.isFinite(delayMs) ? setTimeout(fire, delayMs) : undefined
}
