import {
  ReadOnlyTransactionError,
  sqlState,
  TransactionAbortedError,
  TransactionEndedError,
} from '../errors.ts'
import type { Session } from '../session.ts'
import type { TransactionStart } from '../transaction-start.ts'
import type { Statement, StatementResult } from './statement-batch.ts'
import { StatementQueue } from './statement-queue.ts'

const commit: Statement = { text: 'commit', values: [] }
const asOwner: Statement = { text: 'set local role none', values: [] }
const inFailedTransaction = '25P02'

/** Turns the items collected in a transaction into the statements that write them. */
export type WriteCollected<Item> = (items: readonly Item[]) => Statement[]

/** The statements of one transaction. */
export class TransactionStatements {
  readonly #session: Session
  readonly #start: TransactionStart
  readonly #queue = new StatementQueue((statements) => this.#send(statements))
  #stage: 'not begun' | 'begun' | 'refused' = 'not begun'
  #isEnded = false
  readonly #collected = new Map<WriteCollected<never>, unknown[]>()

  constructor(session: Session, start: TransactionStart) {
    this.#session = session
    this.#start = start
  }

  async run(statement: Statement): Promise<StatementResult> {
    this.#refuseEnded()
    const isUnnamed = this.#start.hasVariedTexts
    const [result] = await this.#queue.run([isUnnamed ? { ...statement, isUnnamed } : statement])
    return result as StatementResult
  }

  /** Runs the statement with the next one or with the commit. */
  runLater(statement: Statement): void {
    this.#refuseEnded()
    this.#queue.runLater(statement)
  }

  /** Runs the statement past row-level security. The roles around it are part of the same write. */
  async runAsOwner(statement: Statement): Promise<StatementResult> {
    this.#refuseEnded()
    const asBefore = { text: `set local role ${this.#start.role}`, values: [] }
    const [, result] = await this.#queue.run([asOwner, statement, asBefore])
    return result as StatementResult
  }

  /** Keeps an item until the work is done; `write` is called once, before the commit, with all of its items. */
  collect<Item>(write: WriteCollected<Item>, item: Item): void {
    this.#refuseEnded()
    if (this.#start.isReadOnly) throw new ReadOnlyTransactionError()
    const items = this.#collected.get(write)
    if (items) items.push(item)
    else this.#collected.set(write, [item])
  }

  /** Writes what was collected and commits, in one round trip. */
  async commit(): Promise<void> {
    await this.end()
    const collected = [...this.#collected].flatMap(([write, items]) => write(items as never[]))
    const writes = [...this.#queue.takeLater(), ...collected]
    if (this.#stage === 'not begun' && writes.length === 0) return
    const results = await this.#send([...writes, commit]).catch(refusedAsAborted)
    if (results.at(-1)?.command !== 'COMMIT') throw new TransactionAbortedError()
  }

  /** Waits for running statements and refuses new ones. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#queue.settle()
  }

  async #send(statements: readonly Statement[]): Promise<StatementResult[]> {
    if (this.#stage === 'begun') return this.#session.queryTogether(statements)
    // It may have been `begin` that failed, and then the next statement would run without the actor.
    if (this.#stage === 'refused') throw new TransactionAbortedError()
    this.#stage = 'refused'
    const start = this.#start.statements
    const results = await this.#session.queryTogether([...start, ...statements])
    this.#stage = 'begun'
    return results.slice(start.length)
  }

  #refuseEnded(): void {
    if (this.#isEnded) throw new TransactionEndedError()
  }
}

/** After a failed statement the database answers a commit by rolling back, but refuses what comes before it. */
function refusedAsAborted(error: unknown): never {
  if (sqlState(error) === inFailedTransaction) throw new TransactionAbortedError()
  throw error
}
