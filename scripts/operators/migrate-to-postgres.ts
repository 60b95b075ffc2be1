/**
 * `npm run migrate:to-postgres`: copies the embedded installation in DATA_DIR to the empty PostgreSQL database in
 * DATABASE_URL, and its files to the bucket where the S3 settings are there. The program must be stopped.
 */
import { ConfigError, readConfig } from '../../server/src/config.ts'
import { moveInstallation } from '../../server/src/platform/backup/move-installation.ts'
import { masterKeySource } from '../../server/src/platform/storage/open-file-store.ts'
import { needsDatabase, printFailure, showSums } from './backup-console.ts'

try {
  const config = readConfig(process.env, process.argv.slice(2))
  const { dataDir, databaseUrl, s3 } = config
  if (!databaseUrl) throw new ConfigError('Set DATABASE_URL to the empty PostgreSQL database to move to.')
  needsDatabase({ dataDir, databaseUrl: undefined })
  const keySource = masterKeySource(config)
  showSums(await moveInstallation({ dataDir, s3, keySource }, databaseUrl))
  console.log('Moved. Every table and file was read again in its new place and has the same hash.')
  console.log(s3 ? 'The files are in the bucket.' : `The files stay in ${dataDir}.`)
  console.log(
    `The master key stays in ${keySource.location}. From now on, start Exempta with the same settings.`,
  )
  console.log(`The embedded database in ${dataDir} wasn’t changed. Delete it once everything works.`)
} catch (error) {
  printFailure('Nothing was moved.', error)
}
