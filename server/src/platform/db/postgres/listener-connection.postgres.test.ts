import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { TcpProxy } from '../../../../test/tcp-proxy.ts'
import { Availability } from '../availability.ts'
import { ListenerConnection } from './listener-connection.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

/** A listener behind a proxy that can be cut, and a promise for the moment it notices. */
async function listenOverProxy() {
  const url = new URL(database.location.url ?? '')
  const proxy = await TcpProxy.to(Number(url.port))
  url.port = String(proxy.port)
  const lost = Promise.withResolvers<void>()
  const availability = new Availability()
  const listener = new ListenerConnection({ connectionString: url.href }, availability, ({ kind }) => {
    if (kind === 'listening-lost') lost.resolve()
  })
  return { line: proxy, listener, reach: availability, lost: lost.promise }
}

test('whoever stops listening does not wait for a server that is gone', async () => {
  const { line: proxy, listener, lost } = await listenOverProxy()
  const stop = await listener.listen('steady', () => {}, {})
  proxy.cut()
  await lost
  await expect(stop()).resolves.toBeUndefined()
  await listener.close()
})

test('a silently dead connection is detected, fails all waiting callers, and is replaced', async () => {
  const { line: proxy, listener, reach: availability, lost } = await listenOverProxy()
  const gap = Promise.withResolvers<void>()
  await listener.listen('steady', () => {}, { onGap: gap.resolve })
  const unavailable = Promise.withResolvers<Error>()
  availability.watch(unavailable.resolve)
  proxy.hang()
  expect(await unavailable.promise).toMatchObject({ name: 'DatabaseAwayError' })
  await lost
  expect(() => availability.watch(() => {})).toThrow('does not answer')
  await proxy.restore()
  await gap.promise
  availability.watch(() => {})()
  await listener.close()
  proxy.cut()
})
