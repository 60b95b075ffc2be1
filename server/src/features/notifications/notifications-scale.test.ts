import { liveLimits } from '@exempta/contract/live-limits'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import type { PersonActor } from '../../platform/call.ts'
import { limits } from './limits.ts'
import { markAllRead, notificationPage, unreadCount } from './queries.ts'

const rowCount = Number(process.env.SCALE_ROWS)
const others = 100

let test: TestApp
let person: TestPerson
let cookie: string
beforeAll(async () => {
  test = await startTestApp({ logLevel: 'silent' })
  person = await createPerson(test)
  cookie = await signInAs(test, person)
  const now = test.clock.now()
  await test.services.database.runAsOwner(async (owner) => {
    await owner.query(
      `insert into users (name, email, role, created_at, updated_at)
        select 'Other', 'other-' || n || '@example.org', 'user', $1, $1 from generate_series(1, $2::int) n`,
      [now, others],
    )
    // A tenth of the rows is for the person, a tenth for everyone, the rest for a hundred other people.
    await owner.query(
      `with people as (select id, row_number() over () as number from users where name = 'Other')
      insert into notifications (id, audience, person_id, type, title, message, created_at)
      select gen_random_uuid(),
        case n % 10 when 0 then 'person:' || $3::uuid when 1 then 'everybody' else 'person:' || people.id end,
        case n % 10 when 0 then $3::uuid when 1 then null else people.id end,
        'other', 'Title ' || n, 'Message', $1::timestamptz + make_interval(secs => n / 10)
      from generate_series(1, $2::int) n join people on people.number = n % ${others} + 1`,
      [now, rowCount, person.id],
    )
    await owner.query('analyze')
  })
})
afterAll(() => test.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

async function nodesOfPlan(query: RawBuilder<unknown>): Promise<Plan[]> {
  const actor: PersonActor = { kind: 'person', id: person.id, role: 'user' }
  const { rows } = await test.services.database.transact(actor, async (tx) => {
    await sql`savepoint before`.execute(tx)
    const plan = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (analyze, format json) ${query}`.execute(tx)
    await sql`rollback to before`.execute(tx)
    return plan
  })
  const [row] = rows
  if (!row) throw new Error('There was no plan')
  return nodesOf(row['QUERY PLAN'][0].Plan)
}

describe(`with ${rowCount} notifications`, () => {
  const self = () => ({ kind: 'person', id: person.id, role: 'user' }) as const
  const middle = () =>
    [
      new Date(test.clock.now().getTime() + (rowCount / 20) * 1000).toISOString(),
      crypto.randomUUID(),
    ] as const

  it.each([
    ['the first page', () => notificationPage(self(), undefined, 26)],
    ['a page in the middle', () => notificationPage(self(), middle(), 26)],
  ])('%s is read from the index in order, no further than needed', async (_name, query) => {
    const scans = (await nodesOfPlan(query())).filter((node) => node['Relation Name'] === 'notifications')
    expect(scans.length).toBeGreaterThan(0)
    for (const [at, scan] of scans.entries()) {
      expect(scan, `scan ${at}`).toMatchObject({
        'Node Type': 'Index Scan',
        'Index Name': 'notifications_by_audience',
      })
      expect(scan['Actual Rows'], `scan ${at}`).toBeLessThanOrEqual(26)
    }
  })

  it.each([
    ['the unread count', () => unreadCount(self(), { most: 100, among: limits.notificationsCounted })],
    ['marking all as read', () => markAllRead(self(), test.clock.now(), limits.notificationsMarked)],
  ])('%s finds its audiences by the index', async (_name, query) => {
    const nodes = await nodesOfPlan(query())
    expect(nodes.map((node) => node['Index Name'])).toContain('notifications_by_audience')
    const isWhole = (node: Plan) =>
      node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'notifications'
    expect(nodes.filter(isWhole)).toEqual([])
  })

  it('all of them are paged through once, and marked as read at once', async () => {
    const own = Math.floor(rowCount / 10) + Math.floor((rowCount + 9) / 10)
    const seen = new Set<string>()
    let cursor: string | null = null
    do {
      const response = await test.call({
        method: 'GET',
        url: `/api/notifications?limit=100${cursor ? `&cursor=${cursor}` : ''}`,
        headers: { cookie },
      })
      const page = response.json()
      expect(page.unreadCount, `after ${seen.size} items`).toBe(liveLimits.notificationUnreadShown + 1)
      for (const { id } of page.items) seen.add(id)
      cursor = page.nextCursor
    } while (cursor)
    expect(seen.size).toBe(own)

    await test.call({ method: 'POST', url: '/api/notifications/read-all', headers: { cookie } })
    const response = await test.call({ method: 'GET', url: '/api/notifications', headers: { cookie } })
    expect(response.json().unreadCount).toBe(0)
    const { rows } = await test.services.database.executeAsOwner(
      'select count(*) as count from notification_reads',
    )
    expect(rows).toEqual([{ count: Math.min(own, 2 * limits.notificationsMarked) }])
  })
})
