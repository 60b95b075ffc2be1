import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { limits } from '@exempta/contract/limits'
import pg from 'pg'
import { startPostgres } from '../scripts/postgres-cluster.ts'
import { importCampaign } from '../server/src/features/requests/campaigns/import-campaign.ts'
import { systemCall } from '../server/src/platform/call.ts'
import { startTestApp } from '../server/test/app.ts'
import { createTestBusiness } from '../server/test/sharing.ts'
import type { Bench } from './bench.ts'

const few = limits.campaignRows / 10
const sampleMs = 500

const words = [
  'Prairie',
  'Summit',
  'Lakeside',
  'Harbor',
  'Maple',
  'Copper',
  'Cedar',
  'Granite',
  'River',
  'Canyon',
]
const nameOf = (n: number) => [n, n / 10, n / 100].map((at) => words[Math.floor(at) % 10]).join(' ')

const rowOf = (n: number) =>
  `${nameOf(n)} Co,buyer-${n}@example.org,C-${n},${['TX', 'MI', 'NY', 'Ohio'][n % 4]},2026-05-04\n`

async function writeList(folder: string, rows: number): Promise<string> {
  const file = path.join(folder, `${rows}.csv`)
  const lines = Array.from({ length: rows }, (_, n) => rowOf(n))
  await writeFile(file, `Customer,Email,Customer no,State,Sale date\n${lines.join('')}`, { mode: 0o644 })
  return file
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** How many bytes the work holds at most. What it no longer needs doesn't count, however late it is collected. */
async function heldBytes(work: () => Promise<unknown>): Promise<number> {
  const held = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = held()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, held())
  }, sampleMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return most - before
}

export const bench: Bench = {
  summary: `A list of ${limits.campaignRows} customers, against a bare COPY of the same file`,
  async run(print) {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    const folder = await mkdtemp(path.join(tmpdir(), 'campaign-'))
    // The database reads the file itself, perhaps as another user.
    await chmod(folder, 0o755)
    const test = await startTestApp({ logLevel: 'silent' })
    try {
      const business = await createTestBusiness(test)
      const actor = {
        kind: 'person',
        id: business.manager.id,
        role: 'business',
        businessId: business.id,
      } as const
      const importFile = (file: string) => {
        async function* parts() {
          yield { kind: 'field', name: 'name', value: 'Bench' } as const
          const content = createReadStream(file)
          yield { kind: 'file', field: 'file', untrustedName: 'list.csv', content } as const
        }
        return importCampaign(test.services, { ...systemCall, actor }, parts())
      }
      const [shortList, fullList] = [
        await writeList(folder, few),
        await writeList(folder, limits.campaignRows),
      ]
      await importFile(shortList)
      const seconds = await secondsOf(() => importFile(fullList))
      print(`  ${limits.campaignRows} rows in ${seconds.toFixed(1)} s`)
      const shortBytes = await heldBytes(() => importFile(shortList))
      const fullBytes = await heldBytes(() => importFile(fullList))

      const client = new pg.Client({ connectionString: test.database.location.url })
      await client.connect()
      await client.query(
        'create table bare_list (customer text, email text, reference text, state text, sale text)',
      )
      const copySeconds = await copyRows(client, fullList)
      await client.end()
      const perSecond = limits.campaignRows / seconds
      return {
        figures: {
          seconds,
          rowsPerSecond: perSecond,
          copyRowsPerSecond: limits.campaignRows / copySeconds,
          ratioToCopy: perSecond / (limits.campaignRows / copySeconds),
          heldMegabytes: fullBytes / 1024 ** 2,
          heldMegabytesOfTenth: shortBytes / 1024 ** 2,
        },
        // The whole file has 6 MB, and a batch of its rows far less than one.
        limits: { seconds: { atMost: 60 }, heldMegabytes: { atMost: 3 } },
      }
    } finally {
      await test.close()
      await rm(folder, { recursive: true })
      await postgres.stop()
    }
  },
}

async function copyRows(client: pg.Client, file: string): Promise<number> {
  const start = performance.now()
  await client.query(`copy bare_list from '${file}' with (format csv, header)`)
  return (performance.now() - start) / 1000
}
