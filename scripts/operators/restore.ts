/** `npm run restore -- FILE`: fills an empty installation from a backup; the settings say where it is to be. */
import { readConfig } from '../../server/src/config.ts'
import { restoreBackup } from '../../server/src/platform/backup/restore-backup.ts'
import { masterKeySource } from '../../server/src/platform/storage/open-file-store.ts'
import { backupArguments, printFailure, showSums } from './backup-console.ts'

try {
  const config = readConfig(process.env, [])
  const { file, passphrase } = backupArguments('restore', config)
  const location = { ...config, keySource: masterKeySource(config) }
  const { sums, audit, replacedAnchor } = await restoreBackup(file, passphrase, location)
  showSums(sums)
  console.log('Restored. Every table and file was read again and matches the backup.')
  if (audit.firstBad) {
    console.error(`BAD: the audit log was already damaged when it was backed up: ${audit.firstBad.problem}.`)
    process.exitCode = 2
  } else console.log('The audit log is intact.')
  if (replacedAnchor) {
    const [position] = replacedAnchor.split(':')
    console.log(`The audit log here had ${position} sealed rows. Rows written after the backup are lost.`)
  }
  console.log('Everyone has to log in again. Start Exempta with npm start.')
} catch (error) {
  printFailure('Nothing was restored.', error)
}
