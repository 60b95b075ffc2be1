import type { Document } from '@exempta/contract/documents'
import type { ReceivedDocument } from '@exempta/contract/review'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { fakeSandbox } from '../../test/fake-sandbox.ts'
import { untilProcessed } from '../../test/uploads.ts'
import { handle } from '../platform/jobs/handle.ts'
import { demoInvited, demoPassword, livelyBusiness } from './people.ts'
import { demoStoryJob, playStory } from './play-story.ts'
import { seedDemo } from './seed-demo.ts'
import { demoStory } from './story.ts'

let test: TestApp
beforeAll(async () => {
  // The test plays the story itself once the documents are processed.
  const moreJobs = [handle(demoStoryJob, async () => {})]
  test = await startTestApp({ runJobs: true, sandbox: fakeSandbox().sandbox, moreJobs })
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

it('has a business that documents came to for weeks, reviewed by two, the same after another start', async () => {
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
    verified: 5,
    rejected: 1,
  })
  expect(new Set(documents.map(({ user }) => user.name)).size).toBe(3)
  expect(new Set(documents.flatMap(({ reviewer }) => reviewer ?? [])).size).toBe(2)
  const again = documents.find(({ document }) => document.name.startsWith('Exemption certificate Bright'))
  const history = await itemsOf<{ act: string }>(`/api/received/${again?.id}/history`, manager)
  expect(history.map(({ act }) => act)).toEqual(['verified', 'reopened', 'rejected', 'shared'])
  const team = await itemsOf<{ role: string; lastActiveAt: string | null }>('/api/business/members', manager)
  expect(team.map(({ role }) => role).sort()).toEqual(['manager', 'manager', 'viewer'])
  expect(team.filter(({ lastActiveAt }) => lastActiveAt === null)).toEqual([])
  const invited = await get<{ invitations: { email: string }[] }>('/api/business/invitations', manager)
  expect(invited.invitations).toMatchObject([{ email: demoInvited }])

  await seedDemo(test.services)
  for (const cast of casts) expect(await playStory(test.services, cast), cast.teller).toBe(true)
  expect(await received()).toEqual(documents)
})
