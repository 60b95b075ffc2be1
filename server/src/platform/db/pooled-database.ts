import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Actor } from './actor.ts'
import type { Availability } from './availability.ts'
import type { Database, ListenOptions, OwnerClient, PoolStats, Transaction } from './database.ts'
import {
  DatabaseUnavailableError,
  DeadlineError,
  NestedTransactionError,
  TransactionEndedError,
} from './errors.ts'
import type { Limits } from './limits.ts'
import type { Notifications } from './notifications.ts'
import { retryConflicts, retryReading } from './retry.ts'
import { Session } from './session.ts'
import { sessionSettings, unlimitedSettings } from './session-settings.ts'
import { kyselyReader, kyselyTransaction, statementsOf } from './statements/kysely-transaction.ts'
import type { Statement, StatementResult } from './statements/statement-batch.ts'
import { StatementQueue } from './statements/statement-queue.ts'
import { TransactionStatements } from './statements/transaction-statements.ts'
import {
  canReadApart,
  readStart,
  type TransactionOptions,
  type TransactionStart,
  transactionStart,
} from './transaction-start.ts'

export interface PooledDatabaseParts {
  kind: Database['kind']
  pool: pg.Pool
  limits: Limits
  notifications: Notifications
  availability: Availability
  /** Stops background work before the sessions close. */
  beforeClose(): void
  /** Cleans up after the last session has closed. */
  afterClose(): Promise<void>
}

/** The database over a pool of sessions. PostgreSQL and the embedded database differ only in the parts they pass in. */
export class PooledDatabase implements Database {
  readonly #parts: PooledDatabaseParts
  readonly #scope = new AsyncLocalStorage<{ isOpen: boolean }>()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #outagesBefore = new WeakMap<object, number>()
  #closed: Promise<void> | undefined
  /** The embedded database was open before, so whatever keeps it from opening again may pass, such as a full disk. */
  #canReopen = false

  constructor(parts: PooledDatabaseParts) {
    this.#parts = parts
    parts.pool.on('connect', (client) => this.#outagesBefore.set(client, parts.availability.outages))
  }

  get kind(): Database['kind'] {
    return this.#parts.kind
  }

  async transact<T>(
    actor: Actor,
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    if (canReadApart(options)) return this.#readApart(readStart(actor, options), work)
    const start = transactionStart(actor, options)
    return retryConflicts(() =>
      this.#withSession((session) => this.#runTransaction(session, start, work, options), options.timeoutMs),
    )
  }

  async executeAsOwner(sqlText: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.#withSession((session) => session.query(sqlText, values))
  }

  async executeAsOwnerWithin(
    tx: Transaction,
    sqlText: string,
    values: unknown[] = [],
  ): Promise<StatementResult> {
    return statementsOf(tx).runAsOwner({ text: sqlText, values })
  }

  async runAsOwner<T>(work: (client: OwnerClient) => Promise<T>): Promise<T> {
    return this.#withSession(async (session) => {
      session.markUnusable()
      await session.query(unlimitedSettings)
      const result = await work(session)
      await session.query(sessionSettings(this.#parts.limits))
      session.markReusable()
      return result
    }, Number.POSITIVE_INFINITY)
  }

  async listen(channel: string, handler: (payload: string) => void, options: ListenOptions = {}) {
    this.#refuseNested()
    return this.#parts.notifications.listen(channel, handler, options)
  }

  poolStats(): PoolStats {
    const { options, totalCount, idleCount, waitingCount } = this.#parts.pool
    return { most: options.max, open: totalCount, idle: idleCount, waiting: waitingCount }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#parts.beforeClose()
    await Promise.allSettled(this.#underWay)
    await this.#parts.notifications.close()
    await this.#parts.pool.end()
    await this.#parts.afterClose()
  }

  #withSession<T>(work: (session: Session) => Promise<T>, statementTimeoutMs?: number): Promise<T> {
    return this.#untilClosed(() => this.#lendSession(work, statementTimeoutMs))
  }

  #untilClosed<T>(work: () => Promise<T>): Promise<T> {
    this.#refuseNested()
    if (this.#closed) return Promise.reject(new Error('The database is closed.'))
    const run = work().finally(() => this.#underWay.delete(run))
    this.#underWay.add(run)
    return run
  }

  async #lendSession<T>(
    work: (session: Session) => Promise<T>,
    statementTimeoutMs = this.#parts.limits.statementTimeoutMs,
  ): Promise<T> {
    const client = await this.#takeClient()
    const session = new Session(client, { statementTimeoutMs, graceMs: this.#parts.limits.graceMs })
    let unwatch = () => {}
    try {
      unwatch = this.#parts.availability.watch((error) => session.destroy(error))
      return await work(session)
    } finally {
      unwatch()
      await session.rollback()
      session.release()
    }
  }

  async #takeClient(): Promise<pg.PoolClient> {
    const { pool, availability: reach } = this.#parts
    for (;;) {
      const client = await reach
        .orUnavailable(
          () => pool.connect(),
          (late) => late.release(),
        )
        .catch((error: unknown) => throwUnavailable(error, this.#canReopen))
      this.#canReopen = this.kind === 'embedded'
      if (this.#outagesBefore.get(client) === reach.outages) return client
      client.release(true)
    }
  }

  /** What is read at the same moment is a transaction of its own: one round trip, and no session is held in between. */
  #readApart<T>(start: Statement, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#untilClosed(async () => {
      let isEnded = false
      const queue = new StatementQueue((statements) =>
        retryReading(() =>
          this.#lendSession((session) => session.queryTogether([start, ...statements])),
        ).then(([, ...results]) => results),
      )
      const reader = kyselyReader(async (statement) => {
        if (isEnded) throw new TransactionEndedError()
        const [result] = await queue.run([statement])
        return result as StatementResult
      })
      try {
        return await work(reader)
      } finally {
        isEnded = true
      }
    })
  }

  async #runTransaction<T>(
    session: Session,
    start: TransactionStart,
    work: (tx: Transaction) => Promise<T>,
    { timeoutMs = this.#parts.limits.transactionTimeoutMs }: TransactionOptions,
  ): Promise<T> {
    const scope = { isOpen: true }
    const statements = new TransactionStatements(session, start)
    const deadline = setTimeout(() => session.destroy(new DeadlineError('transaction', timeoutMs)), timeoutMs)
    try {
      const result = await Promise.race([
        this.#scope.run(scope, () => work(kyselyTransaction(statements))),
        session.lost,
      ])
      await statements.commit()
      return result
    } finally {
      await statements.end()
      scope.isOpen = false
      clearTimeout(deadline)
    }
  }

  #refuseNested(): void {
    if (this.#scope.getStore()?.isOpen) throw new NestedTransactionError()
  }
}

/** The pool reports only by its message that no session became free in time. */
function throwUnavailable(error: unknown, canReopen: boolean): never {
  if (canReopen || (error instanceof Error && /\btimeout\b/.test(error.message)))
    throw new DatabaseUnavailableError({ cause: error })
  throw error
}
