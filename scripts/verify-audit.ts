/**
 * `npm run audit:verify`: checks that the audit log is as it was written. Ends with 1 and names the first bad
 * row when it is not. `-- --expect POSITION:HASH` also checks against a head noted earlier.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig } from '../server/src/config.ts'
import { type AuditReport, type Head, verifyAudit } from '../server/src/platform/audit/verify-audit.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { DataFolderInUseError, sqlState } from '../server/src/platform/db/errors.ts'

const undefinedTable = '42P01'

function expectedHead(argv: readonly string[]): Head | undefined {
  if (argv.length === 0) return undefined
  const [position, hash] = argv[0] === '--expect' && argv.length === 2 ? (argv[1] ?? '').split(':') : []
  if (!/^[1-9]\d*$/.test(position ?? '') || !/^[0-9a-f]{64}$/.test(hash ?? '')) {
    throw new ConfigError('The only option is --expect POSITION:HASH, as an earlier run has printed it.')
  }
  return { position: Number(position), hash: hash ?? '' }
}

async function verify(): Promise<AuditReport> {
  const expected = expectedHead(process.argv.slice(2))
  const { databaseUrl, dataDir, statementTimeoutMs } = readConfig(process.env, [])
  if (!databaseUrl && !existsSync(path.join(dataDir, 'db'))) {
    throw new ConfigError(`There is no database in ${dataDir}; DATA_DIR or DATABASE_URL says where it is.`)
  }
  const database = await openDatabase({ url: databaseUrl, dataDir, statementTimeoutMs })
  try {
    return await verifyAudit(database, expected)
  } finally {
    await database.close()
  }
}

function show({ sealed, unsealed, head, firstBad }: AuditReport): void {
  console.log(`${sealed} sealed rows in order, ${unsealed} waiting for their seal.`)
  if (head) console.log(`Head: ${head.position}:${head.hash}`)
  if (firstBad) console.log(`BAD: entry ${firstBad.entryId}: ${firstBad.problem}.`)
  else console.log('The audit log is as it was written.')
}

try {
  const report = await verify()
  show(report)
  process.exitCode = report.firstBad ? 1 : 0
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof DataFolderInUseError
  if (!isPlain && sqlState(error) !== undefinedTable) throw error
  console.error(isPlain ? error.message : 'This database holds no audit log yet.')
  process.exitCode = 2
}
