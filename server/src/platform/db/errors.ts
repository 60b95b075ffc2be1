/** The data folder is held by another running process, or by another open database of this one. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'

  constructor(folder: string) {
    super(
      `Another running Exempta is using the data folder ${folder}. Stop it first or choose another folder with DATA_DIR.`,
    )
  }
}

/** A statement or a transaction took longer than it was given; its transaction was rolled back. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'

  constructor(what: 'statement' | 'transaction', limitMs: number, options?: ErrorOptions) {
    super(`The database ${what} did not finish within ${limitMs} ms and was ended.`, options)
  }
}

/** The database did not answer in time or had no free session. It is unknown whether anything was done. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseAwayError'

  constructor(options?: ErrorOptions) {
    super('The database does not answer.', options)
  }
}

/** A transaction was started from inside an open one. On a database with a single session this would wait forever. */
export class NestedTransactionError extends Error {
  override name = 'NestedTransactionError'

  constructor() {
    super(
      'The database was asked from inside an open transaction; use the transaction that is already there.',
    )
  }
}

/** A transaction object was used after its transaction ended, usually because of a missing await. */
export class TransactionEndedError extends Error {
  override name = 'TransactionEndedError'

  constructor() {
    super('This transaction has already ended; await every query before its work returns.')
  }
}

/** Code tried to write at the commit of a read-only transaction. */
export class ReadOnlyTransactionError extends Error {
  override name = 'ReadOnlyTransactionError'

  constructor() {
    super('This transaction only reads; nothing can be published or sent from it.')
  }
}

/** A statement failed inside the transaction, the work went on regardless, and the database rolled back. */
export class TransactionAbortedError extends Error {
  override name = 'TransactionAbortedError'

  constructor() {
    super('A statement of this transaction had failed, so the database rolled all of it back.')
  }
}

/** The SQLSTATE of an error that came from the database, if it did. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

const lineCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'])

// The second is the error of a session that was lent out after it ended but before the pool noticed.
const lineMessages = /^Connection terminated|is not queryable$/

/**
 * No resources (disk, memory, sessions); a read-only database, as a standby is during a failover; a lock timeout;
 * conflicts that retries did not resolve; a canceled statement; a failing disk.
 */
const unavailableStates = /^(53...|25006|55P03|40001|40P01|57014|58030)$/

/** The database cannot serve the request now but may later. Such an error is neither a bug nor the user's fault. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    error instanceof DeadlineError ||
    error instanceof DatabaseUnavailableError ||
    isConnectionLost(error) ||
    unavailableStates.test(sqlState(error) ?? '')
  )
}

/** Input bytes that cannot be stored as text, such as a zero byte. Retrying does not help. */
export const isUnstorableText = (error: unknown): boolean => /^(22021|22P05)$/.test(sqlState(error) ?? '')

/** The connection to the database was lost, for example because it is restarting. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && lineCodes.has(String(error.code))) return true
  return /^(08|57P)/.test(sqlState(error) ?? '') || lineMessages.test(error.message)
}
