import pg from 'pg'
import { startTestApp } from '../../server/test/app.ts'
import { createPerson, signInAs } from '../../server/test/people.ts'
import { createFirm } from '../../server/test/sharing.ts'

const documentsOfOne = 10_000

export interface FilledInbox {
  shares: number
  /** Fetches a page of what the business received. */
  get(query: string): Promise<{ items: unknown[]; nextCursor: string | null }>
  /** The cursor of a page far from the first. */
  later: string
  close(): Promise<void>
}

/** The product with one business that received so many documents; a tenth of them are reviewed. */
export async function startFilledInbox(shares: number): Promise<FilledInbox> {
  const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
  const client = new pg.Client({ connectionString: test.database.location.url })
  await client.connect()
  const firm = await createFirm(test)
  for (let left = shares; left > 0; left -= documentsOfOne) {
    const owner = await createPerson(test)
    await shareDocuments(client, owner.id, firm.id, Math.min(left, documentsOfOne))
  }
  for (const table of ['documents', 'document_versions', 'document_shares', 'users']) {
    await client.query(`vacuum analyze ${table}`)
  }
  await client.end()
  const cookie = await signInAs(test, firm.manager)
  const get: FilledInbox['get'] = async (query) => {
    const answer = await test.call({ method: 'GET', url: `/api/received?${query}`, headers: { cookie } })
    if (answer.statusCode !== 200) throw new Error(`The list answered ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  let later = ''
  for (let page = 0; page < 5; page++) {
    later = (await get(`limit=100${later && `&cursor=${later}`}`)).nextCursor ?? ''
  }
  return { shares, get, later, close: () => test.close() }
}

async function shareDocuments(
  client: pg.Client,
  ownerId: string,
  businessId: string,
  count: number,
): Promise<void> {
  await client.query(
    `with made as (
       insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
         version, finding_counts, created_at, updated_at, processed_at)
       select gen_random_uuid(), $1::uuid, 'Exemption ' || n || '.pdf', 'application/pdf', 'processed', 100000 + n,
         sha256(convert_to(n::text, 'UTF8')), false, 2, 1, '{"ssn": 1}', at, at, at
       from (select n, date_trunc('milliseconds', now() - make_interval(mins => n)) as at
         from generate_series(1, $3::int) n) each
       returning id, created_at, size_bytes
     ), versions as (
       insert into document_versions (document_id, version, size_bytes, created_at, ready_at)
       select id, 1, size_bytes, created_at, created_at from made
     )
     insert into document_shares (id, document_id, owner_id, business_id, status, reviewed_at, can_download,
       has_watermark, tells_first_view, shared_at, created_at, updated_at)
     select gen_random_uuid(), id, $1::uuid, $2::uuid,
       case when size_bytes % 10 = 0 then 'verified' else 'pending' end,
       case when size_bytes % 10 = 0 then created_at end, true, false, false, created_at, created_at, created_at
     from made`,
    [ownerId, businessId, count],
  )
}
