import type { Binder, ListedBinder } from '@exempta/contract/binders'
import type { Auditor } from '@exempta/contract/binders/auditors'
import type { BusinessReport } from '@exempta/contract/businesses/reports'
import type { WalletEntry } from '@exempta/contract/certificates/wallet'
import type { ChatSession } from '@exempta/contract/chat'
import type { CoverageReceipt, CoverageRow } from '@exempta/contract/coverage'
import { dayMs } from '@exempta/contract/durations'
import type { ReportTemplate } from '@exempta/contract/reports'
import type { CertificateRequest } from '@exempta/contract/requests'
import type { Campaign, CampaignDetails } from '@exempta/contract/requests/campaigns'
import type { ReceivedDocument } from '@exempta/contract/review'
import { forms } from '@exempta/knowledge/forms'
import { states } from '@exempta/knowledge/states'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { handle } from '../../platform/jobs/handle.ts'
import { demoBlankFormsJob } from '../blank-forms.ts'
import { demoAgent, demoPassword, demoUser, demoViewer, livelyBusiness } from '../people.ts'
import { demoStoryJob } from '../play-story.ts'
import { seedDemo } from '../seed-demo.ts'
import { demoStory } from '../story.ts'
import { demoAuditor } from './audits.ts'
import { demoCustomers } from './customers.ts'
import { listName, silentCustomers } from './list-of-requests.ts'
import { demoWholesaleJob, playWholesale } from './play-wholesale.ts'
import { planSales } from './sales.ts'

type Cast = Parameters<typeof playWholesale>[1]

let test: TestApp
let cast: Cast
let manager: string
beforeAll(async () => {
  // The test plays it itself, and leaves the story of others out.
  const moreJobs = [
    handle(demoStoryJob, async () => {}),
    handle(demoWholesaleJob, async () => {}),
    handle(demoBlankFormsJob, async () => {}),
  ]
  test = await startTestApp({ runJobs: true, sandbox: fakeSandbox().sandbox, moreJobs })
  await seedDemo(test.services)
  const { rows } = await test.database.executeAsOwner(
    `select data from pgboss.job where name = 'demo-wholesale'`,
  )
  const [sent] = rows as { data: { payload: Cast } }[]
  if (!sent) throw new Error('No job was sent.')
  cast = sent.data.payload
  await play()
  manager = await enter(livelyBusiness)
})
afterAll(() => test.close())

const play = () => playWholesale(test.services, cast, new AbortController().signal)

async function enter(email: string): Promise<string> {
  const payload = { email, password: demoPassword }
  const { headers } = await test.call({ method: 'POST', url: '/api/session', payload })
  return [headers['set-cookie']].flat().join('; ')
}

const get = async <Answer>(url: string, cookie = manager) =>
  (await test.call({ method: 'GET', url, headers: { cookie } })).json() as Answer

