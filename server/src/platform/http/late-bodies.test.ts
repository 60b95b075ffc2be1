import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey } from '../../../test/api-keys.ts'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { createTestBusiness } from '../../../test/sharing.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

/** Sends the head of a request, does the work after the guard has accepted it, and then sends the body. */
async function callAround(head: string[], body: string, work: () => Promise<unknown>): Promise<string> {
  const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1')
  const lines = [
    ...head,
    'host: localhost',
    `origin: ${testOrigin}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '\r\n',
  ]
  const parsing = new Promise<void>((resolve) => {
    test.app.server.once('request', (request) => {
      // A listener for the body means that all checks before it are done.
      request.on('newListener', (event: string) => event === 'data' && resolve())
    })
  })
  socket.write(lines.join('\r\n'))
  await parsing
  await work()
  socket.write(body)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

const rename = (cookie: string, work: () => Promise<unknown>) =>
  callAround(['PATCH /api/profile HTTP/1.1', `cookie: ${cookie}`], '{"name":"Rosa"}', work)

it.each([
  ['is suspended', `update users set status = 'suspended' where id = $1`],
  ['is logged out everywhere', 'delete from sessions where user_id = $1'],
  ['gets another role', `update users set role = 'admin' where id = $1`],
])('a call whose body comes after its account %s is refused', async (_what, change) => {
  const person = await createPerson(test)
  const cookie = await signInAs(test, person)
  const answer = await rename(cookie, () => test.database.executeAsOwner(change, [person.id]))
  expect(answer).toMatch(/^HTTP\/1.1 401 /)
  const { rows } = await test.database.executeAsOwner('select name from users where id = $1', [person.id])
  expect(rows).toEqual([{ name: person.name }])
})

it('a call whose body comes late is served while nothing has changed', async () => {
  const cookie = await signInAs(test, await createPerson(test))
  expect(await rename(cookie, async () => {})).toMatch(/^HTTP\/1.1 200 /)
})

it('a call by a key that was revoked before its body came is refused', async () => {
  const { key, id } = await makeKey(test, await createTestBusiness(test))
  const head = ['POST /api/v1/webhooks HTTP/1.1', `authorization: Bearer ${key}`]
  const answer = await callAround(head, '{}', () =>
    test.database.executeAsOwner('update api_keys set revoked_at = $2 where id = $1', [id, test.clock.now()]),
  )
  expect(answer).toMatch(/^HTTP\/1.1 401 .*key-revoked/s)
})
