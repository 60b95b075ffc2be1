/**
 * `npm run irs:load -- FILES`: loads the IRS's list of exempt organizations (eo1.csv to eo4.csv) for looking up numbers.
 * `npm run state:load -- STATE FILE --number COLUMN --name COLUMN [--status COLUMN --active VALUE]`: a list that a state
 * publishes. Both take `--date YYYY-MM-DD`, the day of the file; without it, the day on which it was last changed.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../../server/src/config.ts'
import {
  CsvError,
  type LoadedFile,
  loadIrsFiles,
  loadStateFile,
} from '../../server/src/features/review/number-files.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import type { Database } from '../../server/src/platform/db/database.ts'
import { DataFolderInUseError, sqlState } from '../../server/src/platform/db/errors.ts'
import { openDatabase } from '../../server/src/platform/db/open-database.ts'

/** No table of that name, and no role: the database is older than this release, or empty. */
const notMigrated = new Set(['42P01', '22023'])
const usage = {
  irs: 'Usage: npm run irs:load -- FILES [--date YYYY-MM-DD]',
  state:
    'Usage: npm run state:load -- STATE FILE --number COLUMN --name COLUMN [--status COLUMN --active VALUE] [--date YYYY-MM-DD]',
}

function readArguments(kind: 'irs' | 'state') {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args: process.argv.slice(3),
      allowPositionals: true,
      options: { date: text, number: text, name: text, status: text, active: text },
    })
    if (values.date !== undefined && !isDay(values.date)) throw new ConfigError(usage[kind])
    return { values, positionals }
  } catch (cause) {
    throw new ConfigError(usage[kind], { cause })
  }
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

function loader(): (database: Database) => Promise<LoadedFile> {
  const kind = process.argv[2] === 'state' ? 'state' : 'irs'
  const { values, positionals } = readArguments(kind)
  const missing = positionals.slice(kind === 'irs' ? 0 : 1).find((file) => !existsSync(file))
  if (missing) throw new ConfigError(`There’s no file ${missing}.`)
  if (kind === 'irs') {
    if (positionals.length === 0) throw new ConfigError(usage.irs)
    return (database) => loadIrsFiles({ database, clock: systemClock }, positionals, values.date)
  }
  const [state, file, ...more] = positionals
  const { number, name, status, active } = values
  if (!state || !file || more.length > 0 || !number || !name) throw new ConfigError(usage.state)
  const columns = { number, name, status, active }
  return (database) =>
    loadStateFile({ database, clock: systemClock }, state.toUpperCase(), file, columns, values.date)
}

async function run(): Promise<LoadedFile> {
  const load = loader()
  const { databaseUrl, dataDir } = readConfig(process.env, [])
  if (!databaseUrl && !existsSync(path.join(dataDir, 'db'))) {
    throw new ConfigError(`There’s no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`)
  }
  const database = await openDatabase({ url: databaseUrl, dataDir })
  try {
    return await load(database)
  } finally {
    await database.close()
  }
}

try {
  const { rowCount, fileDate, isNew } = await run()
  console.log(
    isNew
      ? `Loaded ${rowCount.toLocaleString('en-US')} rows, as of ${fileDate}.`
      : 'These files are loaded already. Nothing changed.',
  )
} catch (error) {
  const isPlain = [ConfigError, CsvError, DataFolderInUseError].some((kind) => error instanceof kind)
  if (!(error instanceof Error) || (!isPlain && !notMigrated.has(sqlState(error) ?? ''))) throw error
  if (error instanceof CsvError) console.error(`${error.message}\nNothing was changed.`)
  else console.error(isPlain ? error.message : 'Start this release once before you load numbers.')
  process.exitCode = 1
}
