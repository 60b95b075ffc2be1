import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { Line } from '../../../../test/line.ts'
import { Reach } from '../reach.ts'
import { ListenerConnection } from './listener-connection.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

/** A listener at the end of a line that can break, and the moment when it has heard of that. */
async function listenOverLine() {
  const url = new URL(database.location.url ?? '')
  const line = await Line.to(Number(url.port))
  url.port = String(line.port)
  const lost = Promise.withResolvers<void>()
  const reach = new Reach()
  const listener = new ListenerConnection({ connectionString: url.href }, reach, ({ kind }) => {
    if (kind === 'listening-lost') lost.resolve()
  })
  return { line, listener, reach, lost: lost.promise }
}

test('whoever stops listening does not wait for a server that is gone', async () => {
  const { line, listener, lost } = await listenOverLine()
  const stop = await listener.listen('steady', () => {}, {})
  line.cut()
  await lost
  await expect(stop()).resolves.toBeUndefined()
  await listener.close()
})

test('a line that goes dead without a word is noticed, told to all who wait, and replaced', async () => {
  const { line, listener, reach, lost } = await listenOverLine()
  const gap = Promise.withResolvers<void>()
  await listener.listen('steady', () => {}, { onGap: gap.resolve })
  const told = Promise.withResolvers<Error>()
  reach.watch(told.resolve)
  line.hang()
  expect(await told.promise).toMatchObject({ name: 'DatabaseAwayError' })
  await lost
  expect(() => reach.watch(() => {})).toThrow('does not answer')
  await line.mend()
  await gap.promise
  reach.watch(() => {})()
  await listener.close()
  line.cut()
})
