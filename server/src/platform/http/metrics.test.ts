import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { JobDepth } from '../jobs/queue-figures.ts'
import { metrics } from './metrics.ts'

async function figuresWith(depths: () => Promise<JobDepth[]>) {
  const app = Fastify()
  await app.register(metrics, { jobs: { depths } })
  const answer = await app.inject('/metrics')
  await app.close()
  return answer
}

test('the figures tell how much each queue holds', async () => {
  const answer = await figuresWith(async () => [
    { job: 'send-mail', waiting: 3, running: 1, oldestWaitingMs: null },
  ])
  expect(answer.body).toContain('jobs{job="send-mail",state="waiting"} 3')
  expect(answer.body).toContain('jobs{job="send-mail",state="running"} 1')
})

test('the other figures are there also when the database is away', async () => {
  const answer = await figuresWith(async () => {
    throw new Error('no connection')
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('process_cpu_seconds_total')
  expect(answer.body).not.toContain('jobs{')
})
