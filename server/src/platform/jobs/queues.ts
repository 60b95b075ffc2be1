import type { PgBoss, QueuePolicy, QueueResult } from 'pg-boss'
import type { JobDefinition } from './define-job.ts'
import type { JobEnvelope } from './turns.ts'

/** Receives jobs of all queues that failed after every retry. */
export const deadLetterQueue = 'dead-letter'

const unusedId = '00000000-0000-0000-0000-000000000000'
const daySeconds = 24 * 3600
const policies: Record<NonNullable<JobDefinition['singleton']>, QueuePolicy> = {
  waiting: 'short',
  running: 'singleton',
  both: 'stately',
}

/** Creates missing queues and updates the settings of the others. `atStart` are those that pg-boss has surely read. */
export async function prepareQueues(
  boss: PgBoss,
  jobs: readonly JobDefinition[],
  atStart: ReadonlySet<string>,
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const unread: string[] = []
  if (!known.has(deadLetterQueue)) {
    await boss.createQueue(deadLetterQueue, { retentionSeconds: 365 * daySeconds, retryLimit: 0 })
  }
  if (!atStart.has(deadLetterQueue)) unread.push(deadLetterQueue)
  for (const job of jobs) {
    const queue = known.get(job.name)
    const policy = job.singleton ? policies[job.singleton] : 'standard'
    if (queue && queue.policy !== policy) {
      throw new Error(`The job ${job.name} cannot change whether it is a singleton; give it a new name.`)
    }
    const isSame = queue && hasSettings(queue, job)
    if (!queue) await boss.createQueue(job.name, { ...settingsOf(job), policy })
    else if (!isSame) await boss.updateQueue(job.name, settingsOf(job))
    if (!isSame || !atStart.has(job.name)) unread.push(job.name)
  }
  // Jobs are sent inside transactions, where pg-boss must not query on a second session. It has read the other queues
  // when it started; looking up any job makes it read one of these, which this or another process has just created.
  for (const name of unread) await boss.getJobById(name, unusedId)
}

function settingsOf(job: JobDefinition) {
  return {
    retryLimit: job.retry.limit,
    retryDelay: job.retry.delaySeconds,
    retryBackoff: true,
    retryDelayMax: job.retry.maxDelaySeconds,
    expireInSeconds: job.expireSeconds,
    heartbeatSeconds: 30,
    retentionSeconds: 365 * daySeconds,
    deleteAfterSeconds: daySeconds,
    deadLetter: deadLetterQueue,
    notify: true,
  }
}

function hasSettings(queue: QueueResult, job: JobDefinition): boolean {
  return Object.entries(settingsOf(job)).every(([name, value]) => queue[name as keyof QueueResult] === value)
}

/**
 * Replaces the schedules by those of the definitions. A run that was missed while nothing ran is made up for once.
 */
export async function prepareSchedules(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  const empty: JobEnvelope = { payload: {} }
  const options = { tz: 'UTC', missed: 'once' } as const
  for (const { name, cron } of jobs) {
    if (!cron) continue
    const schedule = known.get(name)
    const isSame = schedule?.cron === cron && schedule.options?.missed === options.missed
    if (!isSame) await boss.schedule(name, cron, empty, options)
    known.delete(name)
  }
  for (const name of known.keys()) await boss.unschedule(name)
}
