import type { Db } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { deadLetterQueue } from './queues.ts'

export interface JobDepth {
  job: string
  waiting: number
  running: number
  /** How long the oldest due job has been waiting; null when none is due. */
  oldestWaitingMs: number | null
}

/** The number of jobs per queue, including the dead letter queue. */
export async function countJobs(database: Database): Promise<JobDepth[]> {
  const { rows } = await database.executeAsOwner(
    `select name as job,
       count(*) filter (where state < 'active') as waiting,
       count(*) filter (where state = 'active') as running,
       (extract(epoch from now() - min(greatest(created_on, start_after))
         filter (where state < 'active' and start_after <= now())) * 1000)::bigint as "oldestWaitingMs"
     from pgboss.job where state <= 'active' and name not like '\\_\\_pgboss%'
     group by name order by name`,
  )
  return rows as JobDepth[]
}

/** Whether a job with this payload waits, runs or will be tried again. */
export async function isJobUnderWay(database: Database, job: string, payload: unknown): Promise<boolean> {
  const { rows } = await database.executeAsOwner(
    `select from pgboss.job
     where name = $1 and state <= 'active' and data -> 'payload' = $2::jsonb limit 1`,
    [job, JSON.stringify(payload)],
  )
  return rows.length > 0
}

/** Those of these names that have a job that is due. */
export async function namesOfDueJobs(database: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await database.executeAsOwner(
    `select name from unnest($1::text[]) names(name)
     where exists (
       select from pgboss.job
       where job.name = names.name and state < 'active' and not blocked and start_after <= now()
     )`,
    [names],
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** Whether a job of another fairness key waits and is due. */
export async function otherKeyWaits(database: Database, job: string, key: string | null): Promise<boolean> {
  const { rows } = await database.executeAsOwner(
    `select from pgboss.job
     where name = $1 and state < 'active' and not blocked and start_after <= now()
       and group_id is distinct from $2 limit 1`,
    [job, key],
  )
  return rows.length > 0
}

/** The position of this job in the queue, from 1; undefined when it is not among the first. */
export async function findPlace(
  database: Database,
  job: string,
  payload: unknown,
  first: number,
): Promise<number | undefined> {
  const { rows } = await database.executeAsOwner(
    `select place from (
       select data, row_number() over (order by priority desc, created_on) as place from pgboss.job
       where name = $1 and state < 'active' and not blocked
       order by priority desc, created_on limit $3
     ) line where data -> 'payload' = $2::jsonb order by place limit 1`,
    [job, JSON.stringify(payload), first],
  )
  return (rows as { place: number }[])[0]?.place
}

export interface DeadJob {
  id: string
  job: string
  attempts: number
  /** Class and code of the last error. */
  reason: unknown
  diedAt: Date
}

/** Newest first; `before` is the id of the last one of the page before. */
export async function listDeadJobs(
  database: Database,
  limit: number,
  before: string | undefined,
): Promise<DeadJob[]> {
  const { rows } = await database.executeAsOwner(
    `select id, source_name as job, source_retry_count + 1 as attempts, source_output as reason,
       created_on as "diedAt"
     from pgboss.job where name = $1 and state < 'active'
       and ($3::uuid is null or (created_on, id) < (
         select created_on, id from pgboss.job where name = $1 and id = $3::uuid))
     order by created_on desc, id desc limit $2`,
    [deadLetterQueue, limit, before ?? null],
  )
  return rows as DeadJob[]
}

export async function deleteDeadJob(within: Db, id: string): Promise<boolean> {
  const { rows } = await within.executeSql(
    `delete from pgboss.job where name = $1 and id = $2 and state < 'active' returning id`,
    [deadLetterQueue, id],
  )
  return rows.length > 0
}

/** Names of the queues that exist; none before the first start. */
export async function listQueueNames(database: Database): Promise<ReadonlySet<string>> {
  const { rows: tables } = await database.executeAsOwner(`select to_regclass('pgboss.queue') as name`)
  if ((tables as { name: string | null }[])[0]?.name === null) return new Set()
  const { rows } = await database.executeAsOwner('select name from pgboss.queue')
  return new Set((rows as { name: string }[]).map(({ name }) => name))
}
