import { TransactionAbortedError, TransactionEndedError } from './errors.ts'
import type { Session } from './session.ts'
import type { Statement, StatementResult } from './statement-batch.ts'
import type { TransactionStart } from './transaction-start.ts'

const commit: Statement = { text: 'commit', values: [] }

/** The statements of one transaction, run one after the other also when the work starts several at once. */
export class TransactionStatements {
  readonly #session: Session
  readonly #start: TransactionStart
  #last: Promise<unknown> = Promise.resolve()
  #stage: 'not begun' | 'begun' | 'refused' = 'not begun'
  #isEnded = false

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

  async commit(): Promise<void> {
    await this.end()
    if (this.#stage === 'not begun') return
    const { command } = await this.#send([commit])
    if (command !== 'COMMIT') throw new TransactionAbortedError()
  }

  /** Waits for what was started and lets nothing more through. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#last
  }

  async #send(statements: readonly Statement[]): Promise<StatementResult> {
    if (this.#stage === 'begun') return this.#session.queryTogether(statements)
    // Nobody knows whether it was `begin` that failed, and then a next statement would run without the actor.
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
