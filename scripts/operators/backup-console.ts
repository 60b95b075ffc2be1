import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError } from '../../server/src/config.ts'
import { BackupError, type Sums } from '../../server/src/platform/backup/items.ts'
import { explainStartError } from '../../server/src/start-errors.ts'

/** What the commands for backups have in common at the console. */

export function backupArguments(command: string, config: Config): { file: string; passphrase: string } {
  const [file, ...rest] = process.argv.slice(2)
  if (!file || rest.length > 0) throw new ConfigError(`Name one file: npm run ${command} -- FILE`)
  if (!config.backupPassphrase) {
    throw new ConfigError('BACKUP_PASSPHRASE isn’t set. It encrypts and decrypts backups.')
  }
  return { file, passphrase: config.backupPassphrase }
}

export function needsDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (!databaseUrl && !existsSync(path.join(dataDir, 'db'))) {
    throw new ConfigError(`There’s no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`)
  }
}

export function showSums({ tables, files }: Sums): void {
  const filled = tables.filter(({ rows }) => rows > 0)
  const width = Math.max(...filled.map(({ name }) => name.length))
  for (const { name, rows, sha256 } of filled) {
    console.log(`${name.padEnd(width)} ${String(rows).padStart(10)} rows  sha256 ${sha256}`)
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${rows} rows in ${filled.length} tables; ${tables.length - filled.length} more are empty`)
  console.log(`${files.count} files, ${files.bytes} bytes  sha256 ${files.sha256}`)
  if (files.missing > 0) {
    console.error(`${files.missing} files listed in the database are missing from the file store.`)
  }
}

export function printFailure(outcome: string, error: unknown): void {
  const explanation = error instanceof BackupError ? error.message : explainStartError(error)
  if (!explanation) throw error
  console.error(`${outcome} ${explanation}`)
  process.exitCode = 1
}
