import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { shedLoad } from './shed-load.ts'

function keepBusy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

async function startWith(delayMaxMs: number, setUpMs = 0) {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(shedLoad, { delayMaxMs })
  keepBusy(setUpMs)
  app.get('/', () => 'not busy')
  await app.listen({ port: 0 })
  return async () => (await app.inject('/')).statusCode
}

it('answers after a start that took longer than a second', async () => {
  const call = await startWith(3000, 1100)
  await delay(1)
  expect(await call()).toBe(200)
})

it('refuses calls while every turn takes longer than allowed, and answers again afterwards', async () => {
  const call = await startWith(100)
  expect(await call()).toBe(200)
  const busy = setInterval(() => keepBusy(150), 1)
  await vi.waitFor(async () => expect(await call()).toBe(503), { timeout: 20_000 })
  clearInterval(busy)
  await vi.waitFor(async () => expect(await call()).toBe(200), { timeout: 20_000 })
})
