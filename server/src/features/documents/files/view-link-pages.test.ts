import { hourMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { createBareSite } from '../../../../test/bare-site.ts'
import { fakeSandbox } from '../../../../test/fake-sandbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { createDocument, createTestBusiness } from '../../../../test/sharing.ts'

let site: Awaited<ReturnType<typeof createBareSite>>
let test: TestApp
let owner: TestPerson
beforeAll(async () => {
  site = await createBareSite(['/api/view/:token'])
  test = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs: true, webFolder: site.folder })
  owner = await createPerson(test)
})
afterAll(async () => {
  await test.close()
  await site.remove()
})

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const open = (url: string, accept: string) => test.call({ method: 'GET', url, headers: { accept } })

/** A new link to a new document, with the cookie of its owner. */
async function link() {
  const cookie = await signInAs(test, owner)
  const id = await createDocument(test, cookie)
  return { id, cookie, url: await linkTo(id, cookie) }
}

const post = (url: string, cookie: string, payload?: object) =>
  test.call({ method: 'POST', url, headers: { cookie }, ...(payload && { payload }) })
const linkTo = async (id: string, cookie: string): Promise<string> =>
  (await post(`/api/documents/${id}/view-links`, cookie)).json().url

/** A link of a business that a new document was shared with, and the share. */
async function linkOfBusiness() {
  const { id, cookie } = await link()
  const business = await createTestBusiness(test)
  await post('/api/shares', cookie, { documentIds: [id], businessIds: [business.id] })
  const { items } = (await test.call({ method: 'GET', url: '/api/shares', headers: { cookie } })).json()
  return { shareId: items[0].id as string, cookie, url: await linkTo(id, business.cookie) }
}

const ends: [string, number, () => Promise<string>][] = [
  ['tampered with', 403, async () => `${(await link()).url.slice(0, -3)}abc`],
  [
    'expired',
    410,
    async () => {
      const { url } = await link()
      test.clock.advance(hourMs + 1)
      return url
    },
  ],
  [
    'of a deleted document',
    410,
    async () => {
      const { id, cookie, url } = await link()
      await test.call({ method: 'DELETE', url: `/api/documents/${id}`, headers: { cookie } })
      return url
    },
  ],
  [
    'revoked with its share',
    410,
    async () => {
      const { shareId, cookie, url } = await linkOfBusiness()
      expect((await open(url, browser)).statusCode).toBe(200)
      expect((await post('/api/shares/revoke', cookie, { ids: [shareId] })).statusCode).toBe(200)
      return url
    },
  ],
]

it.each(ends)('a link that is %s is a page for people and a problem for programs', async (_, status, end) => {
  const url = await end()
  const page = await open(url, browser)
  expect([page.statusCode, page.headers['content-type'], page.body]).toEqual([
    status,
    'text/html; charset=utf-8',
    '<h1>Shell</h1>',
  ])
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(page.headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(page.headers['cache-control']).toBe('no-store')
  for (const accept of ['application/json', '*/*', 'image/avif,image/webp,*/*;q=0.8']) {
    const problem = await open(url, accept)
    expect([problem.statusCode, problem.headers['content-type']], accept).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ])
  }
})

it('a link that works opens the file in a browser', async () => {
  const opened = await open((await link()).url, browser)
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'application/pdf'])
})

it('a failed call of the API stays a problem in a browser', async () => {
  const answer = await open('/api/documents', browser)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    401,
    'application/problem+json; charset=utf-8',
  ])
})
