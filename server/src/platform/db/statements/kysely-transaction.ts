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
import { ReadOnlyTransactionError } from '../errors.ts'
import type { Schema } from '../schema.ts'
import type { Statement, StatementResult } from './statement-batch.ts'
import type { TransactionStatements, WriteCollected } from './transaction-statements.ts'

const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver()
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
}

const readAdapter = new PostgresAdapter()

export type RunStatement = (statement: Statement) => Promise<StatementResult>

/** Kysely passes the adapter on to every object derived from a transaction, so it leads back to the session. */
class TransactionAdapter extends PostgresAdapter {
  readonly statements: TransactionStatements

  constructor(statements: TransactionStatements) {
    super()
    this.statements = statements
  }
}

/** Kysely's view of a transaction that `PooledDatabase` starts and ends itself. */
export function kyselyTransaction(statements: TransactionStatements): Transaction<Schema> {
  return kyselyOver((statement) => statements.run(statement), new TransactionAdapter(statements))
}

/** The same for reading, where each statement is its own transaction. */
export function kyselyReader(run: RunStatement): Transaction<Schema> {
  return kyselyOver(run, readAdapter)
}

function kyselyOver(run: RunStatement, adapter: PostgresAdapter): Transaction<Schema> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { command, rowCount, rows } = await run({ text: query.sql, values: query.parameters })
      const changes =
        command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
      return { ...(changes && { numAffectedRows: BigInt(rowCount) }), rows: rows as Row[] }
    },
    // biome-ignore lint/correctness/useYield: there is nothing to yield
    async *streamQuery() {
      throw new Error('Streams would hold the session for as long as the reader likes; read keyset batches.')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  return new Transaction<Schema>({ config: { dialect }, driver, dialect, executor })
}

/** The way back from Kysely's object to the statements it runs. */
export function statementsOf(tx: Transaction<Schema>): TransactionStatements {
  const { adapter } = tx.getExecutor()
  if (!(adapter instanceof TransactionAdapter)) throw new TypeError('Not a transaction of this database.')
  return adapter.statements
}

/**
 * Runs a statement whose result nobody needs together with the transaction's next statement or its commit, which saves
 * a round trip. If it fails, so do they.
 */
export function runLater(
  tx: Transaction<Schema>,
  query: { compile(tx: Transaction<Schema>): CompiledQuery },
): void {
  const { sql: text, parameters: values } = query.compile(tx)
  statementsOf(tx).runLater({ text, values })
}

/**
 * Collects an item until the work of the transaction is done. `write` gets all items right before the commit. After a
 * rollback it gets none, and a retry starts with an empty list.
 */
export function collectUntilCommit<Item>(
  tx: Transaction<Schema>,
  write: WriteCollected<Item>,
  item: Item,
): void {
  const { adapter } = tx.getExecutor()
  if (!(adapter instanceof TransactionAdapter)) throw new ReadOnlyTransactionError()
  adapter.statements.collect(write, item)
}
