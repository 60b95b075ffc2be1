import {
  ReadOnlyTransactionError,
  sqlState,
  TransactionAbortedError,
  TransactionEndedError,
} from './errors.ts'
import type { Session } from './session.ts'
import type { Statement, StatementResult } from './statement-batch.ts'
import type { TransactionStart } from './transaction-start.ts'

const commit: Statement = { text: 'commit', values: [] }
const inFailedTransaction = '25P02'

/** Turns the items collected in a transaction into the statements that write them. */
export type WriteCollected<Item> = (items: readonly Item[]) => Statement[]

/** The statements of one transaction, run one after the other also when the work starts several at once. */
export class TransactionStatements {
  readonly #session: Session
  readonly #start: TransactionStart
  #last: Promise<unknown> = Promise.resolve()
  #stage: 'not begun' | 'begun' | 'refused' = 'not begun'
  #isEnded = false
  readonly #collected = new Map<WriteCollected<never>, unknown[]>()

  constructor(session: Session, start: TransactionStart) {
    this.#session = session
    this.#start = start
  }

  get role(): string {
    return this.#start.role
  }

  run(statement: Statement): Promise<StatementResult> {
    const isUnnamed = this.#start.hasVariedTexts
    return this.#inTurn(() => this.#send([isUnnamed ? { ...statement, isUnnamed } : statement]))
  }

  /** Runs several statements with nothing of the same transaction in between. */
  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (this.#stage !== 'begun') await this.#send([])
      return work(this.#session)
    })
  }

  /** Keeps an item until the work is done; `write` is called once, before the commit, with all of its items. */
  collect<Item>(write: WriteCollected<Item>, item: Item): void {
    if (this.#isEnded) throw new TransactionEndedError()
    if (this.#start.isReadOnly) throw new ReadOnlyTransactionError()
    const items = this.#collected.get(write)
    if (items) items.push(item)
    else this.#collected.set(write, [item])
  }

  /** Writes what was collected and commits, in one round trip. */
  async commit(): Promise<void> {
    await this.end()
    const writes = [...this.#collected].flatMap(([write, items]) => write(items as never[]))
    if (this.#stage === 'not begun' && writes.length === 0) return
    const { command } = await this.#send([...writes, commit]).catch(refusedAsAborted)
    if (command !== 'COMMIT') throw new TransactionAbortedError()
  }

  /** Waits for running statements and refuses new ones. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#last
  }

  async #send(statements: readonly Statement[]): Promise<StatementResult> {
    if (this.#stage === 'begun') return this.#session.queryTogether(statements)
    // It may have been `begin` that failed, and then the next statement would run without the actor.
    if (this.#stage === 'refused') throw new TransactionAbortedError()
    this.#stage = 'refused'
    const result = await this.#session.queryTogether([...this.#start.statements, ...statements])
    this.#stage = 'begun'
    return result
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isEnded) return Promise.reject(new TransactionEndedError())
    const next = this.#last.then(work)
    this.#last = next.catch(() => {})
    return next
  }
}

/** After a failed statement the database answers a commit by rolling back, but refuses what comes before it. */
function refusedAsAborted(error: unknown): never {
  if (sqlState(error) === inFailedTransaction) throw new TransactionAbortedError()
  throw error
}
