import type { z } from 'zod'

/** Only ids and small facts, because a payload is kept for days and visible to operators. */
export type JobPayload = Record<string, string | number | boolean | undefined>

export interface JobOptions<Payload extends JobPayload> {
  name: string
  payload: z.ZodType<Payload>
  /** Retries after the first attempt, with a delay that doubles from `delaySeconds` up to `maxDelaySeconds`. */
  retry?: { limit: number; delaySeconds: number; maxDelaySeconds: number }
  /** Maximum duration of one attempt; then its signal aborts and the job is retried. */
  expireSeconds?: number
  /** How many of these one process runs at a time. */
  concurrency?: number
  /** At most one job per singleton key is waiting, running, or one of each. */
  singleton?: 'waiting' | 'running' | 'both'
  /** Five fields, UTC: sends the job with an empty payload, once in the whole deployment. */
  cron?: string
}

export type JobDefinition<Payload extends JobPayload = JobPayload> = Readonly<
  Required<Omit<JobOptions<Payload>, 'cron' | 'singleton'>> & Pick<JobOptions<Payload>, 'cron' | 'singleton'>
>

const jobName = /^[a-z][a-z0-9-]{1,60}$/

/** The name and payload of a job. Its handler is defined elsewhere, so that the sender does not load it. */
export function defineJob<Payload extends JobPayload>(options: JobOptions<Payload>): JobDefinition<Payload> {
  if (!jobName.test(options.name)) throw new TypeError(`Not a name of a job: ${options.name}`)
  return {
    retry: { limit: 5, delaySeconds: 5, maxDelaySeconds: 3600 },
    expireSeconds: 900,
    concurrency: 1,
    ...options,
  }
}
