/** The data folder is held by another running process, or by another open database of this one. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'

  constructor(folder: string) {
    super(
      `The data folder ${folder} is already in use by another running Exempta; stop that one first or choose another folder with DATA_DIR.`,
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

/** The database did not answer in time, or had no session free in time; nothing is known to have been done. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseAwayError'

  constructor(options?: ErrorOptions) {
    super('The database does not answer.', options)
  }
}

/** The door was asked for a second session from inside an open transaction: with one session that waits forever. */
export class NestedTransactionError extends Error {
  override name = 'NestedTransactionError'

  constructor() {
    super(
      'The database was asked from inside an open transaction; use the transaction that is already there.',
    )
  }
}

/** A transaction object was used after its transaction had ended, usually for want of an await. */
export class TransactionEndedError extends Error {
  override name = 'TransactionEndedError'

  constructor() {
    super('This transaction has already ended; await every query before its work returns.')
  }
}

/** Something was to be written at the commit of a transaction that only reads. */
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

// The second is of a session that was lent out between its end and the news of it.
const lineMessages = /^Connection terminated|is not queryable$/

/**
 * No room (disk, memory, sessions); a database that only reads, as the one that takes over is for a moment; a lock
 * that did not come in time; conflicts that no further try has cured; a statement that was ended; a disk that fails.
 */
const unavailableStates = /^(53...|25006|55P03|40001|40P01|57014|58030)$/

/** The database cannot do its part now and may later: what fails by this is neither a defect nor anybody's fault. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    error instanceof DeadlineError ||
    error instanceof DatabaseUnavailableError ||
    isConnectionLost(error) ||
    unavailableStates.test(sqlState(error) ?? '')
  )
}

/** Bytes that no text can hold, such as a zero byte: from outside, and nothing that the database could do better. */
export const isUnstorableText = (error: unknown): boolean => /^(22021|22P05)$/.test(sqlState(error) ?? '')

/** The database is not there right now: it restarts, or the line to it was cut. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && lineCodes.has(String(error.code))) return true
  return /^(08|57P)/.test(sqlState(error) ?? '') || lineMessages.test(error.message)
}
