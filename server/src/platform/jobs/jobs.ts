import { documentLimits } from '@exempta/contract/documents/limits'
import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { bossDatabase, bossDatabaseWithin } from './boss-database.ts'
import type { JobDefinition, JobPayload } from './define-job.ts'
import type { JobHandler } from './handle.ts'
import { JobRunner } from './job-runner.ts'
import {
  countJobs,
  type DeadJob,
  deleteDeadJob,
  findPlace,
  isJobUnderWay,
  type JobDepth,
  listDeadJobs,
  listQueueNames,
} from './queue-figures.ts'
import { deadLetterQueue, prepareQueues, prepareSchedules } from './queues.ts'
import { type JobEnvelope, type ProgressListener, takeTurn } from './turns.ts'

/**
 * Background jobs: pg-boss behind a small typed interface, on both databases. A job is enqueued in the transaction
 * that needs it, and any process with the worker role takes it at once.
 */

export interface Jobs {
  /** Creates the queues of these handlers. From then on, jobs can be enqueued. */
  start(handlers: readonly JobHandler[]): Promise<void>

  /** Processes jobs in this process, too. Separate, so that a server answers before its workers ask for their first jobs. */
  run(): Promise<void>

  /** Sends the job when the transaction commits. Undefined when its singleton key already has one. */
  enqueue<Payload extends JobPayload>(
    tx: Transaction,
    job: JobDefinition<Payload>,
    payload: NoInfer<Payload>,
    options?: EnqueueOptions,
  ): Promise<string | undefined>

  /** Receives progress that handlers of this process report, until the returned function is called. */
  onProgress(listener: ProgressListener): () => void

  /** Whether such a job waits, runs or will be tried again. */
  isUnderWay<Payload extends JobPayload>(
    job: JobDefinition<Payload>,
    payload: NoInfer<Payload>,
  ): Promise<boolean>

  /** Its position in the queue, from 1; undefined when it no longer waits or is far behind. */
  placeOf<Payload extends JobPayload>(
    job: JobDefinition<Payload>,
    payload: NoInfer<Payload>,
  ): Promise<number | undefined>

  depths(): Promise<JobDepth[]>

  /** Jobs that failed after every retry, newest first, after the given one. */
  listDead(limit: number, afterId?: string): Promise<DeadJob[]>

  /**
   * Enqueues a dead job again, with all its retries, when the transaction commits. False when there is none with that
   * id, or its queue accepts no second one.
   */
  redrive(tx: Transaction, id: string): Promise<boolean>

  /** Deletes a dead job when the transaction commits. False when there is none with that id. */
  drop(tx: Transaction, id: string): Promise<boolean>

  /** Running jobs end within the grace period or go back to the queue. */
  stop(): Promise<void>
}

export interface EnqueueOptions {
  /** Business time before which it does not run. */
  runAt?: Date
  singletonKey?: string
  /**
   * Fairness keys take turns, so that one person's hundred jobs do not delay another's single job. Jobs without a key
   * go first.
   */
  fairnessKey?: string
}

export interface JobsOptions {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
  graceMs?: number
  /** How often to poll for jobs that became due; new jobs are announced by NOTIFY. */
  pollSeconds?: number
  /** How often to look for jobs whose worker died, and for schedules that came due; 45 at most. */
  superviseSeconds?: number
}

const payloadMaxBytes = 2048

/** Several processes may start at once on an empty database. One creates the queue's schema, and the others start again. */
const isSchemaRace = (error: unknown) =>
  error instanceof Error && error.message.includes('pg_namespace_nspname_index')

export function createJobs(options: JobsOptions): Jobs {
  const { database, clock, log, graceMs = 20_000, pollSeconds = 5, superviseSeconds = 15 } = options
  const listeners = new Set<ProgressListener>()
  let handlers: readonly JobHandler[] = []
  /** Enqueues. */
  let boss: PgBoss | undefined
  /** Takes jobs, and looks after the queues and schedules. */
  let working: PgBoss | undefined
  let runner: JobRunner | undefined

  async function startBoss(runs: boolean): Promise<PgBoss> {
    const started = new PgBoss({
      db: bossDatabase(database),
      backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
      supervise: runs,
      schedule: runs,
      useListenNotify: runs,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      cronMonitorIntervalSeconds: superviseSeconds,
      cronWorkerIntervalSeconds: superviseSeconds,
      flowIntervalSeconds: 3600,
    })
    started.on('error', (error) => log.error({ err: error }, 'job queue'))
    started.on('warning', ({ data }) => log.warn({ type: 'type' in data ? data.type : 'other' }, 'job queue'))
    try {
      await started.start()
    } catch (error) {
      if (!isSchemaRace(error)) throw error
      await started.start()
    }
    return started
  }

  return {
    async start(known) {
      if (boss) throw new Error('The jobs were already started.')
      handlers = known
      const atStart = await listQueueNames(database)
      boss = await startBoss(false)
      await prepareQueues(
        boss,
        handlers.map(({ job }) => job),
        atStart,
      )
    },

    async run() {
      if (!boss) throw new Error('The jobs were not started.')
      if (working) throw new Error('The jobs already run.')
      working = await startBoss(true)
      await prepareSchedules(
        working,
        handlers.map(({ job }) => job),
      )
      runner = new JobRunner({
        boss: working,
        database,
        log,
        pollSeconds,
        graceMs,
        onProgress: (report) => {
          for (const listener of listeners) listener(report)
        },
      })
      for (const handler of handlers) await runner.add(handler)
      void runner.wakeWhenDue()
    },

    async enqueue(tx, job, payload, { runAt, singletonKey, fairnessKey } = {}) {
      if (!boss) throw new Error('The jobs were not started.')
      const envelope: JobEnvelope = {
        payload: job.payload.parse(payload),
        ...(runAt && { runAt: runAt.toISOString() }),
      }
      if (JSON.stringify(envelope).length > payloadMaxBytes) {
        throw new RangeError(`The payload of ${job.name} is too large: send ids, not data.`)
      }
      const within = bossDatabaseWithin(database, tx)
      const delaySeconds = runAt ? Math.max(0, (runAt.getTime() - clock.now().getTime()) / 1000) : 0
      const id = await boss.send(job.name, envelope, {
        db: within,
        ...(delaySeconds > 0 && { startAfter: `${delaySeconds.toFixed(3)} seconds` }),
        ...(singletonKey !== undefined && { singletonKey }),
        ...(fairnessKey !== undefined && {
          group: { id: fairnessKey },
          priority: -(await takeTurn(within, job.name, fairnessKey)),
        }),
      })
      return id ?? undefined
    },

    onProgress(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    isUnderWay: (job, payload) => isJobUnderWay(database, job.name, payload),
    placeOf: (job, payload) => findPlace(database, job.name, payload, documentLimits.queuePlacesShown),
    depths: () => countJobs(database),
    listDead: (limit, afterId) => listDeadJobs(database, limit, afterId),

    async redrive(tx, id) {
      if (!boss) throw new Error('The jobs were not started.')
      return (await boss.redrive(deadLetterQueue, { ids: [id], db: bossDatabaseWithin(database, tx) })) === 1
    },

    drop: (tx, id) => deleteDeadJob(bossDatabaseWithin(database, tx), id),

    async stop() {
      await runner?.stop()
      for (const started of [working, boss]) await started?.stop({ graceful: false, close: false })
      boss = undefined
      working = undefined
      runner = undefined
    },
  }
}
