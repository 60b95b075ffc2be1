import type { Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'
import type { Actor } from './actor.ts'
import type { Schema } from './schema.ts'
import type { TransactionOptions } from './transaction-start.ts'

export type { Actor } from './actor.ts'
export type { TransactionOptions } from './transaction-start.ts'

export type Transaction = KyselyTransaction<Schema>

/**
 * The only access to the database. Features can use nothing but `transact`: every query runs in a transaction that
 * carries an actor, and row-level security shows that actor only the rows it may see.
 */
export interface Database {
  readonly kind: 'embedded' | 'postgres'

  /**
   * Runs the work in one transaction: commits when it returns, rolls back when it throws. After a conflict
   * with another transaction the work runs again, so it must have no effect outside the database.
   */
  transact<T>(actor: Actor, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>

  /** Receives what committed transactions send with NOTIFY, until the returned function is called. */
  listen(
    channel: string,
    handler: (payload: string) => void,
    options?: ListenOptions,
  ): Promise<() => Promise<void>>

  /** Runs a statement as the owner of the tables, past row-level security: for migrations and the job queue only. */
  executeAsOwner(sqlText: string, values?: unknown[]): Promise<{ rows: unknown[] }>

  /** The same inside an open transaction, for a job that must be sent exactly when the transaction commits. */
  executeAsOwnerWithin(tx: Transaction, sqlText: string, values?: unknown[]): Promise<{ rows: unknown[] }>

  /** Lends a session as owner, without time limits: for migrations and for loading public files. */
  runAsOwner<T>(work: (client: OwnerClient) => Promise<T>): Promise<T>

  /** Sessions of this process. */
  poolStats(): PoolStats

  /** Ends after the transactions under way; later ones are refused. */
  close(): Promise<void>
}

export interface PoolStats {
  most: number
  open: number
  idle: number
  /** How many wait for a session. */
  waiting: number
}

export interface OwnerClient {
  query(sqlText: string, values?: unknown[]): Promise<pg.QueryResult>
  /** Runs `COPY … FROM STDIN` with a block of rows; returns how many rows were added. */
  copyFrom(sqlText: string, rows: Buffer): Promise<number>
}

export interface ListenOptions {
  /** Called when the subscription was interrupted and is back: notifications may have been missed. */
  onGap?: () => void
}

export interface DatabaseOptions {
  /** Connection string of a PostgreSQL server; without it the embedded database in `<dataDir>/db` is used. */
  url?: string | undefined
  dataDir: string
  poolSize?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  transactionTimeoutMs?: number
  onNotice?: (notice: DatabaseNotice) => void
}

/** Something the operator should see in the log; it never holds data of a row. */
export type DatabaseNotice =
  | { kind: 'connection-lost'; reason: string }
  | { kind: 'listening-lost'; reason: string }
  | { kind: 'listening-restored' }
  | { kind: 'housekeeping-failed'; reason: string }
