import { ConfigError } from './config.ts'
import { MasterKeyError } from './platform/crypto/errors.ts'
import { DatabaseUnavailableError, DataFolderInUseError } from './platform/db/errors.ts'
import { MigrationError } from './platform/db/migrate.ts'

/**
 * By the error code of Node or the database. The texts never repeat a value, because an address may contain a
 * password.
 */
const knownCodes: Record<string, string> = {
  EADDRINUSE: 'The port is already in use by another program; choose another with PORT.',
  EADDRNOTAVAIL: 'HOST is no address of this machine.',
  EACCES: 'A file or port may not be used by this user; check DATA_DIR and PORT.',
  ENOSPC: 'The disk that holds DATA_DIR is full.',
  EROFS: 'DATA_DIR is on a read-only disk; choose another folder.',
  ECONNREFUSED: 'PostgreSQL does not answer at the address in DATABASE_URL.',
  ENOTFOUND: 'The host named in DATABASE_URL is not known.',
  ETIMEDOUT: 'PostgreSQL does not answer at the address in DATABASE_URL.',
  '28P01': 'PostgreSQL refused the user or password in DATABASE_URL.',
  '28000': 'PostgreSQL refused the user in DATABASE_URL.',
  '3D000': 'The database named in DATABASE_URL does not exist.',
}

const explainedErrors = [
  ConfigError,
  DatabaseUnavailableError,
  DataFolderInUseError,
  MasterKeyError,
  MigrationError,
]

/** One line for the operator when the cause and remedy are known; undefined for an unexpected error. */
export function explainStartError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (explainedErrors.some((kind) => error instanceof kind)) return error.message
  if (error instanceof AggregateError) return error.errors.map(explainStartError).find(Boolean)
  return 'code' in error ? knownCodes[String(error.code)] : undefined
}
