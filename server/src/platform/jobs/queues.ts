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

/** Creates missing queues and updates the settings of the others. */
export async function prepareQueues(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has(deadLetterQueue)) {
    await boss.createQueue(deadLetterQueue, { retentionSeconds: 365 * daySeconds, retryLimit: 0 })
  }
  for (const job of jobs) {
    const queue = known.get(job.name)
    const policy = job.singleton ? policies[job.singleton] : 'standard'
    if (!queue) await boss.createQueue(job.name, { ...settingsOf(job), policy })
    else if (queue.policy !== policy) {
      throw new Error(`The job ${job.name} cannot change whether it is a singleton; give it a new name.`)
    } else if (!hasSettings(queue, job)) await boss.updateQueue(job.name, settingsOf(job))
  }
  // Jobs are sent inside transactions, where pg-boss must not query on a second session. Looking up any job now makes
  // it cache the queue.
  for (const name of [deadLetterQueue, ...jobs.map((job) => job.name)]) await boss.getJobById(name, unusedId)
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
  const scheduled = new Set<string>()
  const empty: JobEnvelope = { payload: {} }
  for (const { name, cron } of jobs) {
    if (!cron) continue
    scheduled.add(name)
    await boss.schedule(name, cron, empty, { tz: 'UTC', missed: 'once' })
  }
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name)
  }
}
