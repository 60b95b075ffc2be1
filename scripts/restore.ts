/** `npm run restore -- FILE`: fills an empty installation from a backup; the settings say where it is to be. */
import { readConfig } from '../server/src/config.ts'
import { restoreBackup } from '../server/src/platform/backup/restore-backup.ts'
import { masterKeySource } from '../server/src/platform/storage/open-file-store.ts'
import { backupArguments, printFailure, showSums } from './backup-console.ts'

try {
  const config = readConfig(process.env, [])
  const { file, passphrase } = backupArguments('restore', config)
  const location = { ...config, keySource: masterKeySource(config) }
  const { sums, audit, replacedAnchor } = await restoreBackup(file, passphrase, location)
  showSums(sums)
  console.log('Restored: every table and file was read again and is what the backup holds.')
  if (audit.firstBad) {
    console.error(`BAD: the audit log was not intact when it was backed up: ${audit.firstBad.problem}.`)
    process.exitCode = 2
  } else console.log('The audit log is as it was written.')
  if (replacedAnchor) {
    const [position] = replacedAnchor.split(':')
    console.log(`The audit log here had ${position} sealed rows; those after the backup are lost.`)
  }
  console.log('Everybody signs in again. Start the program with npm start.')
} catch (error) {
  printFailure('Nothing was restored.', error)
}
