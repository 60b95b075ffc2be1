import { anyone, only, signedIn } from '@exempta/contract/access'
import { Problem } from '@exempta/contract/errors'
import { defineRoute } from '@exempta/contract/route'
import { routes } from '@exempta/contract/routes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { implement, registerRoute } from './implement.ts'

const echo = (path: `/${string}`, access = anyone) =>
  implement(
    defineRoute({
      method: 'POST',
      path,
      summary: 'Answers what it got',
      tag: 'Test',
      access,
      body: z.strictObject({ text: z.string(), code: z.string().optional() }),
      freeText: ['text'],
      response: z.object({ text: z.string(), code: z.string().optional() }),
    }),
    async ({ body }) => ({ ...body, secret: 'never declared' }),
  )

const failing = implement(
  defineRoute({
    method: 'GET',
    path: '/api/test/fails',
    summary: '-',
    tag: 'Test',
    access: anyone,
    response: 'nothing',
  }),
  async () => {
    throw new Error('password=hunter2 for rosa@example.org')
  },
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({
    operatorToken: 'operator-token-0123456789',
    addRoutes: (app) => {
      for (const route of [
        echo('/api/test/anyone'),
        echo('/api/test/signed-in', signedIn),
        echo('/api/test/admin', only('admin')),
        failing,
      ]) {
        registerRoute(app, route)
      }
    },
  })
})
afterAll(() => test.close())

const post = (url: string, headers: Record<string, string> = {}, payload: unknown = { text: 'hello' }) =>
  test.call({ method: 'POST', url, headers, payload: payload as object })

describe('access rules', () => {
  it('stop the start when a route declares none', async () => {
    const broken = await startTestApp({
      addRoutes: (app) => {
        app.get('/api/forgotten', async () => 'open to all')
      },
    })
    await expect(broken.app.ready()).rejects.toThrow('No access rule is declared for GET /api/forgotten')
    await broken.close()
  })

  it('allow exactly the declared callers', async () => {
    const user = { cookie: await signInAs(test, await createPerson(test, 'user')) }
    const admin = { cookie: await signInAs(test, await createPerson(test, 'admin')) }
    const callers = { anonymous: {}, user, admin }
    for (const [url, caller, status] of [
      ['/api/test/anyone', 'anonymous', 200],
      ['/api/test/signed-in', 'anonymous', 401],
      ['/api/test/signed-in', 'user', 200],
      ['/api/test/admin', 'anonymous', 401],
      ['/api/test/admin', 'user', 403],
      ['/api/test/admin', 'admin', 200],
    ] as const) {
      expect((await post(url, callers[caller])).statusCode, `${url} as ${caller}`).toBe(status)
    }
  })

  it('answer a wrong role in the specified words', async () => {
    const cookie = await signInAs(test, await createPerson(test, 'business'))
    const answer = Problem.parse((await post('/api/test/admin', { cookie })).json())
    expect(answer).toMatchObject({
      code: 'not-allowed',
      title: 'You do not have permission to perform this action',
    })
  })
})

describe('the contract', () => {
  it('is implemented, route by route', () => {
    const missing = routes.filter((route) => !test.app.hasRoute({ method: route.method, url: route.path }))
    expect(missing.map((route) => `${route.method} ${route.path}`)).toEqual([])
  })

  it('is published as OpenAPI with its problems', async () => {
    const document = (await test.call({ method: 'GET', url: '/api/openapi-internal.json' })).json()
    const signIn = document.paths['/api/session'].post
    expect(signIn.requestBody.content['application/json'].schema.required).toEqual(['email', 'password'])
    expect(Object.keys(signIn.responses)).toEqual(['200', 'default'])
    expect(document.paths['/metrics']).toBeUndefined()
  })

  it('publishes the business API apart from the routes of the pages', async () => {
    const pathsOf = async (url: string) => Object.keys((await test.call({ method: 'GET', url })).json().paths)
    const [business, internal] = [
      await pathsOf('/api/openapi.json'),
      await pathsOf('/api/openapi-internal.json'),
    ]
    expect(business).toContain('/api/v1/documents')
    expect(business.filter((path) => !path.startsWith('/api/v1/'))).toEqual([])
    expect(internal.filter((path) => path.startsWith('/api/v1/'))).toEqual([])
    const page = (await test.call({ method: 'GET', url: '/api/docs/' })).body
    expect(page.indexOf('/api/openapi.json')).toBeGreaterThan(0)
    expect(page.indexOf('/api/openapi.json')).toBeLessThan(page.indexOf('/api/openapi-internal.json'))
  })

  it('has a reference page that runs nothing but its own scripts', async () => {
    const page = await test.call({ method: 'GET', url: '/api/docs/' })
    expect(page.statusCode).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    const at = (url: string) => test.call({ method: 'GET', url })
    expect((await at('/api/docs')).headers.location).toBe('/api/docs/')
    const script = /src="(js\/[\w.]+)"/.exec(page.body)?.[1]
    expect((await at(`/api/docs/${script}`)).headers['content-type']).toMatch('application/javascript')
    expect((await at('/api/docs/js/other.js')).statusCode).toBe(404)
  })

  it('returns no field that it does not declare', async () => {
    expect((await post('/api/test/anyone')).json()).toEqual({ text: 'hello' })
  })
})

