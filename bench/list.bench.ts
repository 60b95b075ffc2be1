import pg from 'pg'
import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import { startTestApp } from '../server/test/app.ts'
import { createPerson, signInAs } from '../server/test/people.ts'
import { type Bench, percentile, takeTurns } from './bench.ts'

const documentsOfOthers = 10_000

interface FilledApp {
  documents: number
  /** Fetches a page of the person's list. */
  get(query: string): Promise<{ items: unknown[]; nextCursor: string | null }>
  /** The cursor of a page far from the first. */
  middle: string
  close(): Promise<void>
}

/** The product with so many documents of one person, and others' up to so many in all. */
async function startFilledApp(own: number, all: number): Promise<FilledApp> {
  const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
  const client = new pg.Client({ connectionString: test.database.location.url })
  await client.connect()
  const person = await createPerson(test)
  await addDocuments(client, person.id, own)
  for (let left = all - own; left > 0; left -= documentsOfOthers) {
    const other = await createPerson(test)
    await addDocuments(client, other.id, Math.min(left, documentsOfOthers))
  }
  const documents = await settle(client)
  await client.end()
  const cookie = await signInAs(test, person)
  const get: FilledApp['get'] = async (query) => {
    const answer = await test.call({ method: 'GET', url: `/api/documents?${query}`, headers: { cookie } })
    if (answer.statusCode !== 200) throw new Error(`The list answered ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  let middle = ''
  for (let page = 0; page < own / 2 / 100; page++) {
    middle = (await get(`limit=100${middle && `&cursor=${middle}`}`)).nextCursor ?? ''
  }
  return { documents, get, middle, close: () => test.close() }
}

async function addDocuments(client: pg.Client, ownerId: string, count: number): Promise<void> {
  await client.query(
    `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
       version, finding_counts, failure, created_at, updated_at, processed_at)
     select gen_random_uuid(), $1::uuid, 'Exemption ' || n || '.pdf', 'application/pdf',
       case when n % 10 = 0 then 'failed' else 'processed' end, 100000 + n,
       sha256(convert_to(n::text, 'UTF8')), false, 2, case when n % 10 = 0 then 0 else 1 end, '{"ssn": 1}',
       case when n % 10 = 0 then 'damaged' end, at, at, case when n % 10 <> 0 then at end
     from (select n, date_trunc('milliseconds', now() - make_interval(mins => n)) as at
       from generate_series(1, $2::int) n) each`,
    [ownerId, count],
  )
}

/** As the database keeps itself after a while; answers how many documents there are. */
async function settle(client: pg.Client): Promise<number> {
  await client.query('vacuum analyze documents')
  const { rows } = await client.query('select count(*)::int as documents from documents')
  return rows[0].documents
}

const ownDocuments = 1_000
const allDocuments = { small: 1_000, large: 1_000_000 }

/** What the page My Documents asks for. */
const views = {
  firstPage: '',
  processed: 'status=processed',
  byName: 'sort=name',
  search: 'search=exemption%207',
  later: 'cursor=',
}

export const bench: Bench = {
  summary: 'My Documents of a person with 1,000 documents, alone in the table and among 1,000,000',
  async run(print) {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const small = await startFilledApp(ownDocuments, allDocuments.small)
      const large = await startFilledApp(ownDocuments, allDocuments.large)
      print(`  ${small.documents} and ${large.documents} documents`)
      const tables = { small, large }
      const figures: Record<string, number> = {}
      const all = { small: [] as number[], large: [] as number[] }
      for (const [view, query] of Object.entries(views)) {
        const times = await takeTurns(tables, ({ get, middle }) =>
          get(query === 'cursor=' ? query + middle : query),
        )
        all.small.push(...times.small)
        all.large.push(...times.large)
        figures[`${view}Ratio`] = percentile(times.large, 95) / percentile(times.small, 95)
      }
      const [smallP95, largeP95] = [percentile(all.small, 95), percentile(all.large, 95)]
      await small.close()
      await large.close()
      return {
        figures: { ...figures, smallP95Ms: smallP95, largeP95Ms: largeP95, ratio: largeP95 / smallP95 },
        limits: { ratio: { atMost: 1.5 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}
