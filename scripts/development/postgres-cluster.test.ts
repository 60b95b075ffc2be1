import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { type PostgresCluster, startPostgres } from './postgres-cluster.ts'

let cluster: PostgresCluster | undefined
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
})

async function query(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('the programs from npm are PostgreSQL 15 and keep data over a crash', { timeout: 60_000 }, async () => {
  cluster = await startPostgres({ source: 'npm' })
  expect(await query(cluster.url, 'show server_version_num')).toEqual([
    { server_version_num: expect.stringMatching(/^15/) },
  ])
  expect(await query(cluster.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  await query(
    cluster.url,
    'create extension citext; create extension pg_trgm; create table kept as select 1 as id',
  )

  await cluster.crash()
  await cluster.restart()

  expect(await query(cluster.url, 'select id from kept')).toEqual([{ id: 1 }])
})

test('stopping removes the data folder', { timeout: 60_000 }, async () => {
  const { dataDir, stop } = await startPostgres()
  expect(existsSync(dataDir)).toBe(true)
  await stop()
  expect(existsSync(path.dirname(dataDir))).toBe(false)
})

test('the server ends when its starter is killed', { timeout: 60_000 }, async () => {
  const starter = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { startPostgres } from ${JSON.stringify(new URL('postgres-cluster.ts', import.meta.url).href)}
       const { dataDir } = await startPostgres()
       process.stdout.write(dataDir)
       setInterval(() => {}, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const dataDir = await firstOutput(starter)
  expect(existsSync(dataDir)).toBe(true)

  starter.kill('SIGKILL')

  await vi.waitUntil(() => !existsSync(path.dirname(dataDir)), { timeout: 30_000 })
})

async function firstOutput(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The child has no output.')
  const [chunk] = await once(child.stdout, 'data')
  return String(chunk)
}
