import type { SystemHealth } from '@exempta/contract/admin/health'
import { version } from '@exempta/contract/version'
import { systemActor } from '../../../platform/db/actor.ts'
import { DatabaseUnavailableError } from '../../../platform/db/errors.ts'
import { findMigration } from '../../../platform/db/migrate.ts'
import { deadLetterQueue } from '../../../platform/jobs/queues.ts'
import type { Services } from '../../../platform/services.ts'
import { withTimeout } from '../../../platform/with-timeout.ts'
import { inboundFigures } from '../../inbound/index.ts'
import { limits } from '../limits.ts'
import type { FirstSeen } from './first-seen.ts'
import type { MailServerWatch } from './mail-server.ts'
import {
  judgeDatabase,
  judgeEmails,
  judgeMailServer,
  judgeQueue,
  judgeSandbox,
  judgeStorage,
} from './policy.ts'
import { databaseFigures, selectOne } from './queries.ts'

/**
 * Queries each part separately, so that one that does not answer is reported as bad without hiding the
 * others.
 */
export async function getSystemHealth(
  services: Services,
  { stored, watch, firstSeen }: HealthMemory,
): Promise<SystemHealth> {
  // Read before the questions below wait for connections themselves.
  const pool = services.database.poolStats()
  const [queue, storage, database, emails, mailServer] = await Promise.all([
    queueHealth(services),
    storageHealth(services, stored),
    databaseHealth(services, pool),
    emailHealth(services),
    mailServerHealth(services, watch),
  ])
  const now = services.clock.now()
  return {
    checkedAt: now.toISOString(),
    queue: firstSeen.note('queue', queue, now),
    storage: firstSeen.note('storage', storage, now),
    database: firstSeen.note('database', database, now),
    mailServer: firstSeen.note('mailServer', mailServer, now),
    emails: emails && firstSeen.note('emails', emails, now),
    sandbox: firstSeen.note('sandbox', sandboxHealth(services), now),
    server: {
      version,
      uptimeMs: Math.round(process.uptime() * 1000),
      memoryBytes: process.memoryUsage.rss(),
      sockets: services.live.socketCount,
    },
  }
}

/** What this server keeps between two looks. */
export interface HealthMemory {
  stored: StoredFigures
  watch: MailServerWatch
  firstSeen: FirstSeen
}

type Found<Part extends 'queue' | 'storage' | 'database' | 'mailServer' | 'sandbox'> = Omit<
  SystemHealth[Part],
  'since'
>

async function mailServerHealth({ clock }: Services, watch: MailServerWatch): Promise<Found<'mailServer'>> {
  const answer = await watch.look()
  const endsAt = answer && 'certificateEndsAt' in answer ? answer.certificateEndsAt : undefined
  return {
    ...judgeMailServer(answer, clock.now()),
    isSetUp: answer !== null,
    certificateEndsAt: endsAt?.toISOString() ?? null,
  }
}

async function queueHealth({ jobs, log }: Services): Promise<Found<'queue'>> {
  const depths = await jobs.depths().catch(unknownAnd(log, 'the job queue'))
  const all = depths?.filter(({ job }) => job !== deadLetterQueue) ?? []
  const ages = all.flatMap(({ oldestWaitingMs }) => oldestWaitingMs ?? [])
  const figures = {
    waiting: sum(all.map(({ waiting }) => waiting)),
    running: sum(all.map(({ running }) => running)),
    failed: depths?.find(({ job }) => job === deadLetterQueue)?.waiting ?? 0,
    oldestWaitingMs: ages.length > 0 ? Math.max(...ages) : null,
  }
  return { ...judgeQueue({ ...figures, isKnown: depths !== undefined }), ...figures, jobs: all }
}

async function storageHealth({ files, log }: Services, stored: StoredFigures): Promise<Found<'storage'>> {
  const [condition, counted] = await Promise.all([
    files.check().catch(unknownAnd(log, 'the file store')),
    stored.count().catch(unknownAnd(log, 'the number of files')),
  ])
  const figures = {
    kind: files.kind,
    isReachable: condition !== undefined,
    freeBytes: condition?.freeBytes ?? null,
  }
  return {
    ...judgeStorage(figures),
    ...figures,
    files: counted?.files ?? null,
    usedBytes: counted?.bytes ?? null,
  }
}

async function databaseHealth(
  { database, log }: Services,
  pool: SystemHealth['database']['pool'],
): Promise<Found<'database'>> {
  const asked = performance.now()
  const found = await database
    .transact(systemActor, databaseFigures, { timeoutMs: 5000 })
    .catch(unknownAnd(log, 'the database'))
  const answerMs = found ? Math.round(performance.now() - asked) : null
  const migration = found && (await findMigration(database).catch(unknownAnd(log, 'the schema')))
  return {
    ...judgeDatabase({ answerMs, pool }),
    kind: database.kind,
    version: found?.version ?? null,
    sizeBytes: found?.sizeBytes ?? null,
    answerMs,
    pool,
    migration: migration ?? null,
  }
}

/** Nothing is shown where nobody can answer by email. */
async function emailHealth(
  services: Services,
): Promise<Omit<NonNullable<SystemHealth['emails']>, 'since'> | null> {
  if (!services.inboundEmail) return null
  const found = await inboundFigures(services).catch(unknownAnd(services.log, 'received emails'))
  const { failure = null, oldestUnreadMs = 0, ways = [], unread = null, waiting = null } = found ?? {}
  return { ...judgeEmails({ failure, oldestUnreadMs, isKnown: found !== undefined }), ways, unread, waiting }
}

function sandboxHealth({ sandbox }: Services): Found<'sandbox'> {
  const { pids, running, waiting } = sandbox.figures
  const { most, restarts, protections, failedStarts } = sandbox.condition
  return {
    ...judgeSandbox({ failedStarts, waiting, protections: [...protections] }),
    most,
    processes: pids.length,
    running,
    waiting,
    restarts,
    protections: [...protections],
  }
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)

const unknownAnd = (log: Services['log'], part: string) => (error: unknown) => {
  log.warn({ err: error, part }, 'no figures for the health page')
  return undefined
}

const keptMs = 60_000

/** Counting all files scans a whole table, so it runs at most once a minute. */
export class StoredFigures {
  readonly #services: Pick<Services, 'clock' | 'files'>
  #counted: Promise<{ files: number; bytes: number }> | undefined
  #countedAt = 0

  constructor(services: Pick<Services, 'clock' | 'files'>) {
    this.#services = services
  }

  count(): Promise<{ files: number; bytes: number }> {
    const now = this.#services.clock.now().getTime()
    if (!this.#counted || now - this.#countedAt >= keptMs) {
      this.#countedAt = now
      this.#counted = this.#services.files.countFiles()
      this.#counted.catch(() => {
        this.#counted = undefined
      })
    }
    return this.#counted
  }
}

/** Whether the database answers in time. Waiting for a connection counts, because every request would wait for it. */
export async function checkDatabase({ database }: Services): Promise<void> {
  const timeoutMs = limits.readinessMs
  const answer = database.transact(systemActor, selectOne, { timeoutMs }).then(() => true)
  if (!(await withTimeout(timeoutMs, answer))) throw new DatabaseUnavailableError()
}