describe('free text', () => {
  it('reaches no handler with a card number in it, and the answer says so', async () => {
    const typed = { text: 'My card is 4111 1111 1111 1111.', code: '4111111111111111' }
    const answer = await post('/api/test/anyone', {}, typed)
    expect(answer.json()).toEqual({ ...typed, text: 'My card is •••• •••• •••• 1111.' })
    expect(answer.headers['exempta-masked']).toBe('card-number')
    expect((await post('/api/test/anyone')).headers).not.toHaveProperty('exempta-masked')
  })
})

describe('requests from elsewhere', () => {
  it.each([
    ['another site', 'https://evil.example'],
    ['a look-alike', `${testOrigin}.evil.example`],
    ['a sandboxed page', 'null'],
    ['another port', 'http://localhost:3001'],
  ])('are refused when they change something: %s', async (_name, origin) => {
    const answer = await post('/api/test/anyone', { origin })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign-origin'])
  })

  it('are refused without any Origin', async () => {
    const answer = await test.app.inject({ method: 'POST', url: '/api/test/anyone', payload: { text: 'x' } })
    expect(answer.statusCode).toBe(403)
  })
})

describe('bad input', () => {
  const raw = (payload: string, type = 'application/json') =>
    test.call({ method: 'POST', url: '/api/test/anyone', headers: { 'content-type': type }, payload })

  it.each([
    ['broken JSON', '{"text":', 'application/json', 400],
    ['nothing at all', '', 'application/json', 400],
    ['another type', '<a/>', 'application/xml', 415],
    ['too much', JSON.stringify({ text: 'x'.repeat(1_200_000) }), 'application/json', 413],
    ['prototype tricks', '{"text":"x","__proto__":{"admin":true}}', 'application/json', 400],
    ['a deep nest', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'application/json', 422],
    ['a wrong field', '{"text":1}', 'application/json', 422],
  ])('gets a clear refusal: %s', async (_name, payload, type, status) => {
    const answer = await raw(payload, type)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toMatch('application/problem+json')
    expect(Problem.parse(answer.json()).requestId).toBe(answer.headers['x-request-id'])
  })

  it('names the wrong field', async () => {
    expect((await raw('{"text":1}')).json().fields).toEqual([{ path: 'text', message: expect.any(String) }])
  })

  it('gets 404 for an unknown address', async () => {
    const answer = await test.call({ method: 'GET', url: '/api/nowhere' })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
  })
})

describe('an unexpected error', () => {
  it('returns an ID without details, and logs no value', async () => {
    const answer = await test.call({ method: 'GET', url: '/api/test/fails' })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: 'internal', title: 'An unexpected error occurred' })
    expect(test.logged()).toContain(answer.json().requestId)
    expect(test.logged()).not.toContain('hunter2')
    expect(test.logged()).not.toContain('rosa@example.org')
  })
})

describe('every answer', () => {
  it('carries the security headers', async () => {
    const { headers } = await test.call({ method: 'GET', url: '/api/health' })
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['x-powered-by']).toBeUndefined()
  })

  it('is logged by route, without address, query or cookie', async () => {
    await test.call({
      method: 'GET',
      url: '/api/session?email=rosa@example.org',
      headers: { cookie: 'exempta_session=abc' },
    })
    const line =
      test
        .logged()
        .split('\n')
        .findLast((text) => text.includes('/api/session')) ?? ''
    expect(JSON.parse(line)).toEqual({
      level: 30,
      time: expect.any(Number),
      reqId: expect.any(String),
      method: 'GET',
      route: '/api/session',
      status: 200,
      ms: expect.any(Number),
      msg: 'answered',
    })
  })
})

describe('operations', () => {
  it('report liveness and readiness', async () => {
    expect((await test.call({ method: 'GET', url: '/api/health' })).json()).toEqual({ status: 'ok' })
    expect((await test.call({ method: 'GET', url: '/api/ready' })).json()).toEqual({ status: 'ready' })
  })

  it('report not ready when the database keeps them waiting', async () => {
    const never = new Promise<never>(() => {})
    const transact = vi.spyOn(test.services.database, 'transact').mockReturnValueOnce(never)
    const { statusCode, headers } = await test.call({ method: 'GET', url: '/api/ready' })
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    transact.mockRestore()
  })

  it('show metrics to the holder of the token only', async () => {
    const ask = (headers: Record<string, string>) => test.call({ method: 'GET', url: '/metrics', headers })
    expect((await ask({})).statusCode).toBe(404)
    expect((await ask({ authorization: 'Bearer operator-token-9876543210' })).statusCode).toBe(404)
    const answer = await ask({ authorization: 'Bearer operator-token-0123456789' })
    expect(answer.body).toContain('http_request_seconds_count{method="GET",route="/api/health",status="200"}')
  })
})
