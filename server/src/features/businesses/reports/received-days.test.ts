/** Whatever happens to shares, and whenever days are counted, figures equal those over the shares themselves. */
import type { BusinessReport, getBusinessDashboard } from '@exempta/contract/businesses/reports'
import { dayMs, hourMs, minuteMs } from '@exempta/contract/durations'
import type { RouteOutput } from '@exempta/contract/route'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey } from '../../../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { testDatabaseKind } from '../../../../test/database.ts'
import { addMember, createPerson, type TestPerson } from '../../../../test/people.ts'
import { receive } from '../../../../test/received.ts'
import { createTestBusiness, type TestBusiness } from '../../../../test/sharing.ts'
import { countReceivedDays } from '../jobs.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const acts = 120

let test: TestApp
let business: TestBusiness
let rival: TestBusiness
let owner: TestPerson
let colleague: TestPerson
let keyId: string
const today = Date.parse('2026-03-02')

beforeAll(async () => {
  test = await startTestApp()
  business = await createTestBusiness(test)
  rival = await createTestBusiness(test)
  owner = await createPerson(test)
  colleague = await addMember(test, business.manager, 'manager')
  keyId = (await makeKey(test, business)).id
})
afterAll(() => test.close())

const run = (statement: string, values: unknown[] = []) => test.database.executeAsOwner(statement, values)
const get = async (url: string, cookie = business.cookie) =>
  (await test.call({ method: 'GET', url, headers: { cookie } })).json()

interface Share {
  id: string
  status: 'pending' | 'verified' | 'rejected' | 'revoked'
  shared_at: Date
  reviewed_at: Date | null
  reviewed_by: string | null
  reviewed_by_key: string | null
  form: string | null
}

const sharesOf = async (businessId: string) =>
  (await run('select * from document_shares where business_id = $1 order by id', [businessId]))
    .rows as Share[]

