import { AppError } from '../app-error.ts'

/**
 * The master key is missing, readable by other users, or not the one this database uses. The program does not start.
 */
export class MasterKeyError extends Error {
  override name = 'MasterKeyError'
}

/** What was read is not what was written: changed, cut, moved from another file, or sealed by another key. */
export class TamperedFileError extends AppError {
  constructor(options: { cause?: unknown } = {}) {
    super('internal', { text: 'This file is damaged and can’t be opened.', ...options })
    this.name = 'TamperedFileError'
  }
}

/** A file's key is wrapped by a master key that this process does not have. */
export class UnknownMasterKeyError extends AppError {
  constructor() {
    super('unavailable', { text: 'We can’t open this file right now. Please try again later.' })
    this.name = 'UnknownMasterKeyError'
  }
}
