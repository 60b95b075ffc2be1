/**
 * `npm run forms:load -- FOLDER`: loads every blank form of a folder into the library, and says for which states
 * certificates can be filled in now.
 */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FormReadiness } from '../../contract/src/knowledge/blank-forms.ts'
import { type Config, ConfigError, readConfig } from '../../server/src/config.ts'
import { type LoadedBlanks, loadBlanks } from '../../server/src/features/knowledge/index.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { MasterKeyError } from '../../server/src/platform/crypto/errors.ts'
import { DataFolderInUseError, sqlState } from '../../server/src/platform/db/errors.ts'
import { openDatabase } from '../../server/src/platform/db/open-database.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { Sandbox } from '../../server/src/platform/sandbox/sandbox.ts'
import { openFileStore } from '../../server/src/platform/storage/open-file-store.ts'

/** No table of that name, and no role: the database is older than this release, or empty. */
const notMigrated = new Set(['42P01', '22023'])
const usage = 'Usage: npm run forms:load -- FOLDER'

function folderNamed(): string {
  const [folder, ...others] = process.argv.slice(2)
  if (!folder || others.length > 0) throw new ConfigError(usage)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new ConfigError(`There’s no folder ${folder}.`)
  return folder
}

async function run(folder: string, config: Config): Promise<LoadedBlanks> {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl && !existsSync(path.join(dataDir, 'db'))) {
    throw new ConfigError(`There’s no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`)
  }
  const database = await openDatabase({ url: databaseUrl, dataDir })
  const clock = systemClock
  // Nobody waits at a page: a slow machine may take its time.
  const sandbox = new Sandbox(createLog('silent'), {
    ...config.sandbox,
    processes: 1,
    reservedProcesses: 0,
    failAfterMs: 120_000,
  })
  try {
    const files = await openFileStore({ database, clock }, config)
    try {
      return await loadBlanks({ clock, database, files, sandbox }, folder, (line) => console.log(line))
    } finally {
      await files.close()
    }
  } finally {
    await sandbox.close()
    await database.close()
  }
}

function showStates(states: readonly FormReadiness[]): void {
  const withStatus = (...wanted: FormReadiness['status'][]) =>
    states.filter(({ status }) => wanted.includes(status))
  const show = (title: string, some: readonly FormReadiness[]) => {
    if (some.length > 0) console.log(`${title} (${some.length}): ${some.map(({ state }) => state).join(' ')}`)
  }
  show('Ready', withStatus('ready'))
  show('Only on a form for several states', withStatus('shared-only'))
  show('No blank yet', withStatus('missing'))
  for (const { state, missing } of withStatus('shared-only', 'missing')) {
    for (const { name, title, publishedAt } of missing)
      console.log(`  ${state}: ${name}, ${title}${publishedAt ? `, published at ${publishedAt}` : ''}`)
  }
  show('We don’t recognize their blanks yet', withStatus('not-learned'))
  show('Issued by the state, so there’s nothing to fill in', withStatus('state-issues'))
}

try {
  const { loaded, refused, states } = await run(folderNamed(), readConfig(process.env, []))
  console.log(`\nLoaded ${loaded === 1 ? '1 blank' : `${loaded} blanks`}.`)
  showStates(states)
  if (refused > 0) process.exitCode = 2
} catch (error) {
  const isPlain = [ConfigError, DataFolderInUseError, MasterKeyError].some((kind) => error instanceof kind)
  if (!(error instanceof Error) || (!isPlain && !notMigrated.has(sqlState(error) ?? ''))) throw error
  console.error(isPlain ? error.message : 'Start this release once before you load forms.')
  process.exitCode = 1
}
