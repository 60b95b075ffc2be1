/** `npm run ip-list:clear`: lets administrators in from anywhere again, when a changed network keeps all of them out. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig } from '../../server/src/config.ts'
import { clearAdminIpList } from '../../server/src/features/businesses/network-lists/network-lists.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { DataFolderInUseError, sqlState } from '../../server/src/platform/db/errors.ts'
import { openDatabase } from '../../server/src/platform/db/open-database.ts'

const undefinedTable = '42P01'

async function clear(): Promise<number> {
  const { databaseUrl, dataDir } = readConfig(process.env, process.argv.slice(2))
  if (!databaseUrl && !existsSync(path.join(dataDir, 'db'))) {
    throw new ConfigError(`There’s no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`)
  }
  const database = await openDatabase({ url: databaseUrl, dataDir })
  try {
    return await clearAdminIpList({ clock: systemClock, database })
  } finally {
    await database.close()
  }
}

try {
  console.log(`${await clear()} ranges removed. Administrators can now log in from any network.`)
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof DataFolderInUseError
  if (!isPlain && sqlState(error) !== undefinedTable) throw error
  console.error(isPlain ? error.message : 'This database doesn’t have a list yet.')
  process.exitCode = 1
}
