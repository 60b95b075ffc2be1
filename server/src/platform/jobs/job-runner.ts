import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Transaction } from '../db/database.ts'
import { type JobOutcome, jobRuns } from '../measurements.ts'
import { withTimeout } from '../with-timeout.ts'
import { bossDatabaseWithin } from './boss-database.ts'
import { GiveUpError, type JobContext, type JobHandler } from './handle.ts'
import { namesOfDueJobs, otherKeyWaits } from './queue-figures.ts'
import { type JobEnvelope, type ProgressListener, takeTurnForRest } from './turns.ts'

type TakenJob = JobWithMetadata<JobEnvelope>

export interface RunnerParts {
  boss: PgBoss
  database: Database
  log: FastifyBaseLogger
  pollSeconds: number
  graceMs: number
  onProgress: ProgressListener
}

/** How long handlers have to react to the signal before their jobs are returned to the queue. */
const abortMs = 1000

/** Workers are woken by NOTIFY and by the look at all queues; what both missed, they find by themselves. */
const fallbackPollSeconds = 600

/** The worker: takes jobs from pg-boss, runs their handlers and reports the outcome. */
export class JobRunner {
  readonly #parts: RunnerParts
  readonly #running = new Set<TakenJob>()
  readonly #workerIds = new Map<string, string[]>()
  readonly #stopping = new AbortController()
  readonly #looking = new AbortController()

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  async add(handler: JobHandler): Promise<void> {
    const { name, concurrency } = handler.job
    const workerIds: string[] = []
    this.#workerIds.set(name, workerIds)
    for (let at = 0; at < concurrency; at++) workerIds.push(await this.#addWorker(name, handler))
  }

  /**
   * Wakes the workers of jobs that came due after a delay or a failure, which no NOTIFY announces. One statement for all
   * queues: if each worker looked for itself, an idle process would be busy with it.
   */
  async wakeWhenDue(): Promise<void> {
    const { boss, database, log, pollSeconds } = this.#parts
    const { signal } = this.#looking
    while (await hasPassed(pollSeconds * 1000, signal)) {
      const due = await namesOfDueJobs(database, [...this.#workerIds.keys()]).catch((error: unknown) => {
        log.error({ err: error }, 'job queue')
        return []
      })
      for (const id of due.flatMap((name) => this.#workerIds.get(name) ?? [])) boss.notifyWorker(id)
    }
  }

  /** Stops taking jobs. Those still running after the grace period go back to the queue. */
  async stop(): Promise<void> {
    const { boss, graceMs, log } = this.#parts
    this.#looking.abort()
    // A worker is idle only when the queue has stored the outcome, which is later than the end of the handler.
    const idle = Promise.all([...this.#workerIds.keys()].map((name) => boss.offWork(name, { wait: true })))
    await withTimeout(graceMs, idle)
    this.#stopping.abort(new Error('The process is stopping.'))
    await withTimeout(abortMs, idle)
    for (const job of this.#running) {
      log.warn({ job: job.name, id: job.id }, 'job given back while its handler still runs')
      await this.#giveBack(job)
    }
  }

  async #addWorker(name: string, handler: JobHandler): Promise<string> {
    const { boss, pollSeconds } = this.#parts
    let workerId = ''
    const options = {
      perJobResults: true,
      includeMetadata: true,
      pollingIntervalSeconds: Math.min(2, pollSeconds),
      notifyPollingIntervalSeconds: fallbackPollSeconds,
      heartbeatRefreshSeconds: 10,
    } as const
    workerId = await boss.work<JobEnvelope, never, typeof options>(name, options, async (jobs) => {
      const results = await Promise.all(jobs.map((job) => this.#track(handler, job)))
      // Without it the worker would sleep between two waiting jobs until the next poll.
      boss.notifyWorker(workerId)
      return results
    })
    return workerId
  }

  async #track(handler: JobHandler, job: TakenJob): Promise<JobResult> {
    this.#running.add(job)
    try {
      return await this.#run(handler, job)
    } finally {
      this.#running.delete(job)
    }
  }

  async #run(handler: JobHandler, job: TakenJob): Promise<JobResult> {
    const context = this.#contextOf(job)
    const about = { job: job.name, id: job.id, attempt: context.attempt }
    const start = performance.now()
    const recordOutcome = (outcome: JobOutcome) =>
      jobRuns.record({ job: job.name, outcome, ms: performance.now() - start })
    try {
      await handler.run(job.data?.payload, context)
      recordOutcome('done')
      this.#parts.log.debug({ ...about, ms: Math.round(performance.now() - start) }, 'job done')
      return { id: job.id, status: 'completed' }
    } catch (error) {
      if (this.#stopping.signal.aborted) {
        recordOutcome('given-back')
        await this.#giveBack(job)
        this.#parts.log.info(about, 'job given back')
        return { id: job.id, status: 'failed' }
      }
      const isOver = error instanceof GiveUpError || context.isLastAttempt
      recordOutcome(isOver ? 'given-up' : 'failed')
      this.#parts.log[isOver ? 'error' : 'warn'](
        { ...about, err: error },
        isOver ? 'job given up' : 'job failed',
      )
      return { id: job.id, status: isOver ? 'deadletter' : 'failed', output: reasonOf(error) }
    }
  }

  #contextOf(job: TakenJob): JobContext {
    const { boss, database, onProgress } = this.#parts
    const completeWithin = async (tx: Transaction) => {
      const ended = await boss.complete(job.name, job, undefined, { db: bossDatabaseWithin(database, tx) })
      if (!('affected' in ended) || ended.affected !== 1) {
        throw new Error('The job was lost to another worker.')
      }
    }
    return {
      id: job.id,
      attempt: job.retryCount + 1,
      isLastAttempt: job.retryCount >= job.retryLimit,
      signal: AbortSignal.any([job.signal, this.#stopping.signal]),
      report: (progress) => onProgress({ job: job.name, id: job.id, payload: job.data.payload, progress }),
      completeWithin,
      othersWait: () => otherKeyWaits(database, job.name, job.groupId ?? null),
      async goOnLaterWithin(tx) {
        await completeWithin(tx)
        const key = job.groupId
        if (!key) throw new Error('A job without a fairness key has no turn to wait for.')
        const db = bossDatabaseWithin(database, tx)
        const turn = await takeTurnForRest(db, job.name, key, -job.priority)
        await boss.send(job.name, job.data, { db, group: { id: key }, priority: -turn })
      },
    }
  }

  /**
   * The attempt does not count, so the limit grows by one. The attempt number must still change, because it prevents
   * this process from settling the job after another process has taken it.
   */
  async #giveBack(job: TakenJob): Promise<void> {
    await this.#parts.database.executeAsOwner(
      `update pgboss.job
       set state = 'retry', start_after = now(), retry_limit = retry_limit + 1, heartbeat_on = null
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
      [job.name, job.id, job.retryCount],
    )
  }
}

/** Stored with the job for operators. Error messages may quote data; their class and code do not. */
function reasonOf(error: unknown): { error: string; code?: string } {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { error: error.name, ...(code && { code }) }
}

/** False when the signal came first. */
function hasPassed(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal, ref: false }).catch(() => false)
}
