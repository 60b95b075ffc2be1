import type { Transaction } from '../db/database.ts'
import type { JobDefinition, JobPayload } from './define-job.ts'

export interface Progress {
  /** From 0 to 1. */
  fraction: number
  /** A word for the step, never data of the person. */
  step?: string
}

export interface JobContext {
  readonly id: string
  /** 1 for the first try. */
  readonly attempt: number
  readonly isLastAttempt: boolean
  /** Aborts when the job expired, was lost to another worker, or the program stops. */
  readonly signal: AbortSignal
  report(progress: Progress): void
  /**
   * Ends the job inside the handler's own transaction: its effects and its end commit together, so a job
   * that is taken twice takes effect once. Throws when the job was meanwhile lost to another worker.
   */
  completeWithin(tx: Transaction): Promise<void>
  /** Whether jobs of other fairness keys wait for a worker. */
  othersWait(): Promise<boolean>
  /**
   * Like `completeWithin`, for an unfinished job: it is enqueued again at the next turn of its fairness key, before
   * the key's other jobs. Others who wait for a turn go first.
   */
  goOnLaterWithin(tx: Transaction): Promise<void>
}

export interface JobHandler {
  readonly job: JobDefinition
  run(untrustedPayload: unknown, context: JobContext): Promise<void>
}

/** A retry cannot help, so the job goes to the dead letters at once. */
export class GiveUpError extends Error {
  override name = 'GiveUpError'
}

export function handle<Payload extends JobPayload>(
  job: JobDefinition<Payload>,
  handler: (payload: Payload, context: JobContext) => Promise<void>,
): JobHandler {
  return {
    job,
    async run(untrustedPayload, context) {
      const parsed = job.payload.safeParse(untrustedPayload)
      if (!parsed.success) throw new GiveUpError('The payload is not what the job takes.')
      await handler(parsed.data, context)
    },
  }
}