/** Repeatable: the seed is in the name of the test. */
function dice(start: number) {
  let state = start
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const review = `update document_shares set status = $2, reviewed_at = $3, reviewed_by = $4, reviewed_by_key = $5,
  reject_reason = case when $2 = 'rejected' then 'Blurred' end, revoked_at = null where id = $1`

const counts = (shares: readonly Share[]) => {
  const of = (status: Share['status']) => shares.filter((share) => share.status === status).length
  return {
    received: shares.length,
    pending: of('pending'),
    verified: of('verified'),
    rejected: of('rejected'),
  }
}

/** As reports round it: to minutes, quarters of an hour, six hours, or days. */
function minutesOf({ shared_at, reviewed_at }: Share): number {
  const minutes = Math.floor(((reviewed_at?.getTime() ?? 0) - shared_at.getTime()) / minuteMs)
  const step = minutes < 60 ? 1 : minutes < 1440 ? 15 : minutes < 14_400 ? 360 : 1440
  return minutes - (minutes % step)
}

function medianHours(shares: readonly Share[]): number | null {
  const sorted = shares.map(minutesOf).sort((a, b) => a - b)
  if (sorted.length === 0) return null
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  // Divided last: 9,379.5 minutes are exactly half of a hundredth of an hour, and must round up.
  return Math.round(((low + high) * 50) / 60) / 100
}

async function expectSameFigures(range: { from: string; to: string }, moment: string): Promise<void> {
  const live = (await sharesOf(business.id)).filter(({ status }) => status !== 'revoked')
  const dashboard: RouteOutput<typeof getBusinessDashboard> = await get('/api/received/dashboard')
  const { received, pending, verified } = counts(live)
  expect(dashboard.counts, moment).toMatchObject({ received, pending, verified })

  const until = new Date(Date.parse(range.to) + dayMs)
  const inRange = live.filter(({ shared_at }) => shared_at >= new Date(range.from) && shared_at < until)
  const reviewed = inRange.filter(({ reviewed_at }) => reviewed_at !== null)
  const report: BusinessReport = await get(`/api/received/reports?from=${range.from}&to=${range.to}`)
  const { received: total, ...outcome } = counts(inRange)
  expect(report, moment).toMatchObject({ total, outcome, medianReviewHours: medianHours(reviewed) })
  for (const { start, ...week } of report.weeks) {
    const [first, last] = [new Date(start), new Date(Date.parse(start) + 7 * dayMs)]
    const shares = inRange.filter(({ shared_at }) => shared_at >= first && shared_at < last)
    expect(week, `${moment}, week of ${start}`).toEqual(counts(shares))
  }
  const formNames: Record<string, string | null> = { 'ny-st-120': 'ST-120', other: 'Other forms' }
  for (const { name, ...form } of report.forms) {
    const shares = inRange.filter((share) => (share.form && formNames[share.form]) === name)
    expect(form, `${moment}, form ${name}`).toEqual(counts(shares))
  }
  const formCount = new Set(inRange.map(({ form }) => form)).size
  expect(report.forms, moment).toHaveLength(formCount)
  const names = new Map([
    [business.manager.id, business.manager.name],
    [colleague.id, colleague.name],
  ])
  for (const { name, medianReviewHours, ...done } of report.reviewers) {
    const shares = reviewed.filter(({ reviewed_by, reviewed_by_key }) =>
      name?.endsWith('(API key)')
        ? reviewed_by_key === keyId
        : !reviewed_by_key && (names.get(reviewed_by ?? '') ?? null) === name,
    )
    const { verified, rejected } = counts(shares)
    expect({ ...done, medianReviewHours }, `${moment}, reviewer ${name}`).toEqual({
      verified,
      rejected,
      medianReviewHours: medianHours(shares),
    })
  }
  const sum = report.reviewers.reduce((all, each) => all + each.verified + each.rejected, 0)
  expect(sum, moment).toBe(reviewed.length)
  const now = test.clock.now().getTime()
  const bounds = [1, 3, 7, 30].map((days) => now - days * dayMs)
  const ages = [0, 0, 0, 0, 0]
  for (const { status, shared_at } of live) {
    if (status !== 'pending') continue
    const age = bounds.filter((bound) => shared_at.getTime() <= bound).length
    ages[age] = (ages[age] ?? 0) + 1
  }
  expect(
    report.pendingAges.map(({ count }) => count),
    moment,
  ).toEqual(ages)
}

it(`reports and the dashboard agree with the shares after ${acts} random changes (seed ${seed})`, async () => {
  const below = dice(seed)
  const any = <One>(...all: readonly One[]) => all[below(all.length)] as One
  const dayBefore = (days: number) => new Date(today - days * dayMs).toISOString().slice(0, 10)
  const someMoment = () => new Date(today - below(45) * dayMs + below(24 * 60) * minuteMs)
  const reviewers = [
    [business.manager.id, null],
    [colleague.id, null],
    [null, keyId],
    [null, null],
  ]
  const act = async (): Promise<string> => {
    const shares = await sharesOf(business.id)
    const share = shares[below(shares.length)]
    const kind = below(10)
    if (!share || kind < 3) {
      const businessId = kind === 0 ? rival.id : business.id
      await receive(test, { ownerId: owner.id, businessId }, [{ sharedAt: someMoment() }])
      return 'share'
    }
    if (kind < 6) {
      const took = any(below(60) * minuteMs, below(24) * hourMs + 7 * minuteMs, below(20) * dayMs)
      const reviewedAt = new Date(share.shared_at.getTime() + took)
      await run(review, [share.id, any('verified', 'rejected'), reviewedAt, ...any(...reviewers)])
      return 'review'
    }
    if (kind === 6) {
      await run(review, [share.id, 'pending', null, null, null])
      return 'reopen'
    }
    if (kind === 7) {
      await run(
        `update document_shares set status = 'revoked', revoked_at = shared_at, reviewed_at = null, reviewed_by = null,
           reviewed_by_key = null, reject_reason = null where id = $1`,
        [share.id],
      )
      return 'revoke'
    }
    if (kind === 8) {
      await run('update document_shares set form = $2 where id = $1', [
        share.id,
        any('ny-st-120', 'other', null),
      ])
      return 'confirm'
    }
    await (below(2) === 0
      ? run('delete from document_shares where id = $1', [share.id])
      : run('update document_shares set shared_at = $2 where id = $1 and reviewed_at is null', [
          share.id,
          someMoment(),
        ]))
    return 'delete or share again'
  }
  let countings = 0
  for (let number = 0; number < acts; number++) {
    const name = await act()
    if (below(4) === 0) {
      await countReceivedDays(test.services)
      countings++
    }
    if (number % 6 !== 5) continue
    const from = below(40)
    await expectSameFigures(
      { from: dayBefore(from), to: dayBefore(below(from + 1)) },
      `act ${number}: ${name}`,
    )
  }
  expect(countings).toBeGreaterThan(0)
  await countReceivedDays(test.services)
  expect((await run('select * from received_day_notes')).rows).toEqual([])
  await expectSameFigures({ from: dayBefore(45), to: dayBefore(0) }, 'at the end')
})

it('leaves days that nothing has changed in as they were counted', async () => {
  await countReceivedDays(test.services)
  const { rows: before } = await run('select xmin::text from received_day_forms order by 1')
  await countReceivedDays(test.services)
  expect((await run('select xmin::text from received_day_forms order by 1')).rows).toEqual(before)
  expect(before.length).toBeGreaterThan(0)
})

it('forgets the days of a business that is deleted', async () => {
  const gone = await createTestBusiness(test)
  await receive(test, { ownerId: owner.id, businessId: gone.id }, [{ status: 'verified' }])
  await countReceivedDays(test.services)
  const daysLeft = async () =>
    (await run('select from received_day_forms where business_id = $1', [gone.id])).rows.length
  expect(await daysLeft()).toBe(1)
  await run('delete from document_shares where business_id = $1', [gone.id])
  await run('delete from businesses where id = $1', [gone.id])
  await countReceivedDays(test.services)
  expect(await daysLeft()).toBe(0)
})

it.skipIf(testDatabaseKind() === 'embedded')(
  'a change that is saved while its day is counted is not lost',
  async () => {
    await receive(test, { ownerId: owner.id, businessId: business.id }, [{ sharedAt: new Date(today) }])
    // Others that wait may have been shared after the moment of the review.
    const share = (await sharesOf(business.id)).find(
      ({ status, shared_at }) => status === 'pending' && shared_at.getTime() === today,
    )
    await test.database.runAsOwner(async (client) => {
      await client.query('begin')
      await client.query(review, [share?.id, 'verified', new Date(today + hourMs), business.manager.id, null])
      await countReceivedDays(test.services)
      await client.query('commit')
    })
    await expectSameFigures({ from: '2026-02-01', to: '2026-03-02' }, 'after the change')
    await countReceivedDays(test.services)
    await expectSameFigures({ from: '2026-02-01', to: '2026-03-02' }, 'after it was counted')
  },
)
