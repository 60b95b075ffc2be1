import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { type PostgresCluster, startPostgres } from '../../../../scripts/development/postgres-cluster.ts'
import { createTestDatabase, testDatabaseKind } from '../../../test/database.ts'
import { quickEngine } from '../../../test/quick-engine.ts'
import { systemActor } from './actor.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const rounds = Number(process.env.FAULT_ROUNDS)
// For what the other database has nothing like.
const roundsAlone = Math.max(3, rounds)
const longestRunMs = 400
const writer = fileURLToPath(new URL('./killed-writer.fixture.ts', import.meta.url))

interface Location {
  dataDir: string
  url?: string
}

const createTable = (database: Database) =>
  database.executeAsOwner(`
    create table written (id bigint generated always as identity primary key, body text not null);
    call exempta_protect('written')`)

/** Lets a process write, kills it at a random moment and returns the rows it had acknowledged. */
async function writeUntilKilled(location: Location, kill: (writerPid: number) => void): Promise<number[]> {
  const process_ = spawn(process.execPath, [...quickEngine, writer, JSON.stringify(location)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  process_.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const closed = once(process_, 'close')
  await Promise.race([once(process_.stdout, 'data'), closed])
  await delay(Math.random() * longestRunMs)
  kill(process_.pid as number)
  await closed
  return output.split('\n').slice(0, -1).map(Number)
}

/** The rows that are there, read from the table and checked against what its index finds. */
async function findRows(database: Database, round: number): Promise<Set<number>> {
  const ids = await database.transact(systemActor, async (tx) => {
    await sql`set local enable_indexscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const { rows } = await sql<{ id: number }>`select id from written where length(body) >= 0`.execute(tx)
    await sql`set local enable_indexscan = on`.execute(tx)
    await sql`set local enable_seqscan = off`.execute(tx)
    const found = await sql<{ n: number }>`
      select count(*) as n from written where id = any(${rows.map(({ id }) => id)}::int8[])`.execute(tx)
    expect(found.rows, `round ${round}`).toEqual([{ n: rows.length }])
    return rows.map(({ id }) => id)
  })
  return new Set(ids)
}

async function expectAcknowledged(database: Database, acknowledged: number[], round: number): Promise<void> {
  const found = await findRows(database, round)
  expect(
    acknowledged.filter((id) => !found.has(id)),
    `round ${round}`,
  ).toEqual([])
}

describe.runIf(testDatabaseKind() === 'embedded')('embedded database', () => {
  test(`keeps every acknowledged row through ${rounds} kills of its process`, async () => {
    const prepared = await createTestDatabase()
    await createTable(prepared)
    await prepared.close()
    const acknowledged: number[] = []
    for (let round = 0; round < rounds; round++) {
      const rows = await writeUntilKilled(prepared.location, (pid) => process.kill(pid, 'SIGKILL'))
      expect(rows, `round ${round}`).not.toEqual([])
      acknowledged.push(...rows)
      const database = await openDatabase(prepared.location)
      await expectAcknowledged(database, acknowledged, round)
      await database.close()
    }
    await prepared.dispose()
  })

  test('a first start that is killed halfway leaves nothing that the next one stumbles over', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'exempta-first-'))
    const first = spawn(process.execPath, [...quickEngine, writer, JSON.stringify({ dataDir })], {
      stdio: 'ignore',
    })
    await vi.waitUntil(() => existsSync(join(dataDir, 'db.new', 'PG_VERSION')), {
      timeout: 300_000,
      interval: 5,
    })
    first.kill('SIGKILL')
    await once(first, 'close')
    expect(existsSync(join(dataDir, 'db'))).toBe(false)
    const database = await openDatabase({ dataDir })
    const { rows } = await database.executeAsOwner('select 1 as n')
    expect(rows).toEqual([{ n: 1 }])
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test(`keeps every acknowledged row through ${roundsAlone} ends of its thread`, async () => {
    const database = await createTestDatabase()
    await createTable(database)
    const acknowledged: number[] = []
    for (let round = 0; round < roundsAlone; round++) {
      let isEnded = false
      const write = async () => {
        while (!isEnded) {
          const { rows } = await database.transact(systemActor, (tx) =>
            sql<{ id: number }>`insert into written (body) values ('x') returning id`.execute(tx),
          )
          acknowledged.push(...rows.map(({ id }) => id))
        }
      }
      const writing = write()
      await delay(Math.random() * longestRunMs)
      const stuck = database.transact(
        systemActor,
        (tx) => sql`insert into written (body) select 'lost' from generate_series(1, 1e15::int8)`.execute(tx),
        { timeoutMs: 100 + Math.floor(Math.random() * longestRunMs) },
      )
      const error = await stuck.catch((caught: unknown) => caught)
      expect(error, `round ${round}`).toMatchObject({ message: expect.stringContaining('did not finish') })
      isEnded = true
      await writing
      await expectAcknowledged(database, acknowledged, round)
    }
    const { rows } = await database.executeAsOwner("select count(*) as n from written where body = 'lost'")
    expect(rows).toEqual([{ n: 0 }])
    await database.dispose()
  })
})

describe.runIf(testDatabaseKind() === 'postgres')('PostgreSQL', () => {
  test(`keeps every acknowledged row through ${rounds} kills of the writing process`, async () => {
    const database = await createTestDatabase()
    await createTable(database)
    const acknowledged: number[] = []
    for (let round = 0; round < rounds; round++) {
      const rows = await writeUntilKilled(database.location, (pid) => process.kill(pid, 'SIGKILL'))
      expect(rows, `round ${round}`).not.toEqual([])
      acknowledged.push(...rows)
      await expectAcknowledged(database, acknowledged, round)
    }
    await database.dispose()
  })

  test(`keeps every acknowledged row through ${roundsAlone} kills of the server, and the pool recovers`, async () => {
    const server = await startPostgres({ fsync: true })
    const database = await openDatabase({ url: server.url, dataDir: '' })
    await migrate(database)
    await createTable(database)
    const acknowledged: number[] = []
    for (let round = 0; round < roundsAlone; round++) {
      const serverPid = await postmasterPid(server)
      const rows = await writeUntilKilled({ url: server.url, dataDir: '' }, () =>
        process.kill(-serverPid, 'SIGKILL'),
      )
      expect(rows, `round ${round}`).not.toEqual([])
      acknowledged.push(...rows)
      await server.crash()
      await server.restart()
      await expectAcknowledged(database, acknowledged, round)
    }
    await database.close()
    await server.stop()
  })
})

async function postmasterPid({ dataDir }: PostgresCluster): Promise<number> {
  return Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
}
