/** The real program as operators and load balancers see it: a web replica that is about to stop, and a worker. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { type ServerProcess, startServerProcess } from '../test/server-process.ts'

const token = 'operator-token-0123456789'
let database: TestDatabase
let web: ServerProcess
let worker: ServerProcess
beforeAll(async () => {
  database = await createTestDatabase({ kind: 'postgres' })
  const environment = {
    DATABASE_URL: database.location.url ?? '',
    DATA_DIR: database.location.dataDir,
    METRICS_TOKEN: token,
    DRAIN_SECONDS: '300',
    WORKER_PORT: '0',
  }
  web = await startServerProcess(environment, ['--role', 'web'])
  worker = await startServerProcess(environment, ['--role', 'worker'])
})
afterAll(async () => {
  await web.end('SIGKILL')
  await worker.end('SIGKILL')
  await database.dispose()
})

const statusOf = async ({ origin }: ServerProcess, path: string, headers = {}) =>
  (await fetch(`${origin}${path}`, { headers })).status

const connectionOf = async ({ origin }: ServerProcess) =>
  (await fetch(`${origin}/api/session`)).headers.get('connection')

test('a worker serves health and metrics, and nothing else', async () => {
  const authorization = `Bearer ${token}`
  expect(await statusOf(worker, '/api/health')).toBe(200)
  expect(await statusOf(worker, '/api/ready')).toBe(200)
  expect(await statusOf(worker, '/metrics', { authorization })).toBe(200)
  expect(await statusOf(worker, '/metrics')).toBe(404)
  expect(await statusOf(worker, '/api/session')).toBe(404)
})

test('a stop turns readiness off while calls are still answered; a second signal ends at once', async () => {
  expect(await statusOf(web, '/api/ready')).toBe(200)
  expect(await connectionOf(web)).toBe('keep-alive')
  web.child.kill('SIGTERM')
  await vi.waitFor(async () => expect(await statusOf(web, '/api/ready')).toBe(503))
  expect(await statusOf(web, '/api/health')).toBe(200)
  expect(await statusOf(web, '/api/session')).toBe(200)
  // So that proxies don't keep connections to it until it closes them.
  expect(await connectionOf(web)).toBe('close')
  await web.end('SIGTERM')
  expect(web.child.exitCode).toBe(130)
})
