import { apiScopes } from '@exempta/contract/access'
import { viewDocument } from '@exempta/contract/documents/files'
import type { Route } from '@exempta/contract/route'
import { routes } from '@exempta/contract/routes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { makeKey } from '../../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { createTestBusiness } from '../../../test/sharing.ts'

let test: TestApp
let cookies: Record<TestPerson['role'], string>
let authorization: string
beforeAll(async () => {
  test = await startTestApp()
  const signIn = async (role: TestPerson['role']) => signInAs(test, await createPerson(test, role))
  cookies = { user: await signIn('user'), business: await signIn('business'), admin: await signIn('admin') }
  const { key } = await makeKey(test, await createTestBusiness(test), { scopes: [...apiScopes] })
  authorization = `Bearer ${key}`
})
afterAll(() => test.close())

const json = 'application/json'
const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
const bodies: [name: string, payload: string, type: string][] = [
  ['nothing', '', json],
  ['null', 'null', json],
  ['a number', '1', json],
  ['a text', '"text"', json],
  ['an array', '[{}]', json],
  ['an empty object', '{}', json],
  ['unknown fields', '{"role":"admin","status":"active","id":"1"}', json],
  ['prototype tricks', '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}', json],
  ['a deep nest', deep, json],
  ['broken JSON', '{"email":', json],
  ['another type', '<a/>', 'application/xml'],
  ['10 MB', JSON.stringify({ text: 'x'.repeat(10 * 1024 * 1024) }), json],
]

const callerFor = ({ access }: Route) =>
  access.kind === 'api-key'
    ? { authorization }
    : { cookie: cookies[access.kind === 'roles' ? (access.roles[0] ?? 'user') : 'user'] }
const send = (route: Route, url: string, payload?: string, type = json) =>
  test.call({
    method: route.method,
    url,
    headers: { ...callerFor(route), ...(payload !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })
const filled = (route: Route, value = '0197a1b2-4c5d-7000-8000-000000000001') =>
  route.path.replaceAll(/:\w+/g, encodeURIComponent(value))

/** Signing out would end the session that the other routes are called with. */
const calledRoutes = routes.filter((route) => !(route.method === 'DELETE' && route.path === '/api/session'))
const nameOf = (route: Route) => `${route.method} ${route.path}`
const rowsOf = (given: Route[]) => given.map((route) => [nameOf(route), route] as const)

it.each(rowsOf(calledRoutes.filter((route) => route.body)))('%s refuses every bad body', async (_, route) => {
  const wrong: string[] = []
  for (const [what, payload, type] of bodies) {
    const { statusCode, headers } = await send(route, filled(route), payload, type)
    const isProblem = String(headers['content-type']).includes('application/problem+json')
    if (![400, 413, 415, 422].includes(statusCode) || !isProblem) wrong.push(`${what}: ${statusCode}`)
  }
  // Every field of a wrong kind, and one that no route knows. Programs send forms, so their JSON isn't even read.
  const fields = route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : []
  for (const value of [null, [], {}, ['a'], 1e300, { $gt: '' }]) {
    const payload = JSON.stringify(Object.fromEntries([...fields, 'isAdmin'].map((name) => [name, value])))
    const { statusCode } = await send(route, filled(route), payload)
    if (statusCode !== (route.isFromProgram ? 415 : 422)) wrong.push(`${payload}: ${statusCode}`)
  }
  expect(wrong).toEqual([])
})

/** A forged link is forbidden, and nobody learns whether a request was closed or never there. */
const refusalOf = (route: Route) =>
  route === viewDocument ? 403 : route.path.startsWith('/api/r/') ? 410 : 404

it.each(rowsOf(calledRoutes.filter((route) => route.params)))(
  '%s refuses every bad address',
  async (_, route) => {
    const wrong: string[] = []
    for (const value of ['text', "' or 1=1 --", '..%2f..', '\u0000', 'x'.repeat(200)]) {
      const { statusCode } = await send(route, filled(route, value))
      if (![400, 422, refusalOf(route)].includes(statusCode))
        wrong.push(`${JSON.stringify(value)}: ${statusCode}`)
    }
    expect(wrong).toEqual([])
  },
)

it.each(rowsOf(calledRoutes.filter((route) => route.query)))(
  '%s survives every strange query',
  async (_, route) => {
    const wrong: string[] = []
    for (const value of ['', '-1', '1e99', '[]', '%00', 'x'.repeat(2000)]) {
      for (const name of Object.keys(route.query?.shape ?? {})) {
        const { statusCode } = await send(route, `${filled(route)}?${name}=${value}&${name}=${value}`)
        if (statusCode >= 500) wrong.push(`${name}=${value.slice(0, 20)}: ${statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  },
)
