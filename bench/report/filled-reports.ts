import type { ReportDefinition, ReportResult } from '@exempta/contract/reports'
import pg from 'pg'
import { startTestApp } from '../../server/test/app.ts'
import { createPerson, signInAs } from '../../server/test/people.ts'

/** The product with so many documents over the last 100 days, and the same two questions without the product. */
export async function startFilledReports(documents: number, definition: ReportDefinition) {
  const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
  const admin = await createPerson(test, 'admin')
  const owner = await createPerson(test)
  const client = new pg.Client({ connectionString: test.database.location.url })
  await client.connect()
  const now = test.clock.now()
  await client.query(
    `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
       version, failure, created_at, updated_at, processed_at)
     select gen_random_uuid(), $1::uuid, 'Exemption ' || n || '.pdf', 'application/pdf',
       case when n % 10 = 0 then 'failed' else 'processed' end, 1, sha256(''), false, 2,
       case when n % 10 = 0 then 0 else 1 end, case when n % 10 = 0 then 'damaged' end, at, at, at
     from (select n, date_trunc('milliseconds', $3::timestamptz - n * interval '100 days' / $2::int) as at
       from generate_series(1, $2::int) n) each`,
    [owner.id, documents, now],
  )
  await client.query('vacuum analyze documents')
  const cookie = await signInAs(test, admin)
  const run = async (): Promise<ReportResult> => {
    const payload = { definition }
    const answer = await test.call({ method: 'POST', url: '/api/reports/run', payload, headers: { cookie } })
    if (answer.statusCode !== 200) throw new Error(`The report answered ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  const { summary, metadata } = await run()
  const { dateRange } = metadata.filters
  if (!dateRange || !('start' in dateRange)) throw new Error('The report has no days.')
  const days = [dateRange.start, dateRange.end]
  const runAlone = async () => {
    await client.query(
      `select name, status, created_at, id from documents
       where created_at >= $1::date::timestamptz and created_at < ($2::date + 1)::timestamptz
       order by created_at desc, id desc limit 26`,
      days,
    )
    await client.query(
      `select count(*), count(*) filter (where status = 'processed') from documents
       where created_at >= $1::date::timestamptz and created_at < ($2::date + 1)::timestamptz`,
      days,
    )
  }
  return {
    found: summary?.total ?? 0,
    run,
    runAlone,
    async close() {
      await client.end()
      await test.close()
    },
  }
}
