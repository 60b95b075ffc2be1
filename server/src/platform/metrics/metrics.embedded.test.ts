import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { LiveSocket, listenForSockets } from '../../../test/live-socket.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { pdfBytes, untilDocument, upload, uploadOne } from '../../../test/uploads.ts'

const operatorToken = 'operator-token-0123456789'
let app: TestApp
let socketUrl: string
beforeAll(async () => {
  app = await startTestApp({ operatorToken, runJobs: true })
  socketUrl = await listenForSockets(app)
})
afterAll(() => app.close())

async function scrape(): Promise<Map<string, number>> {
  const answer = await app.call({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: `Bearer ${operatorToken}` },
  })
  expect(answer.statusCode).toBe(200)
  const lines = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))] as const),
  )
}

test('after real work, every figure is there and has moved', async () => {
  const cookie = await signInAs(app, await createPerson(app))
  const socket = await new LiveSocket(socketUrl, { origin: 'http://localhost:3000', cookie }).opened()
  const { id } = await uploadOne(app, cookie, { bytes: pdfBytes('damaged') })
  await untilDocument(app, cookie, id, ({ status }) => status === 'failed')
  await upload(app, cookie, [{ bytes: Buffer.from('no document') }])
  expect((await app.call({ method: 'GET', url: '/api/documents' })).statusCode).toBe(401)

  const figures = await vi.waitFor(async () => {
    const found = await scrape()
    expect(found.get('job_seconds_count{job="process-document",outcome="done"}')).toBe(1)
    return found
  })
  const atLeastOne = [
    'http_request_seconds_count{method="POST",route="/api/documents",status="200"}',
    'refusals_total{kind="request",code="not-signed-in"}',
    'refusals_total{kind="file",code="not-a-pdf"}',
    'database_statement_seconds_count{outcome="done"}',
    'database_sessions{state="open"}',
    'sandbox_file_seconds_count{outcome="refused"}',
    'live_sockets',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
  ]
  expect(atLeastOne.filter((name) => !((figures.get(name) ?? 0) > 0))).toEqual([])
  const known = [
    'database_sessions{state="waiting"}',
    'sandbox_files{state="waiting"}',
    'sandbox_missing_protections',
    'sandbox_restarts_total',
  ]
  expect(known.filter((name) => !figures.has(name))).toEqual([])
  socket.socket.close()
})

test('the queue reports its depth and age; the other metrics are there without it too', async () => {
  const { jobs } = app.services
  const spy = vi.spyOn(jobs, 'depths')
  spy.mockResolvedValueOnce([{ job: 'send-mail', waiting: 3, running: 1, oldestWaitingMs: 90_000 }])
  const figures = await scrape()
  expect(spy).toHaveBeenCalledTimes(1)
  expect(figures.get('jobs{job="send-mail",state="waiting"}')).toBe(3)
  expect(figures.get('jobs{job="send-mail",state="running"}')).toBe(1)
  expect(figures.get('job_oldest_waiting_seconds{job="send-mail"}')).toBe(90)
  spy.mockRejectedValueOnce(new Error('no connection'))
  const without = await scrape()
  expect(without.has('jobs{job="send-mail",state="waiting"}')).toBe(false)
  expect(without.has('process_cpu_seconds_total')).toBe(true)
  spy.mockRestore()
})
