import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { startPostgres } from '../scripts/postgres-cluster.ts'
import { loadIrsFiles } from '../server/src/features/review/number-files.ts'
import { findOrganization } from '../server/src/features/review/queries/number-files.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { systemActor } from '../server/src/platform/db/actor.ts'
import { createTestDatabase, type DatabaseKind } from '../server/test/database.ts'
import type { Bench } from './bench.ts'
import { percentile } from './list/percentile.ts'

const columns =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'
const fileCount = 4
const lookUps = 1000

const einOf = (at: number) => String(10_000_000 + at * 397).padStart(9, '0')
const rowOf = (at: number) =>
  `${einOf(at)},PRAIRIE RELIEF FUND NUMBER ${at} INC,% DANA RUIZ,${at % 9999} MAIN STREET,SPRINGFIELD,IL,62701-0000,0000,03,3,1000,199501,1,15,000000000,1,01,202412,4,4,01,0,12,123456,234567,345678,P20,\n`

/** Made-up organizations, in four files like the IRS's own. */
async function writeFiles(folder: string, rows: number): Promise<string[]> {
  const files: string[] = []
  for (let part = 0; part < fileCount; part++) {
    const file = join(folder, `eo${part + 1}.csv`)
    const stream = createWriteStream(file)
    stream.write(`${columns}\n`)
    let block = ''
    for (let at = part; at < rows; at += fileCount) {
      block += rowOf(at)
      if (block.length < 1024 * 1024) continue
      if (!stream.write(block)) await once(stream, 'drain')
      block = ''
    }
    stream.end(block)
    await finished(stream)
    files.push(file)
  }
  return files
}

async function measure(kind: DatabaseKind, files: string[], rows: number) {
  const database = await createTestDatabase({ kind })
  try {
    const begunMs = performance.now()
    const { rowCount } = await loadIrsFiles({ database, clock: systemClock }, files, '2026-09-07')
    const seconds = (performance.now() - begunMs) / 1000
    if (rowCount !== rows) throw new Error(`${rowCount} rows were loaded instead of ${rows}.`)
    const times: number[] = []
    for (let asked = 0; asked < lookUps; asked++) {
      const ein = einOf(Math.floor(Math.random() * rows))
      const askedMs = performance.now()
      const found = await database.transact(systemActor, (tx) => findOrganization(tx, ein), {
        readOnly: true,
      })
      times.push(performance.now() - askedMs)
      if (!found) throw new Error('A number that was loaded was not found.')
    }
    return { seconds, p95Ms: percentile(times, 95) }
  } finally {
    await database.dispose()
  }
}

export const bench: Bench = {
  summary: 'Loading 1,800,000 made-up organizations, and looking numbers up in them, in both databases',
  async run(print, flags) {
    // `--rows=100000` for a quicker look.
    const given = flags.find((flag) => flag.startsWith('--rows='))
    const rows = Number(given?.slice('--rows='.length) ?? 1_800_000)
    const folder = await mkdtemp(join(tmpdir(), 'exempta-numbers-'))
    const postgres = await startPostgres()
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const files = await writeFiles(folder, rows)
      const inPostgres = await measure('postgres', files, rows)
      print(`  ${rows} rows into PostgreSQL: ${inPostgres.seconds.toFixed(1)} s`)
      const embedded = await measure('embedded', files, rows)
      print(`  ${rows} rows into the embedded database: ${embedded.seconds.toFixed(1)} s`)
      return {
        figures: {
          rows,
          loadSeconds: inPostgres.seconds,
          lookUpP95Ms: inPostgres.p95Ms,
          embeddedLoadSeconds: embedded.seconds,
          embeddedLookUpP95Ms: embedded.p95Ms,
          // The most that this process had, with both databases' clients and the embedded database in it.
          memoryMostMb: process.resourceUsage().maxRSS / 1024,
        },
        limits: {
          loadSeconds: { atMost: 90 },
          lookUpP95Ms: { atMost: 2 },
          embeddedLoadSeconds: { atMost: 180 },
        },
      }
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
