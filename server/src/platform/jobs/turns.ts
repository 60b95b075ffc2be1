import type { Db } from 'pg-boss'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { defineJob } from './define-job.ts'
import { handle, type JobHandler, type Progress } from './handle.ts'

/**
 * Gives the key its next turn; workers take lower turns first, so keys alternate however many jobs one of them has. A
 * key that joins starts at the turn of the jobs that run now, and so before whatever else their keys have waiting, but
 * not at 0: it cannot bank the time it slept. The row's lock keeps two transactions of the same key from taking the
 * same turn.
 */
export async function takeTurn(within: Db, job: string, key: string): Promise<number> {
  const { rows } = await within.executeSql(
    `insert into job_turns (job, key, turn)
     select $1, $2, coalesce(
       least(
         (select -priority from pgboss.job
           where name = $1 and state < 'active' and not blocked and start_after <= now() and priority < 0
           order by priority desc limit 1),
         (select -max(priority) from pgboss.job
           where name = $1 and state = 'active' and group_id is not null and priority < 0)),
       (select max(turn) from job_turns where job = $1),
       1)
     on conflict (job, key) do update set turn = greatest(job_turns.turn + 1, excluded.turn)
     returning turn`,
    [job, key],
  )
  return rows[0].turn
}

/**
 * The turn at which the rest of a running job continues. It stays ahead of the key's other jobs: each of them moves
 * back by one, and the rest takes the turn of the first.
 */
export async function takeTurnForRest(
  within: Db,
  job: string,
  key: string,
  current: number,
): Promise<number> {
  const last = await takeTurn(within, job, key)
  const { rows } = await within.executeSql(
    `update pgboss.job set priority = priority - 1
     where name = $1 and state < 'active' and not blocked and group_id = $2 and -priority > $3
     returning -priority - 1 as turn`,
    [job, key, current],
  )
  return Math.min(last, ...rows.map(({ turn }: { turn: number }) => turn))
}

export interface JobEnvelope {
  payload: unknown
  /** Business time, for display only; the queue uses the database's clock. */
  runAt?: string
}

export interface JobProgress {
  job: string
  id: string
  payload: unknown
  progress: Progress
}

export type ProgressListener = (report: JobProgress) => void

const clearTurnsJob = defineJob({
  name: 'clear-job-turns',
  payload: z.object({}),
  singleton: 'both',
  cron: '47 2 * * *',
})

export const clearTurnsHandler = ({ database }: { database: Database }): JobHandler =>
  handle(clearTurnsJob, () => clearTurns(database))

/**
 * A turn behind the front is meaningless: its owner joins at the front, like someone without a turn. The last turn of
 * each job is kept, because an empty queue continues from there.
 */
export async function clearTurns(database: Database): Promise<void> {
  await database.executeAsOwner(
    `delete from job_turns t using (
       select job, coalesce(
         least(
           (select -priority from pgboss.job j
             where j.name = job and j.state < 'active' and not j.blocked and j.priority < 0
             order by j.priority desc limit 1),
           (select -max(priority) from pgboss.job j
             where j.name = job and j.state = 'active' and j.group_id is not null and j.priority < 0)),
         max(turn)) as turn
       from job_turns group by job
     ) front
     where t.job = front.job and t.turn < front.turn`,
  )
}
