/** Brings an installation to this version's schema, with a backup of what it was. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { MigrationError, migrate, planUpgrade } from '../db/migrate.ts'
import { timeOrderedId } from '../identifiers.ts'
import { type FileSettings, masterKeySource } from '../storage/open-file-store.ts'
import { makeFolderDurably } from '../write-durably.ts'
import { backupFileName } from './file-names.ts'
import { BackupError } from './items.ts'
import { makeBackup } from './make-backup.ts'
import { insertUpgradeBackup, type UpgradeBackup } from './queries.ts'

interface UpgradeSettings extends FileSettings {
  backupFolder: string
  backupPassphrase: string | undefined
  backupBeforeUpgrade: boolean
}

interface UpgradeParts {
  clock: Clock
  database: Database
  print: (line: string) => void
}

/** Nothing is changed when the backup fails. */
export async function upgrade(
  { clock, database, print }: UpgradeParts,
  settings: UpgradeSettings,
): Promise<void> {
  const changes = await planUpgrade(database)
  if (changes.length === 0) {
    await migrate(database)
    return
  }
  print('This version changes the database.')
  const made = await backUp({ clock, database, print }, settings)
  await migrate(database)
  if (made) await insertUpgradeBackup(database, made)
  print('The database is up to date.')
}

async function backUp(
  { clock, database, print }: UpgradeParts,
  { backupFolder, backupPassphrase, backupBeforeUpgrade, ...settings }: UpgradeSettings,
): Promise<UpgradeBackup | undefined> {
  if (!backupBeforeUpgrade) return undefined
  if (backupPassphrase === undefined) {
    print('It’s changed without a backup, because BACKUP_PASSPHRASE isn’t set.')
    return undefined
  }
  const at = clock.now()
  const id = timeOrderedId(at)
  const name = backupFileName(id, at)
  const file = join(backupFolder, name)
  print(`Making a backup first: ${file}`)
  try {
    await makeFolderDurably(backupFolder)
    const location = { ...settings, keySource: masterKeySource(settings) }
    const sums = await makeBackup(database, location, file, backupPassphrase)
    return { id, name, at, sizeBytes: (await stat(file)).size, sums }
  } catch (error) {
    throw new MigrationError(
      `The backup before the upgrade failed, so nothing was changed. ${reasonOf(error)} Set BACKUP_BEFORE_UPGRADE=false to upgrade without one.`,
      { cause: error },
    )
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC') return 'The disk of BACKUP_DIR is full.'
  return code === 'EACCES' ? 'This user isn’t allowed to write to BACKUP_DIR.' : String(error)
}
