import { buffer } from 'node:stream/consumers'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { isDatabaseUnavailable } from '../../../platform/db/errors.ts'
import { listLearnedEditions } from '../../../platform/forms/queries.ts'
import { handle, type JobContext, type JobHandler } from '../../../platform/jobs/handle.ts'
import { signal } from '../../../platform/realtime/publish.ts'
import { failureCodeOf } from '../../../platform/sandbox/redact-card.ts'
import { type Redaction, SandboxError } from '../../../platform/sandbox/sandbox.ts'
import type { Services } from '../../../platform/services.ts'
import { announceSettled, processDocumentJob, publishToOwner } from '../document-events.ts'
import {
  beginAttempt,
  beginNextPage,
  type DocumentRow,
  lockDocument,
  noteProgress,
  uncountAttempt,
  updateDocument,
} from '../queries/documents.ts'
import { insertVersion } from '../queries/versions.ts'
import { announceReady, askToCheck } from '../results/announce-result.ts'
import { failDocument } from '../results/fail-document.ts'
import {
  cardColumns,
  discardResult,
  type Released,
  recordResult,
  resultColumns,
  stageResult,
} from '../results/stage-result.ts'
import { destroyStoredPages, NoLongerNeededError, storedPages } from '../results/stored-pages.ts'
import { endTurnIfOthersWait, TurnEndedError } from './turn.ts'

/**
 * Whether a failed attempt counts against the file. It does not when the store, database or sandbox was
 * unavailable.
 */
function isFileAtFault(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || isDatabaseUnavailable(error)) return false
  if (error instanceof SandboxError) return error.failure !== 'busy' && error.failure !== 'closed'
  if (!(error instanceof AppError)) return true
  // `conflict` means that another worker has stored the same page.
  return error.code !== 'unavailable' && error.code !== 'no-room' && error.code !== 'conflict'
}

interface Progress {
  page: number
  pageCount: number
}

/**
 * Saves a document's progress and sends it to the owner. Only the newest progress is written when pages
 * finish faster.
 */
function progressReporter({ database, log }: Services, document: DocumentRow) {
  let next: Progress | undefined
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (next) {
      const progress = next
      next = undefined
      await database.transact(systemActor, async (tx) => {
        await noteProgress(tx, document.id, progress)
        const payload = { documentId: document.id, ...progress }
        signal(tx, `person:${document.owner_id}`, 'documentProgress', payload)
      })
    }
  }

  return {
    report(progress: Progress): void {
      next = progress
      writing ??= write()
        .catch((error: unknown) => log.warn({ err: error }, 'progress not reported'))
        .finally(() => {
          writing = undefined
        })
    },
    /** Waits for the write in progress; nothing is written afterwards. */
    async done(): Promise<void> {
      next = undefined
      await writing
    },
  }
}

/** Attempts at the same page. */
const attemptsMax = 3

export const processDocument = (services: Services): JobHandler =>
  handle({ ...processDocumentJob, concurrency: services.sandbox.slots }, async ({ documentId }, context) => {
    const document = await services.database.transact(systemActor, (tx) => beginAttempt(tx, documentId))
    // The document was deleted, or a worker that died afterwards has already finished it.
    if (!document) return
    if (document.attempts > attemptsMax) return settle(services, context, document, 'not-processed')
    try {
      const outcome = await attempt(services, context, document)
      if (typeof outcome === 'string') await settle(services, context, document, outcome)
      else await release(services, context, document, outcome)
    } catch (error) {
      if (error instanceof NoLongerNeededError) return
      if (error instanceof TurnEndedError) return requeueRemainingPages(services, context, document)
      if (!isFileAtFault(error, context.signal)) {
        await services.database.transact(systemActor, (tx) => uncountAttempt(tx, documentId))
      }
      throw error
    }
  })

type Failure = Parameters<typeof failDocument>[3]