async function allOf<Item>(url: string, cookie = manager): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const separator = url.includes('?') ? '&' : '?'
    const page: { items: Item[]; nextCursor: string | null } = await get(
      `${url}${separator}limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      cookie,
    )
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor)
  return items
}

const daysAgo = (at: string) => (test.clock.now().getTime() - Date.parse(at)) / dayMs
const countBy = <Item>(items: readonly Item[], of: (item: Item) => string) => {
  const counts: Record<string, number> = {}
  for (const item of items) counts[of(item)] = (counts[of(item)] ?? 0) + 1
  return counts
}

describe('the wholesale business of the demo', () => {
  it('has forms that exist, states that exist and addresses that no one has', () => {
    expect(demoCustomers).toHaveLength(36)
    for (const { organization, form, state, email } of demoCustomers) {
      expect(form === null || forms.has(form), organization).toBe(true)
      expect(states.has(state), organization).toBe(true)
      expect(email, organization).toMatch(/^[\w.]+@[\w-]+\.example$/)
    }
    expect(new Set(demoCustomers.map(({ email }) => email)).size).toBe(36)
    const told = Object.values(demoStory).flatMap((episodes) =>
      episodes.flatMap(({ stated }) => stated ?? []),
    )
    const used = [...demoCustomers, ...told].flatMap(({ form }) => form ?? [])
    expect(new Set(used).size, 'forms').toBe(16)
    expect(demoCustomers.length + Object.keys(demoStory).length, 'customers').toBe(40)
  })

  it('has locations in four states', async () => {
    const locations = await get<{ items: { state: string }[] }>('/api/business/locations')
    expect(locations.items.map(({ state }) => state).sort()).toEqual(['IA', 'MI', 'MN', 'WI'])
  })

  it('has customers whose certificates came over eight weeks, and reviewed most', async () => {
    const received = await allOf<ReceivedDocument>('/api/received')
    const customers = new Set(received.map(({ user }) => user.email))
    // Three more of them tell the story, which is a job of its own.
    expect(customers.size).toBe(37 - revoked.length)
    expect(countBy(received, ({ status }) => status)).toEqual({ pending: 3, rejected: 3, verified: 32 })
    const weeks = new Set(received.map(({ receivedAt }) => Math.floor(daysAgo(receivedAt) / 7)))
    expect([...weeks].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(new Set(received.flatMap(({ reviewer }) => reviewer ?? [])).size).toBe(2)
    const formCodes = new Set(received.flatMap(({ exemption }) => exemption?.form ?? []))
    expect(formCodes.size, [...formCodes].join(', ')).toBeGreaterThanOrEqual(13)
  })

  it('has every verdict, for the reasons that businesses meet', async () => {
    const rows = await allOf<CoverageRow>('/api/coverage')
    const verdicts = countBy(rows, ({ verdict }) => verdict)
    expect(verdicts.covered).toBeGreaterThanOrEqual(14)
    expect(verdicts.check).toBeGreaterThanOrEqual(10)
    expect(verdicts['not-covered']).toBeGreaterThanOrEqual(6)
    const codes = new Set(rows.flatMap(({ reasons }) => reasons.map(({ code }) => code)))
    for (const code of [
      'covered',
      'not-verified',
      'unsure-duration',
      'unsure-acceptance',
      'single-use',
      'wrong-number',
      'idle',
      'verify-number',
      'condition',
      'expired',
      'maybe-electronic',
      'other-seller',
      'rejected',
      'not-accepted',
      'unknown-form',
    ]) {
      expect(codes, code).toContain(code)
    }
  })

  it('asked a list of customers, of whom some answered, some looked and some were reminded', async () => {
    const [list] = await allOf<Campaign>('/api/requests/campaigns')
    expect(list).toMatchObject({ name: listName, status: 'sent', rows: 26, good: 23 })
    const { funnel, problems } = await get<CampaignDetails>(`/api/requests/campaigns/${list?.id}`)
    expect(problems.map(({ kind }) => kind).sort()).toEqual(['bad-address', 'no-address', 'twice'])
    expect(funnel).toMatchObject({ sent: 23, opened: 18, received: 11, notExempt: 1 })
    const requests = await allOf<CertificateRequest>('/api/requests')
    const neverOpened = requests.filter(({ openedAt }) => openedAt === null)
    expect(neverOpened).toHaveLength(silentCustomers.filter((one) => !one.openedDaysAgo).length)
    for (const { email, sentAt, openedAt, receivedAt } of requests) {
      expect(daysAgo(sentAt ?? ''), email ?? '').toBeCloseTo(24, 1)
      if (openedAt) expect(openedAt > (sentAt ?? ''), email ?? '').toBe(true)
      if (receivedAt) expect(receivedAt >= (openedAt ?? ''), email ?? '').toBe(true)
    }
    const { rows } = await test.database.executeAsOwner(
      `select count(*)::integer as count from certificate_requests where reminded = 1`,
    )
    expect(rows).toEqual([{ count: 12 }])
  })

  it('has receipts for weeks of sales, with every answer, an allowed sale and a refund', async () => {
    const receipts = await allOf<CoverageReceipt>('/api/coverage/checks')
    const saved = new Set(receipts.map(({ reference }) => reference))
    const missing = planSales().filter(({ reference }) => !saved.has(reference))
    expect(missing.map(({ customer, reference }) => `${customer.organization} ${reference}`)).toEqual([])
    expect(receipts.length).toBeGreaterThan(60)
    const verdicts = countBy(receipts, ({ verdict }) => verdict)
    expect(Object.keys(verdicts).sort()).toEqual(['check', 'covered', 'not-covered'])
    expect(receipts.filter(({ allowedReason }) => allowedReason)).toHaveLength(3)
    expect(receipts.filter(({ refundOf }) => refundOf)).toHaveLength(1)
    expect(receipts.filter(({ isOwnUse }) => isOwnUse)).toMatchObject([{ verdict: 'not-covered' }])
    const weeks = new Set(receipts.map(({ savedAt }) => Math.floor(daysAgo(savedAt) / 7)))
    expect(weeks.size).toBe(8)
    expect(new Set(receipts.map(({ location }) => location)).size).toBe(5)
    expect(new Set(receipts.map(({ savedBy }) => savedBy)).size).toBe(3)
  })

  it('has a finished binder with an invited auditor, and one with the auditor’s list', async () => {
    const binders = await allOf<ListedBinder>('/api/binders')
    expect(countBy(binders, ({ state, status }) => `${state} ${status}`)).toEqual({
      'MN ready': 1,
      'IA draft': 1,
    })
    const finished = binders.find(({ status }) => status === 'ready')
    expect(finished?.counts?.sales).toBeGreaterThan(15)
    expect(finished?.sizeBytes).toBeGreaterThan(10_000)
    const auditors = await get<{ items: Auditor[] }>(`/api/binders/${finished?.id}/auditors`)
    expect(auditors.items).toMatchObject([{ email: demoAuditor, status: 'invited' }])
    const begun = binders.find(({ status }) => status === 'draft')
    expect(begun?.list).not.toBeNull()
    expect(begun?.counts).toBeNull()
    const { counts } = await get<Binder>(`/api/binders/${begun?.id}`)
    expect(counts.sales).toBeGreaterThan(counts.covered)
    expect(counts.covered).toBeGreaterThan(0)
  })

  it('has reports with eight weeks of received, verified and rejected documents', async () => {
    const day = (days: number) =>
      new Date(test.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
    const url = `/api/received/reports?from=${day(56)}&to=${day(0)}`
    const { weeks, outcome, reviewers } = await get<BusinessReport>(url)
    expect(weeks.filter(({ received }) => received > 0).length).toBeGreaterThanOrEqual(8)
    expect(outcome).toEqual({ pending: 3, rejected: 3, verified: 32 })
    for (const { name, verified } of reviewers) expect(verified, name ?? '').toBeGreaterThan(5)
    const templates = await get<{ items: ReportTemplate[] }>('/api/reports/templates', await enter(demoAgent))
    expect(countBy(templates.items, ({ schedule }) => schedule?.every ?? 'never')).toEqual({
      weekly: 1,
      never: 2,
    })
  })

  it('has conversations with support, one of them closed', async () => {
    const admin = await enter(demoAgent)
    const chats = await allOf<ChatSession>('/api/chats?show=all', admin)
    expect(countBy(chats, ({ kind, status }) => `${kind} ${status}`)).toEqual({
      'live open': 3,
      'live closed': 1,
      'mail open': 1,
    })
  })

  it('gives its first user a wallet: good, good until soon, and expired', async () => {
    const entries = await allOf<WalletEntry>('/api/documents/wallet', await enter(demoUser))
    const found = entries.map(({ state, status, heldBy }) => ({ state, status, heldBy }))
    expect(found).toEqual([
      { state: 'MI', status: 'expired', heldBy: 1 },
      { state: 'MN', status: 'good', heldBy: 1 },
      { state: 'WI', status: 'expires-soon', heldBy: 1 },
    ])
  })

  it('lets the viewer at the counter find customers', async () => {
    const viewer = await enter(demoViewer)
    const found = await get<{ items: { name: string }[] }>('/api/coverage/customers?search=Larkspur', viewer)
    expect(found.items).toMatchObject([{ name: 'Larkspur Books' }])
  })

  it('is the same when its job runs again', async () => {
    const all = async () => ({
      received: await allOf('/api/received'),
      receipts: await allOf('/api/coverage/checks'),
      requests: await allOf('/api/requests'),
      binders: await allOf('/api/binders'),
      chats: await allOf('/api/chats?show=all', await enter(demoAgent)),
      wallet: await allOf('/api/documents/wallet', await enter(demoUser)),
    })
    const before = await all()
    await play()
    expect(await all()).toEqual(before)
  })
})

const revoked = demoCustomers.filter(({ outcome }) => outcome.kind === 'revoked')
