/**
 * `npm run audit:verify`: checks that the audit log is as it was written and ends where its anchor in the file store
 * says. Ends with 1 and names the first bad row when it does not.
 * `-- --expect POSITION:HASH` also checks against a head noted earlier, as from the program's log.
 * `-- --without-anchor` is for a copy of the database, without its files and master key.
 * `-- --accept-end` anchors the log where it ends now, after the database was set back to an older state on purpose.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../../server/src/config.ts'
import { AppError } from '../../server/src/platform/app-error.ts'
import { acceptHead } from '../../server/src/platform/audit/anchor.ts'
import type { Head } from '../../server/src/platform/audit/queries.ts'
import {
  type AuditReport,
  verifyAnchored,
  verifyAudit,
} from '../../server/src/platform/audit/verify-audit.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { MasterKeys } from '../../server/src/platform/crypto/master-keys.ts'
import { createSealedSecrets } from '../../server/src/platform/crypto/sealed-secrets.ts'
import { DataFolderInUseError, sqlState } from '../../server/src/platform/db/errors.ts'
import { openDatabase } from '../../server/src/platform/db/open-database.ts'
import { masterKeySource, openObjectStore } from '../../server/src/platform/storage/open-file-store.ts'

const undefinedTable = '42P01'
const usage =
  'The options are --expect POSITION:HASH (as printed by an earlier run), --without-anchor and --accept-end.'

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        expect: { type: 'string' },
        'without-anchor': { type: 'boolean', default: false },
        'accept-end': { type: 'boolean', default: false },
      },
    })
    return values
  } catch (cause) {
    throw new ConfigError(usage, { cause })
  }
}

/** The log of the program has the signature of the anchor as a third part; here the chain itself is asked. */
function expectedHeads(expect: string | undefined): Head[] {
  if (expect === undefined) return []
  const [, position, hash = ''] = /^([1-9]\d*):([0-9a-f]{64})(?::[0-9a-f]{64})?$/.exec(expect) ?? []
  if (!position) throw new ConfigError(usage)
  return [{ position: Number(position), hash }]
}

type Shown = AuditReport & { anchor?: Head | undefined }

async function verify(): Promise<Shown> {
  const options = readOptions()
  const expected = expectedHeads(options.expect)
  const config = readConfig(process.env, [])
  const { databaseUrl, dataDir, statementTimeoutMs } = config
  if (!databaseUrl && !existsSync(path.join(dataDir, 'db'))) {
    throw new ConfigError(`There’s no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`)
  }
  const database = await openDatabase({ url: databaseUrl, dataDir, statementTimeoutMs })
  try {
    if (options['without-anchor']) return await verifyAudit(database, expected)
    const files = await openObjectStore(database, config)
    try {
      const secrets = createSealedSecrets(new MasterKeys(masterKeySource(config)))
      const parts = { database, files, secrets, clock: systemClock }
      if (!options['accept-end']) return await verifyAnchored(parts, expected)
      const report = await verifyAudit(database, expected)
      if (!report.head || report.firstBad) return report
      await acceptHead(parts, report.head)
      return { ...report, anchor: report.head }
    } finally {
      await files.close()
    }
  } finally {
    await database.close()
  }
}

function show({ sealed, unsealed, head, anchor, firstBad }: Shown): void {
  console.log(`${sealed} sealed rows are intact; ${unsealed} not sealed yet.`)
  if (head) console.log(`Head: ${head.position}:${head.hash}`)
  console.log(
    anchor
      ? `Anchor in the file store: seal ${anchor.position}.`
      : 'The end wasn’t checked because there’s no anchor.',
  )
  if (firstBad) console.log(`BAD: entry ${firstBad.entryId}: ${firstBad.problem}.`)
  else console.log('The audit log is intact.')
}

try {
  const report = await verify()
  show(report)
  process.exitCode = report.firstBad ? 1 : 0
} catch (error) {
  const isPlain = [ConfigError, DataFolderInUseError, AppError].some((kind) => error instanceof kind)
  if (!(error instanceof Error) || (!isPlain && sqlState(error) !== undefinedTable)) throw error
  console.error(isPlain ? error.message : 'This database doesn’t have an audit log yet.')
  if (error instanceof AppError)
    console.error('To verify a copy without files and key, use --without-anchor.')
  process.exitCode = 2
}
