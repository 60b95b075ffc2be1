import type { z } from 'zod'

/** Ids and small facts only: a payload is kept for days and seen by operators. */
export type JobPayload = Record<string, string | number | boolean | undefined>

export interface JobOptions<Payload extends JobPayload> {
  name: string
  payload: z.ZodType<Payload>
  /** Tries after the first, with a wait that doubles from `delaySeconds` up to `maxDelaySeconds`. */
  retry?: { limit: number; delaySeconds: number; maxDelaySeconds: number }
  /** Longest one try may take; then its signal aborts and the job is taken again. */
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

/** What a job is called and takes. Its handler is elsewhere, so that whoever sends it does not load the work. */
export function defineJob<Payload extends JobPayload>(options: JobOptions<Payload>): JobDefinition<Payload> {
  if (!jobName.test(options.name)) throw new TypeError(`Not a name of a job: ${options.name}`)
  return {
    retry: { limit: 5, delaySeconds: 5, maxDelaySeconds: 3600 },
    expireSeconds: 900,
    concurrency: 1,
    ...options,
  }
}
