import { ConfigError } from './config.ts'
import { InstallationKindError } from './demo/errors.ts'
import { MasterKeyError } from './platform/crypto/errors.ts'
import { DatabaseUnavailableError, DataFolderInUseError, isConnectionLost } from './platform/db/errors.ts'
import { MigrationError } from './platform/db/migrate.ts'

/**
 * By the error code of Node or the database. The texts never repeat a value, because an address may contain a
 * password.
 */
const knownCodes: Record<string, string> = {
  EADDRINUSE: 'The port is already in use. Choose another one with PORT.',
  EADDRNOTAVAIL: 'HOST isn’t an address of this machine.',
  EACCES: 'This user isn’t allowed to use a file or port. Check DATA_DIR and PORT.',
  ENOSPC: 'The disk that holds DATA_DIR is full.',
  EROFS: 'DATA_DIR is on a read-only disk. Choose another folder.',
  ECONNREFUSED: 'PostgreSQL isn’t responding at the address in DATABASE_URL.',
  ENOTFOUND: 'The host in DATABASE_URL can’t be found.',
  ETIMEDOUT: 'PostgreSQL isn’t responding at the address in DATABASE_URL.',
  '28P01': 'PostgreSQL rejected the user or password in DATABASE_URL.',
  '28000': 'PostgreSQL rejected the user in DATABASE_URL.',
  '3D000': 'The database in DATABASE_URL doesn’t exist.',
}

const connectionLost = 'The connection to PostgreSQL was lost. Start Exempta again when PostgreSQL responds.'

const explainedErrors = [
  ConfigError,
  DatabaseUnavailableError,
  DataFolderInUseError,
  InstallationKindError,
  MasterKeyError,
  MigrationError,
]

/** One line for the operator when the cause and remedy are known; undefined for an unexpected error. */
export function explainStartError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (explainedErrors.some((kind) => error instanceof kind)) return error.message
  if (error instanceof AggregateError) return error.errors.map(explainStartError).find(Boolean)
  const known = 'code' in error ? knownCodes[String(error.code)] : undefined
  return known ?? (isConnectionLost(error) ? connectionLost : undefined)
}
