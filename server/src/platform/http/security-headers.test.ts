import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { accountCookies } from '../../features/accounts/index.ts'
import { securityHeaders } from './security-headers.ts'

async function answerWith(isSecure: boolean) {
  const app = Fastify()
  await app.register(cookie)
  await app.register(securityHeaders, { isSecure })
  app.get('/', async (_request, reply) => {
    accountCookies(isSecure).session.write(reply, 'token')
    return ''
  })
  const answer = await app.inject('/')
  await app.close()
  return answer
}

test('over https browsers come back by https alone, and the cookie is bound to this host', async () => {
  const { headers, cookies } = await answerWith(true)
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  expect(cookies).toMatchObject([
    { name: '__Host-exempta_session', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' },
  ])
})

test('over http, on the own machine, neither is asked for', async () => {
  const { headers, cookies } = await answerWith(false)
  expect(headers['strict-transport-security']).toBeUndefined()
  expect(cookies[0]).toMatchObject({ name: 'exempta_session', httpOnly: true })
  expect(cookies[0]).not.toHaveProperty('secure')
})
