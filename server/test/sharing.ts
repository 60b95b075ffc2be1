import type { Share, ShareEvent } from '@exempta/contract/sharing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'
import { type FakeSandbox, fakeSandbox } from './fake-sandbox.ts'
import { createPerson, signInAs, type TestPerson } from './people.ts'
import { pdfBytes, untilProcessed, uploadOne } from './uploads.ts'

export interface TestBusiness {
  id: string
  manager: TestPerson
  cookie: string
}

/** An active business with its first manager, signed in. */
export async function createTestBusiness(test: TestApp): Promise<TestBusiness> {
  const manager = await createPerson(test, 'business')
  const { rows } = await test.database.executeAsOwner(
    `update businesses set status = 'active'
     where id = (select business_id from business_users where user_id = $1) returning id`,
    [manager.id],
  )
  const { id } = rows[0] as { id: string }
  return { id, manager, cookie: await signInAs(test, manager) }
}

/** A business without team members. */
export async function createBareBusiness(test: TestApp, name: string, status = 'active'): Promise<string> {
  const { rows } = await test.database.executeAsOwner(
    `insert into businesses (name, email, status, verified, date_registered, created_at, updated_at)
     values ($1, 'business@example.org', $2, true, $3, $3, $3) returning id`,
    [name, status, test.clock.now()],
  )
  return (rows[0] as { id: string }).id
}

let files = 0

/** Uploads a file of its own content and waits until it is processed; a second passes before and after. */
export async function createDocument(test: TestApp, cookie: string, name?: string): Promise<string> {
  files += 1
  test.clock.advance(1000)
  const file = { name: name ?? `form ${files}.pdf`, bytes: pdfBytes(`form ${files}`) }
  const { id } = await uploadOne(test, cookie, file)
  await untilProcessed(test, cookie, id)
  test.clock.advance(1000)
  return id
}

/** People, two active businesses, and the calls that tests of sharing make; set up and taken down with the file. */
export function sharingScene(options: Parameters<typeof startTestApp>[0] = {}) {
  const scene = { sandbox: fakeSandbox() } as {
    test: TestApp
    sandbox: FakeSandbox
    owner: TestPerson
    cookie: string
    business: TestBusiness
    otherBusiness: TestBusiness
  }
  beforeAll(async () => {
    scene.test = await startTestApp({ sandbox: scene.sandbox.sandbox, runJobs: true, ...options })
    scene.owner = await createPerson(scene.test)
    scene.cookie = await signInAs(scene.test, scene.owner)
    scene.business = await createTestBusiness(scene.test)
    scene.otherBusiness = await createTestBusiness(scene.test)
  })
  afterAll(() => scene.test.close())
  beforeEach(() => scene.test.clock.advance(1000))

  const get = (url: string, as = scene.cookie) =>
    scene.test.call({ method: 'GET', url, headers: { cookie: as } })
  const post = (url: string, payload: object, as = scene.cookie) =>
    scene.test.call({ method: 'POST', url, payload, headers: { cookie: as } })
  const itemsOf = async <Item>(url: string, as?: string): Promise<Item[]> => (await get(url, as)).json().items
  const historyOf = (id: string) => itemsOf<ShareEvent>(`/api/shares/${id}/history`)
  return {
    scene,
    get,
    post,
    share: (payload: object, as?: string) => post('/api/shares', payload, as),
    revoke: (ids: string[], as?: string) => post('/api/shares/revoke', { ids }, as),
    listed: (query = '', as?: string) => itemsOf<Share>(`/api/shares?limit=100${query}`, as),
    historyOf,
    acts: async (id: string) => (await historyOf(id)).map(({ act, by }) => `${act} ${by}`),
    sharedWith: async (id: string) => (await get(`/api/documents/${id}`)).json().sharedWith,
    newDocument: (as = scene.cookie) => createDocument(scene.test, as),
    /** The newest first. */
    awaitNotifications: ({ cookie }: TestBusiness, count: number) =>
      itemsOf<{ title: string; message: string }>(`/api/notifications?limit=${count}`, cookie),
  }
}
