/**
 * Addresses that cannot be decoded or that contain what no database can store, on every route and on unknown ones.
 */
import { anyone } from '@exempta/contract/access'
import { Problem } from '@exempta/contract/errors'
import { defineRoute } from '@exempta/contract/route'
import { routes } from '@exempta/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeKey } from '../../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { createTestBusiness } from '../../../test/sharing.ts'
import { implement, registerRoute } from './implement.ts'

/** A route that lets any text through to the database. */
const findByText = implement(
  defineRoute({
    method: 'POST',
    path: '/api/test/find',
    summary: '-',
    tag: 'Test',
    access: anyone,
    body: z.strictObject({ text: z.string() }),
    response: 'nothing',
  }),
  async ({ call, body }) => {
    await test.services.database.transact(call.actor, (tx) =>
      tx.selectFrom('users').select('id').where('name', '=', body.text).execute(),
    )
    return undefined
  },
)

let test: TestApp
let callers: Record<'user' | 'business' | 'admin' | 'key', Record<string, string>>
beforeAll(async () => {
  test = await startTestApp({ addRoutes: (app) => registerRoute(app, findByText) })
  const business = await createTestBusiness(test)
  callers = {
    user: { cookie: await signInAs(test, await createPerson(test)) },
    business: { cookie: business.cookie },
    admin: { cookie: await signInAs(test, await createPerson(test, 'admin')) },
    key: { authorization: `Bearer ${(await makeKey(test, business)).key}` },
  }
})
afterAll(() => test.close())

/** As every other refusal: in the form of a problem, with the request's id and the security headers. */
async function expectRefused(url: string, headers: Record<string, string> = {}) {
  const answer = await test.call({ method: 'GET', url, headers })
  const { data: problem } = Problem.safeParse(answer.json())
  expect.soft({ status: answer.statusCode, code: problem?.code, headers: answer.headers }, url).toEqual({
    status: 400,
    code: 'malformed-request',
    headers: expect.objectContaining({
      'content-type': 'application/problem+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-request-id': problem?.requestId ?? 'the same as in the problem',
    }),
  })
}

it.each(['%00', 'a%00b', '%', '%zz', '%E0%A4%A', '%ff'])(
  'refuses %s everywhere in an address',
  async (part) => {
    const urls = [
      `/api/documents/${part}`,
      `/api/nowhere/${part}`,
      `/s/${part}`,
      `/api/health?x=${part}`,
      `/api/health?${part}=x`,
    ]
    for (const url of urls) await expectRefused(url)
  },
)

it('refuses a zero byte and a broken escape in each parameter of each route', async () => {
  const queried = routes.filter(({ method, query }) => method === 'GET' && query)
  expect(queried.length).toBeGreaterThan(40)
  for (const { path, access, query } of queried) {
    const role = access.kind === 'api-key' ? 'key' : access.kind === 'roles' ? access.roles[0] : 'user'
    const address = path.replaceAll(/:\w+/g, '0197a1b2-4c5d-7000-8000-000000000001')
    for (const name of Object.keys(query?.shape ?? {})) {
      await expectRefused(`${address}?${name}=%00`, callers[role ?? 'user'])
      await expectRefused(`${address}?${name}=%zz`, callers[role ?? 'user'])
    }
  }
})

it('says how long a parameter of an address may be in the same form', async () => {
  const answer = await test.call({
    method: 'GET',
    url: `/api/documents/${'x'.repeat(400)}`,
    headers: callers.user,
  })
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-request-id']]).toEqual([
    400,
    'application/problem+json; charset=utf-8',
    expect.any(String),
  ])
})

describe('text that the database cannot hold', () => {
  it('is refused, wherever it comes from', async () => {
    const answer = await test.call({ method: 'POST', url: '/api/test/find', payload: { text: 'a\0b' } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed-request'])
  })
})
