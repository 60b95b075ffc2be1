import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { listLearnedEditions } from '../../../platform/forms/queries.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { type Redaction, SandboxError } from '../../../platform/sandbox/sandbox.ts'
import type { Services } from '../../../platform/services.ts'
import { type DocumentRow, lockDocument } from '../queries/documents.ts'
import { insertReadings, listUnread } from '../queries/readings.ts'
import { listFindings, listPages } from '../queries/versions.ts'
import { readPages, unreadPages } from '../results/check-reading.ts'

/** Reads documents that were processed before the product read forms, from their redacted files. */
export const readDocumentsJob = defineJob({
  name: 'read-documents',
  payload: z.object({}),
  singleton: 'both',
  cron: '*/5 * * * *',
})

const batchSize = 20

/** One document at a time, each waiting until the sandbox has nothing else to do. */
export async function readDocuments(services: Services, signal: AbortSignal): Promise<void> {
  const unread = await services.database.transact(systemActor, (tx) => listUnread(tx, batchSize), {
    readOnly: true,
  })
  for (const { id } of unread) {
    if (signal.aborted) return
    await readDocument(services, id, signal)
  }
}

async function readDocument(services: Services, id: string, signal: AbortSignal): Promise<void> {
  const { database, clock } = services
  const document = await database.transact(systemActor, (tx) => lockDocument(tx, id))
  if (document?.status !== 'processed') return
  const result = await redactAgain(services, document, signal)
  await database.transact(systemActor, async (tx) => {
    const current = await lockDocument(tx, id)
    if (current?.version !== document.version) return
    const { version } = document
    const pages = await listPages(tx, id, version)
    const isRead = result?.pages.length === pages.length && result.pages.every(({ reading }) => reading)
    const { readings, fields } = isRead
      ? readPages(result.pages, await listFindings(tx, id, version))
      : unreadPages(pages.length)
    await insertReadings(
      tx,
      readings.map((reading) => ({ ...reading, document_id: id, version, read_at: clock.now() })),
      fields.map((field) => ({ ...field, document_id: id, version })),
    )
  })
}

/** Undefined when the file cannot be read: it counts as read, since another attempt would end the same way. */
async function redactAgain(
  { database, files, sandbox, clock, log }: Services,
  { id: documentId, version, keeps_driver_license, hides_contact_details }: DocumentRow,
  signal: AbortSignal,
): Promise<Exclude<Redaction, { verdict: 'refused' }> | undefined> {
  try {
    const { stream } = await files.get({ documentId, rendition: 'redacted', version })
    const editions = await database.transact(systemActor, listLearnedEditions, { readOnly: true })
    const result = await sandbox.redact(await buffer(stream), {
      keepDriverLicense: keeps_driver_license,
      hideContactDetails: hides_contact_details,
      editions,
      today: clock.now().toISOString().slice(0, 10),
      whenFull: 'wait',
      signal,
    })
    return result.verdict === 'refused' ? undefined : result
  } catch (error) {
    const isLasting = error instanceof SandboxError && error.failure !== 'busy' && error.failure !== 'closed'
    // Deleted meanwhile.
    const isGone = error instanceof AppError && error.code === 'not-found'
    if (!isLasting && !isGone) throw error
    log.warn({ documentId, err: error }, 'document not read')
    return undefined
  }
}
