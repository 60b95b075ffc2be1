/** `npm run keys:rotate`: a new master key for all files and secrets; after an interruption it goes on where it was. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig } from '../../server/src/config.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { MasterKeyError } from '../../server/src/platform/crypto/errors.ts'
import { rotateMasterKey } from '../../server/src/platform/crypto/rotate-master-key.ts'
import { DataFolderInUseError } from '../../server/src/platform/db/errors.ts'
import { openDatabase } from '../../server/src/platform/db/open-database.ts'
import { masterKeySource } from '../../server/src/platform/storage/open-file-store.ts'

try {
  await rotateKeys()
} catch (error) {
  const isExplained = [ConfigError, DataFolderInUseError, MasterKeyError].some(
    (kind) => error instanceof kind,
  )
  if (!(error instanceof Error && isExplained)) throw error
  console.error(`The master key wasn’t changed. ${error.message}`)
  process.exitCode = 1
}

async function rotateKeys() {
  const config = readConfig(process.env, process.argv.slice(2))
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'db'))) {
    throw new ConfigError(
      `There’s no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`,
    )
  }
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
  try {
    const source = masterKeySource(config)
    const rewrapped = await rotateMasterKey({
      database,
      clock: systemClock,
      source,
      onProgress: (done) => console.log(`${done} keys and secrets re-encrypted with the new master key`),
    })
    console.log(
      `Done: ${rewrapped} keys and secrets. The master key in use is the first in ${source.location}.`,
    )
    console.log(
      source.save
        ? 'The old key was removed from the key file. Backups made before now still need it.'
        : 'You no longer need MASTER_KEY_PREVIOUS. Backups made before now still need that key.',
    )
  } finally {
    await database.close()
  }
}
