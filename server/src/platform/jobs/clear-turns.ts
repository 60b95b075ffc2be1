import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { defineJob } from './define-job.ts'
import { handle, type JobHandler } from './handle.ts'

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