async function attempt(
  services: Services,
  context: JobContext,
  document: DocumentRow,
): Promise<Released | Failure> {
  try {
    const result = await redactOriginal(services, context, document)
    return result.verdict === 'refused' ? failureCodeOf(result.reason) : result
  } catch (error) {
    const isLast = document.attempts >= attemptsMax && isFileAtFault(error, context.signal)
    if (!isLast || !(error instanceof SandboxError)) throw error
    services.log.warn({ documentId: document.id, trouble: error.failure }, 'document given up')
    return error.failure === 'timed-out' ? 'too-slow' : 'not-processed'
  }
}

async function redactOriginal(
  services: Services,
  context: JobContext,
  document: DocumentRow,
): Promise<Redaction> {
  const pages = await storedPages(services, versionOf(document), {
    isWanted: ({ status }) => status === 'processing',
    onStored: (tx) => beginNextPage(tx, document.id),
    afterPage: () => {
      document.attempts = 1
      return endTurnIfOthersWait(context)
    },
  })
  const { stream } = await services.files.get({ documentId: document.id, rendition: 'original', version: 1 })
  const untrustedBytes = await buffer(stream)
  const editions = await services.database.transact(systemActor, listLearnedEditions, { readOnly: true })
  const reporter = progressReporter(services, document)
  try {
    return await services.sandbox.redact(untrustedBytes, {
      keepDriverLicense: document.keeps_driver_license,
      hideContactDetails: document.hides_contact_details,
      editions,
      today: services.clock.now().toISOString().slice(0, 10),
      whenFull: 'wait',
      onProgress: reporter.report,
      pages,
      signal: context.signal,
    })
  } finally {
    untrustedBytes.fill(0)
    await reporter.done()
  }
}

/**
 * Commits result, status, findings, audit row, notification and the end of the job together, and destroys the
 * original's key in the same transaction.
 */
async function release(
  services: Services,
  context: JobContext,
  document: DocumentRow,
  result: Released,
): Promise<void> {
  const { id: documentId, type } = document
  const { version } = versionOf(document)
  const staged = await stageResult(services, { documentId, type, version, result, earlier: [] })
  let isRecorded = false
  try {
    isRecorded = await ifStillProcessing(services, context, document, async (tx) => {
      const now = services.clock.now()
      await updateDocument(tx, documentId, {
        ...resultColumns(staged, now),
        is_card: document.is_card || staged.isCard,
        ...cardColumns(staged),
      })
      await insertVersion(tx, documentId, version, [], now)
      await recordResult(services, tx, staged)
      await services.files.destroy(tx, { documentId, rendition: 'original' })
      await destroyStoredPages(services, tx, versionOf(document))
      await recordAudit(tx, systemCall, {
        at: now,
        action: 'document.process',
        target: { kind: 'document', id: documentId },
        details: {
          pages: staged.pages.length,
          hidden: staged.findings.length,
          uncertain: staged.uncertain.length,
        },
      })
      publishToOwner(tx, document.owner_id, documentId)
      if (staged.uncertain.length > 0) await askToCheck(services, tx, document, staged.uncertain.length)
      else await announceReady(services, tx, { ...document, version })
      await announceSettled(services, tx, documentId)
    })
  } finally {
    if (!isRecorded) await discardResult(services, staged)
  }
}

const versionOf = ({ id, first_version: version }: DocumentRow) => ({ documentId: id, version })

/**
 * Gives other people's documents a turn: keeps the finished pages and requeues the rest as a new job behind
 * theirs.
 */
async function requeueRemainingPages(
  services: Services,
  context: JobContext,
  { id }: DocumentRow,
): Promise<void> {
  await services.database.transact(systemActor, async (tx) => {
    await uncountAttempt(tx, id)
    await context.goOnLaterWithin(tx)
  })
}

async function settle(
  services: Services,
  context: JobContext,
  document: DocumentRow,
  code: Failure,
): Promise<void> {
  await ifStillProcessing(services, context, document, (tx) => failDocument(services, tx, document, code))
}

/**
 * Completes the job in the same transaction, so that only one of two workers with the same document takes
 * effect.
 */
async function ifStillProcessing(
  services: Services,
  context: JobContext,
  { id }: DocumentRow,
  work: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return services.database.transact(systemActor, async (tx) => {
    const current = await lockDocument(tx, id)
    if (current?.status !== 'processing') return false
    await context.completeWithin(tx)
    await work(tx)
    return true
  })
}
