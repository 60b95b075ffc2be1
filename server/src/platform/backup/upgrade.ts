/** Brings an installation to this version's schema, with a backup of what it was. */
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { MigrationError, migrate, planUpgrade } from '../db/migrate.ts'
import { timeOrderedId } from '../identifiers.ts'
import { type FileSettings, masterKeySource } from '../storage/open-file-store.ts'
import { failureInWords } from './failure-in-words.ts'
import { backupFileName } from './file-names.ts'
import { halfRestored, isHalfRestored } from './half-restored.ts'
import { writeBackup } from './make-backup.ts'
import { type BackupPlaceSettings, backupPlaceOf } from './open-backup-place.ts'
import { insertUpgradeBackup, type UpgradeBackup } from './queries.ts'

interface UpgradeSettings extends FileSettings, BackupPlaceSettings {
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
  if (await isHalfRestored(database)) throw new MigrationError(halfRestored)
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
  { backupPassphrase, backupBeforeUpgrade, ...settings }: UpgradeSettings,
): Promise<UpgradeBackup | undefined> {
  if (!backupBeforeUpgrade) return undefined
  if (backupPassphrase === undefined) {
    print('It’s changed without a backup, because BACKUP_PASSPHRASE isn’t set.')
    return undefined
  }
  const at = clock.now()
  const id = timeOrderedId(at)
  const name = backupFileName(id, at)
  const place = backupPlaceOf(settings)
  print(`Making a backup first: ${name} in ${place.title}`)
  try {
    const location = { ...settings, keySource: masterKeySource(settings) }
    const sums = await writeBackup(database, location, backupPassphrase, (pieces) =>
      place.write(name, pieces),
    )
    return { id, name, at, sizeBytes: (await place.sizeOf(name)) ?? 0, sums }
  } catch (error) {
    throw new MigrationError(
      `The backup before the upgrade failed, so nothing was changed. ${failureInWords(error) ?? String(error)} Set BACKUP_BEFORE_UPGRADE=false to upgrade without one.`,
      { cause: error },
    )
  }
}
