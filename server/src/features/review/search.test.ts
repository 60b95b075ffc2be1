import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, type TestPerson } from '../../../test/people.ts'
import { createTestBusiness, type TestBusiness } from '../../../test/sharing.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { receivedPage } from './queries/search.ts'

const count = 180
const statuses = ['pending', 'verified', 'rejected', 'revoked']
const oldest = 60
const limit = 20

let test: TestApp
let business: TestBusiness
let rival: TestBusiness
let people: TestPerson[]
/** The expected shares, newest first, with the text they can be found by. */
let shares: { id: string; business_id: string; status: string; text: string }[]

const nameOf = (n: number) =>
  [
    'Exemption',
    n,
    n === 169 && '50%_of\\it',
    n === 173 && 'Ünïque – zq7!',
    n % 3 > 0 && 'Annual',
    n % 40 === 0 && 'Quarterly',
    n > count - oldest && 'Vorjahr',
  ]
    .filter(Boolean)
    .join(' ')

beforeAll(async () => {
  test = await startTestApp()
  business = await createTestBusiness(test)
  rival = await createTestBusiness(test)
  people = [await createPerson(test), await createPerson(test), await createPerson(test)]
  const names = Array.from({ length: count }, (_, n) => nameOf(n + 1))
  const run = (text: string, values: unknown[]) => test.database.executeAsOwner(text, values)
  await run(
    `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
       version, created_at, updated_at, processed_at)
     select gen_random_uuid(), ($1::uuid[])[1 + n % 3], name, 'application/pdf', 'processed', n,
       sha256(convert_to(n::text, 'UTF8')), false, 1, 1, $3, $3, $3
     from unnest($2::text[]) with ordinality each (name, n)`,
    [people.map(({ id }) => id), names, test.clock.now()],
  )
  await run(
    `insert into document_versions (document_id, version, size_bytes, created_at, ready_at)
     select id, 1, size_bytes, $1, $1 from documents`,
    [test.clock.now()],
  )
  // Five shares at a time have the same timestamp, so that ids decide their order.
  await run(
    `insert into document_shares (id, document_id, owner_id, business_id, status, reviewed_at, reject_reason,
       revoked_at, can_download, has_watermark, tells_first_view, shared_at, created_at, updated_at)
     select gen_random_uuid(), d.id, d.owner_id, b.id, state,
       case when state in ('verified', 'rejected') then now() end, case when state = 'rejected' then 'No' end,
       case when state = 'revoked' then now() end, true, false, false, at, at, at
     from documents d, unnest($1::uuid[]) b (id),
       lateral (select ($2::text[])[1 + d.size_bytes % 4] as state,
         $3::timestamptz - make_interval(mins => (d.size_bytes / 5)::int) as at) each`,
    [[business.id, rival.id], statuses, test.clock.now()],
  )
  const { rows } = await run(
    `select s.id, s.business_id, s.status, lower(d.name || E'\\n' || u.name || E'\\n' || u.email) as text
     from document_shares s join documents d on d.id = s.document_id join users u on u.id = s.owner_id
     where s.status <> 'revoked' order by s.shared_at desc, s.id desc`,
    [],
  )
  shares = rows as typeof shares
})
afterAll(() => test.close())

const memberOf = ({ id: businessId, manager: { id } }: TestBusiness): Actor => ({
  kind: 'person',
  id,
  role: 'business',
  businessId,
})

interface View {
  search: string
  status?: 'verified'
  sort: 'newest' | 'oldest'
}

/** Reads all pages. Small limits make every search strategy reach its bound. */
async function read(
  { sort, ...filter }: View,
  businessId = business.id,
  actor = memberOf(business),
): Promise<string[]> {
  const ids: string[] = []
  let after: [string, string] | undefined
  for (;;) {
    const rows = await test.database.transact(
      actor,
      (tx) => receivedPage(tx, businessId, filter, sort, after, limit, { walked: [20, 40], lookedUp: 30 }),
      { readOnly: true },
    )
    ids.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    if (!last || rows.length < limit) return ids
    after = [last.shared_at.toISOString(), last.id]
  }
}

function expected({ search, status, sort }: View, { id } = business): string[] {
  const found = shares.filter(
    (share) =>
      share.business_id === id &&
      share.text.includes(search.toLowerCase()) &&
      (!status || share.status === status),
  )
  return (sort === 'newest' ? found : found.toReversed()).map(({ id }) => id)
}

describe('a search in the inbox finds what reading all of it would find, page by page', () => {
  it.each([
    ['exemption', 'everybody has'],
    ['vorjahr', 'many old ones have, and no new one'],
    ['annual', 'most have'],
    ['QUARTERLY', 'few have'],
    ['exemption 160', 'is a word of many and one of few'],
    ['lighthouse', 'nobody has'],
    ['exemption 17', 'few old ones have'],
    ['person', 'stands in names and addresses'],
    ['.org', 'ends every address'],
    ['e', 'is one letter'],
    ['7', 'is one digit'],
    ['zq', 'are two letters inside a word'],
    ['ZQ', 'are the same'],
    ['qz', 'are two that nobody has'],
    ['n 1', 'reaches over a gap'],
    [' – ', 'is no letter at all'],
    ['ü', 'is no plain letter'],
    ['ÏQ', 'are no plain letters'],
    ['0%_o', 'looks like a pattern'],
    ['%', 'is a pattern'],
    ['_', 'is a pattern for one'],
    ['f\\i', 'looks like an escape'],
    ['r\np', 'reaches over a line'],
  ])('%j: %s', async (search, meaning) => {
    expect(expected({ search, sort: 'newest' }).length === 0).toBe(/nobody/.test(meaning))
    for (const sort of ['newest', 'oldest'] as const) {
      for (const status of [undefined, 'verified'] as const) {
        const view = { search, sort, ...(status && { status }) }
        expect(await read(view), JSON.stringify(view)).toEqual(expected(view))
      }
    }
  })

  it('also finds by user, and only in your own business', async () => {
    for (const { name, email } of people) {
      for (const search of [name, email.toUpperCase()]) {
        const view = { search, sort: 'newest' } as const
        expect(await read(view), JSON.stringify(view)).toEqual(expected(view))
        expect(expected(view).length, search).toBeGreaterThan(30)
      }
    }
    const user: Actor = { kind: 'person', id: people[0]?.id ?? '', role: 'user' }
    for (const search of ['vorjahr', 'exemption', 'zq', 'quarterly']) {
      const view = { search, sort: 'newest' } as const
      expect(await read(view, rival.id, memberOf(rival)), search).toEqual(expected(view, rival))
      expect(await read(view, business.id, memberOf(rival)), search).toEqual([])
      expect(await read(view, business.id, user), search).toEqual([])
    }
  })
})
