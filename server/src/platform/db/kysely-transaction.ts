import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import { TransactionEndedError } from './errors.ts'
import type { Schema } from './schema/schema.ts'
import type { Session } from './session.ts'

const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver()
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
}

/** Kysely passes the adapter on to every object derived from a transaction, so it leads back to the session. */
class TransactionAdapter extends PostgresAdapter {
  readonly statements: TransactionStatements

  constructor(statements: TransactionStatements) {
    super()
    this.statements = statements
  }
}

/** Kysely's view of a transaction that this door has begun and will end itself. */
export function kyselyTransaction(statements: TransactionStatements): Transaction<Schema> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { command, rowCount, rows } = await statements.run(query.sql, query.parameters)
      const changes =
        command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
      return { ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }), rows: rows as Row[] }
    },
    // biome-ignore lint/correctness/useYield: there is nothing to yield
    async *streamQuery() {
      throw new Error('Streams would hold the session for as long as the reader likes; read keyset batches.')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, new TransactionAdapter(statements), {
    provideConnection: (consumer) => consumer(connection),
  })
  return new Transaction<Schema>({ config: { dialect }, driver, dialect, executor })
}

/** The way back from Kysely's object to the statements it runs. */
export function statementsOf(tx: Transaction<Schema>): TransactionStatements {
  const { adapter } = tx.getExecutor()
  if (!(adapter instanceof TransactionAdapter))
    throw new TypeError('Not a transaction of this database door.')
  return adapter.statements
}

/** The statements of one transaction, run one after the other also when the work starts several at once. */
export class TransactionStatements {
  readonly role: string
  readonly #session: Session
  #last: Promise<unknown> = Promise.resolve()
  #isEnded = false

  constructor(session: Session, role: string) {
    this.#session = session
    this.role = role
  }

  run(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    return this.exclusively((session) => session.queryPrepared(text, values))
  }

  /** Runs several statements with nothing of the same transaction in between. */
  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#isEnded) return Promise.reject(new TransactionEndedError())
    const next = this.#last.then(() => work(this.#session))
    this.#last = next.catch(() => {})
    return next
  }

  /** Waits for what was started and lets nothing more through. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#last
  }
}
