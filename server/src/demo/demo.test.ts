import type { CoverageRow } from '@exempta/contract/coverage'
import type { Document } from '@exempta/contract/documents'
import type { getUserDashboard } from '@exempta/contract/documents/dashboard'
import { dayMs } from '@exempta/contract/durations'
import type { ReceivedDocument } from '@exempta/contract/review'
import type { RouteReturn } from '@exempta/contract/route'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { formReader } from '../../test/blank-forms.ts'
import { fakeSandbox } from '../../test/fake-sandbox.ts'
import { untilProcessed } from '../../test/uploads.ts'
import { handle } from '../platform/jobs/handle.ts'
import { addBlankForms, demoBlankFormsJob, demoBlanks } from './blank-forms.ts'
import { demoFile } from './papers.ts'
import { demoAgent, demoInvited, demoPassword, demoUser, livelyBusiness } from './people.ts'
import { demoStoryJob, playStory } from './play-story.ts'
import { seedDemo } from './seed-demo.ts'
import { demoStory } from './story.ts'
import { demoWholesaleJob } from './wholesale/play-wholesale.ts'

const fake = fakeSandbox()
let test: TestApp
beforeAll(async () => {
  // The test plays the story itself once the documents are processed. The wholesale business has its own test.
  const moreJobs = [
    handle(demoStoryJob, async () => {}),
    handle(demoWholesaleJob, async () => {}),
    handle(demoBlankFormsJob, async () => {}),
  ]
  test = await startTestApp({ runJobs: true, sandbox: fake.sandbox, moreJobs })
})
afterAll(() => test.close())

async function enter(email: string): Promise<string> {
  const payload = { email, password: demoPassword }
  const { headers } = await test.call({ method: 'POST', url: '/api/session', payload })
  return [headers['set-cookie']].flat().join('; ')
}

const get = async <Answer>(url: string, cookie: string) =>
  (await test.call({ method: 'GET', url, headers: { cookie } })).json() as Answer
const itemsOf = async <Item>(url: string, cookie: string) => (await get<{ items: Item[] }>(url, cookie)).items

interface Sent {
  data: { payload: Parameters<typeof playStory>[1] }
}

it('has a business with weeks of documents and two reviewers, unchanged after a restart', async () => {
  await seedDemo(test.services)
  const { rows } = await test.database.executeAsOwner(`select data from pgboss.job where name = 'demo-story'`)
  const casts = (rows as Sent[]).map(({ data }) => data.payload)
  expect(casts.map(({ teller }) => teller).sort()).toEqual(Object.keys(demoStory).sort())
  for (const cast of casts) {
    await playStory(test.services, cast)
    const cookie = await enter(cast.teller)
    for (const { id } of await itemsOf<Document>('/api/documents', cookie)) {
      await untilProcessed(test, cookie, id)
    }
    expect(await playStory(test.services, cast), cast.teller).toBe(true)
  }

  const manager = await enter(livelyBusiness)
  const received = () => itemsOf<ReceivedDocument>('/api/received', manager)
  const documents = await received()
  const count = (status: ReceivedDocument['status']) =>
    documents.filter((one) => one.status === status).length
  expect({ pending: count('pending'), verified: count('verified'), rejected: count('rejected') }).toEqual({
    pending: 3,
    verified: 6,
    rejected: 2,
  })
  expect(new Set(documents.map(({ user }) => user.name)).size).toBe(4)
  const certificates = documents.flatMap(({ exemption }) => exemption ?? [])
  const statesAndForms = certificates.map(({ states, form }) => `${states[0]?.state} ${form}`).sort()
  expect(statesAndForms).toEqual(['IL null', 'MN ST3', 'NY ST-120', 'OH STEC B', 'OH STEC B', 'WI S-211'])
  expect(await itemsOf('/api/received?expires=expired', manager)).toHaveLength(1)
  const answers = await itemsOf<CoverageRow>('/api/coverage', manager)
  const inMinnesota = answers.filter(({ state }) => state === 'MN')
  expect(inMinnesota).toMatchObject([{ customer: { name: 'Bright Path Academy' }, verdict: 'covered' }])
  const unsigned = answers.filter(({ reasons }) =>
    reasons.some(({ text }) => text.startsWith('It has no signature.')),
  )
  expect(unsigned).toMatchObject([{ state: 'WI', verdict: 'check' }])
  expect(new Set(documents.flatMap(({ reviewer }) => reviewer ?? [])).size).toBe(2)
  const again = documents.find(({ document }) => document.name.startsWith('Exemption certificate Bright'))
  const history = await itemsOf<{ act: string }>(`/api/received/${again?.id}/history`, manager)
  expect(history.map(({ act }) => act)).toEqual(['verified', 'reopened', 'rejected', 'shared'])
  const team = await itemsOf<{ role: string; lastActiveAt: string | null }>('/api/business/members', manager)
  expect(team.map(({ role }) => role).sort()).toEqual(['manager', 'manager', 'viewer'])
  expect(team.filter(({ lastActiveAt }) => lastActiveAt === null)).toEqual([])
  const invited = await get<{ invitations: { email: string }[] }>('/api/business/invitations', manager)
  expect(invited.invitations).toMatchObject([{ email: demoInvited }])

  const user = await enter(demoUser)
  const dashboard = await get<RouteReturn<typeof getUserDashboard>>('/api/documents/dashboard', user)
  expect(dashboard.counts).toMatchObject({ uploaded: 3, processed: 3, shared: 3, rejected: 1 })
  expect(dashboard.rejected).toMatchObject([
    { business: 'Maple Street Supply', reason: expect.stringContaining('invoice number') },
  ])
  const states = dashboard.recent.flatMap(({ recipients }) =>
    recipients.map(({ kind, state }) => `${kind} ${state}`),
  )
  expect(states).toEqual(['business rejected', 'email pending', 'business verified'])
  const [link] = dashboard.recent.flatMap(({ recipients }) =>
    recipients.flatMap((one) => one.expiresAt ?? []),
  )
  const daysLeft = (Date.parse(link ?? '') - test.clock.now().getTime()) / dayMs
  expect(daysLeft).toBeCloseTo(1, 1)

  await seedDemo(test.services)
  for (const cast of casts) expect(await playStory(test.services, cast), cast.teller).toBe(true)
  expect(await received()).toEqual(documents)
})

it('has blank forms in its library, each as the form that it’s drawn like, and says where support is', async () => {
  const { rows } = await test.database.executeAsOwner(
    `select data from pgboss.job where name = 'demo-blank-forms'`,
  )
  const [sent] = rows as { data: { payload: { adminId: string } } }[]
  const blanks = await Promise.all(
    Object.entries(demoBlanks).map(async ([code, name]) => ({ code, bytes: await demoFile(name) })),
  )
  let code: string | undefined
  fake.answer = (bytes, call) => {
    code = blanks.find((one) => one.bytes.equals(bytes))?.code ?? code
    return formReader({ ...(code && { code }) })(bytes, call)
  }
  for (const _ of ['once', 'again']) {
    await addBlankForms(test.services, sent?.data.payload.adminId ?? '', new AbortController().signal)
  }
  const admin = await enter(demoAgent)
  const { forms } = await get<{ forms: { code: string }[] }>('/api/admin/forms', admin)
  expect(forms.map((form) => form.code).sort()).toEqual(Object.keys(demoBlanks).sort())
  const { settings } = await get<{ settings: Record<string, string> }>('/api/settings', admin)
  expect(settings['support.email']).toBe('support@demo.exempta.example')
})
