import { Writable } from 'node:stream'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type MovableClock, movableClock } from '../../../test/movable-clock.ts'
import { systemActor } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import { createLog } from '../log.ts'
import type { JobHandler } from './handle.ts'
import { createJobs, type Jobs, type JobsOptions } from './jobs.ts'

export interface JobBench {
  database: TestDatabase
  clock: MovableClock
  /** A new instance of the queue on the same database, as another process would have; stopped at the end. */
  start(handlers: JobHandler[], options?: Partial<JobsOptions> & { runs?: boolean }): Promise<Jobs>
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Skips waits between attempts and until `runAt`, up to the business clock. */
  makeDue(): Promise<void>
  logged(): string
  /** Stops every queue side and forgets every job: the next test starts anew on the same database. */
  clear(): Promise<void>
  dispose(): Promise<void>
}

export async function openJobBench(): Promise<JobBench> {
  const database = await createTestDatabase()
  const clock = movableClock()
  const started: Jobs[] = []
  const lines: string[] = []
  const log = createLog(
    'debug',
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  return {
    database,
    clock,
    async start(handlers, { runs = true, ...options } = {}) {
      const jobs = createJobs({ database, clock, log, pollSeconds: 0.5, graceMs: 0, ...options })
      started.push(jobs)
      await jobs.start(handlers)
      if (runs) await jobs.run()
      return jobs
    },
    transact: (work) => database.transact(systemActor, work),
    async makeDue() {
      await database.executeAsOwner(
        `update pgboss.job set start_after = now() where state < 'active'
         and ((data->>'runAt') is null or (data->>'runAt')::timestamptz <= $1)`,
        [clock.now()],
      )
    },
    logged: () => lines.join(''),
    async clear() {
      for (const jobs of started.splice(0)) await jobs.stop()
      await database.executeAsOwner(
        'delete from pgboss.job; delete from pgboss.schedule; delete from job_turns; delete from pgboss.queue',
      )
      lines.length = 0
    },
    dispose: () => database.dispose(),
  }
}

/** Waits for something another process or a worker does, long enough for a busy machine. */
export const patiently = { timeout: 120_000, interval: 20 } as const
