import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, testDatabaseKind } from '../../../test/database.ts'
import { quickEngine } from '../../../test/quick-engine.ts'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { patiently } from './job-bench.fixture.ts'
import { startWriting, write } from './written-job.fixture.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 3)
const jobsPerRound = 20
const all = Array.from({ length: rounds * jobsPerRound }, (_, n) => n)
const fixture = fileURLToPath(new URL('./killed-worker.fixture.ts', import.meta.url))

interface Worker {
  process: ChildProcess
  says(word: 'ready' | 'taken'): Promise<void>
  forget(): void
}

function startWorker(location: object): Worker {
  const child = spawn(process.execPath, [...quickEngine, fixture, JSON.stringify(location)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const received = new Set<string>()
  const lines = createInterface(child.stdout).on('line', (line) => received.add(line))
  return {
    process: child,
    forget: () => received.clear(),
    async says(word) {
      while (!received.has(word)) {
        await once(lines, 'line', { signal: AbortSignal.timeout(patiently.timeout) })
      }
    },
  }
}

async function kill({ process: child }: Worker): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'close')
}

async function send(database: Database, round: number): Promise<void> {
  const jobs = await startWriting(database, { runs: false })
  for (const n of all.slice(round * jobsPerRound, (round + 1) * jobsPerRound)) {
    await database.transact(systemActor, (tx) => jobs.enqueue(tx, write, { n }))
  }
  await jobs.stop()
}

/** The jobs of the killed workers are taken again; then each has taken effect exactly once. */
async function expectAllWritten(database: Database): Promise<void> {
  const jobs = await startWriting(database, { runs: true })
  const unfinished = async () => {
    const { rows } = await database.executeAsOwner(
      `select state::text from pgboss.job where name = 'write' and state <> 'completed'`,
    )
    return rows
  }
  await expect.poll(unfinished, { ...patiently, timeout: 120_000 }).toEqual([])
  await jobs.stop()
  const { rows } = await database.executeAsOwner('select n from written order by n')
  expect(rows).toEqual(all.map((n) => ({ n })))
}

describe.runIf(testDatabaseKind() === 'postgres')('two workers on one PostgreSQL', () => {
  test(`every job takes effect once through ${rounds} kills of the worker that has one`, async () => {
    const database = await createTestDatabase()
    await database.executeAsOwner('create table written (n int not null)')
    let other = startWorker(database.location)
    await other.says('ready')
    for (let round = 0; round < rounds; round++) {
      const workers = [other, startWorker(database.location)] as const
      await workers[1].says('ready')
      for (const worker of workers) worker.forget()
      await send(database, round)
      const victim = await Promise.any(workers.map((worker) => worker.says('taken').then(() => worker)))
      await delay(Math.random() * 100)
      await kill(victim)
      other = victim === workers[0] ? workers[1] : workers[0]
    }
    await kill(other)
    await expectAllWritten(database)
    await database.dispose()
  })
})

describe.runIf(testDatabaseKind() === 'embedded')('the one process of the embedded database', () => {
  test(`every job takes effect once through ${rounds} kills of it`, async () => {
    const prepared = await createTestDatabase()
    await prepared.executeAsOwner('create table written (n int not null)')
    await prepared.close()
    for (let round = 0; round < rounds; round++) {
      const database = await openDatabase(prepared.location)
      await send(database, round)
      await database.close()
      const worker = startWorker(prepared.location)
      await worker.says('taken')
      await delay(Math.random() * 100)
      await kill(worker)
    }
    const database = await openDatabase(prepared.location)
    await expectAllWritten(database)
    await database.close()
    await prepared.dispose()
  })
})
