import type { CustomerImportDetails } from '@exempta/contract/customers/import'
import pg from 'pg'
import { runImport } from '../../server/src/features/customers/import/import-job.ts'
import { startTestApp } from '../../server/test/app.ts'
import { createTestBusiness } from '../../server/test/sharing.ts'

const job = {
  signal: new AbortController().signal,
  isLastAttempt: false,
  completeWithin: async () => {},
  othersWait: async () => false,
  goOnLaterWithin: async () => {},
}

const headings = 'Customer number,Name,Email,Street,City,State,ZIP code,Tags'
const line = (n: number) =>
  `C-${n},Buyer${n} Supply Co,buyer${n}@example.org,${n} Main St,Town,TX,78701,${n % 10 === 0 ? 'wholesale' : ''}`
const listOf = (count: number) =>
  `${headings}\n${Array.from({ length: count }, (_, at) => line(at + 1)).join('\n')}`

interface TimedImport {
  linesPerSecond: number
  bareLinesPerSecond: number
  /** The most memory in the last fifth of the import, compared with the second fifth. */
  memoryGrowth: number
}

/** Uploads, checks and imports a list of new customers, as a worker does. */
export async function timeImport(count: number): Promise<TimedImport> {
  const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
  try {
    const business = await createTestBusiness(test)
    const bareLinesPerSecond = await timeBare(test.database.location.url ?? '', count)
    const form = new FormData()
    form.append('file', new Blob([listOf(count)]), 'customers.csv')
    const body = new Response(form)
    const payload = Buffer.from(await body.arrayBuffer())
    const headers = { cookie: business.cookie, 'content-type': body.headers.get('content-type') ?? '' }
    const started = performance.now()
    const answer = await test.call({ method: 'POST', url: '/api/customers/imports', payload, headers })
    if (answer.statusCode !== 201) throw new Error(`The upload answered ${answer.statusCode}: ${answer.body}`)
    const { id } = answer.json() as CustomerImportDetails
    await runImport(test.services, id, job)
    const url = `/api/customers/imports/${id}/start`
    const start = await test.call({ method: 'POST', url, headers: { cookie: business.cookie } })
    if (start.statusCode !== 200) throw new Error(`The start answered ${start.statusCode}: ${start.body}`)
    const memory = watchMemory()
    await runImport(test.services, id, job)
    const seconds = (performance.now() - started) / 1000
    const done = await test.call({
      method: 'GET',
      url: `/api/customers/imports/${id}`,
      headers: { cookie: business.cookie },
    })
    const { counts } = done.json() as CustomerImportDetails
    if (counts.created !== count) throw new Error(`Only ${counts.created} customers were imported.`)
    return { linesPerSecond: count / seconds, bareLinesPerSecond, memoryGrowth: memory.growth() }
  } finally {
    await test.close()
  }
}

/** The least that the database has to do: as many rows with one unique number, a thousand at a time. */
async function timeBare(url: string, count: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table bare_customers (id uuid primary key, number text unique, line jsonb)')
  const started = performance.now()
  for (let from = 1; from <= count; from += 1000) {
    const lines = Array.from({ length: Math.min(1000, count - from + 1) }, (_, at) => ({
      number: `C-${from + at}`,
      line: line(from + at).split(','),
    }))
    await client.query(
      `insert into bare_customers select gen_random_uuid(), r.number, r.line
       from jsonb_to_recordset($1::jsonb) as r (number text, line jsonb)`,
      [JSON.stringify(lines)],
    )
  }
  const seconds = (performance.now() - started) / 1000
  await client.query('drop table bare_customers')
  await client.end()
  return count / seconds
}

const sampleEveryMs = 20

function watchMemory() {
  const samples: number[] = []
  const timer = setInterval(() => {
    const { heapUsed, external } = process.memoryUsage()
    samples.push(heapUsed + external)
  }, sampleEveryMs)
  const most = (from: number, to: number) =>
    Math.max(...samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)))
  return {
    growth(): number {
      clearInterval(timer)
      return most(0.8, 1) / most(0.2, 0.4)
    },
  }
}
