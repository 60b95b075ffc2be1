import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { Services } from '../../../platform/services.ts'
import { shredDocument } from '../change-documents.ts'
import { blackOutJob, processDocumentJob, publishToOwner } from '../document-events.ts'
import { limits } from '../limits.ts'
import { lockDocument, updateDocument } from '../queries/documents.ts'
import { listExpired, listLongProcessing, listOldOriginals, listUnfinished } from '../queries/sweep.ts'
import { findVersion } from '../queries/versions.ts'
import { abandonVersion, failDocument } from '../results/fail-document.ts'
import { destroyStoredPages } from '../results/stored-pages.ts'

const batchSize = 100
const overdueAfterMs = 10 * 60_000

export const sweepDocumentsJob = defineJob({
  name: 'sweep-documents',
  payload: z.object({}),
  singleton: 'both',
  cron: '*/10 * * * *',
})

export async function sweepDocuments(services: Services): Promise<void> {
  await shredOldOriginals(services)
  await failLostDocuments(services)
  await abandonLostVersions(services)
  await shredExpired(services)
}

/** Shreds originals that were kept for a retry nobody asked for. */
async function shredOldOriginals(services: Services): Promise<void> {
  const until = new Date(services.clock.now().getTime() - limits.originalKeptMs)
  await inBatches(batchSize, (size) =>
    services.database.transact(systemActor, async (tx) => {
      const rows = await listOldOriginals(tx, until, size)
      for (const { id, owner_id, first_version: version } of rows) {
        await services.files.destroy(tx, { documentId: id, rendition: 'original' })
        await destroyStoredPages(services, tx, { documentId: id, version })
        await updateDocument(tx, id, { has_original: false })
        publishToOwner(tx, owner_id, id)
      }
      return rows.length
    }),
  )
}

/**
 * Fails documents whose job is gone: when every worker that took it was killed, nothing else updates the
 * document.
 */
async function failLostDocuments(services: Services): Promise<void> {
  const until = new Date(services.clock.now().getTime() - overdueAfterMs)
  const rows = await services.database.transact(systemActor, (tx) => listLongProcessing(tx, until, batchSize))
  for (const { id } of rows) {
    if (await services.jobs.isUnderWay(processDocumentJob, { documentId: id })) continue
    await services.database.transact(systemActor, async (tx) => {
      const document = await lockDocument(tx, id)
      if (document?.status === 'processing') await failDocument(services, tx, document, 'not-processed')
    })
  }
}

/**
 * Does the same for a lost black-out job, because the document accepts no other marks while one is pending.
 */
async function abandonLostVersions(services: Services): Promise<void> {
  const until = new Date(services.clock.now().getTime() - overdueAfterMs)
  const rows = await services.database.transact(systemActor, (tx) => listUnfinished(tx, until, batchSize))
  for (const { document_id: documentId, version } of rows) {
    if (await services.jobs.isUnderWay(blackOutJob, { documentId, version })) continue
    await services.database.transact(systemActor, async (tx) => {
      const document = await lockDocument(tx, documentId)
      if (!document) return
      const asked = await findVersion(tx, documentId, version)
      if (asked?.ready_at === null) await abandonVersion(services, tx, document, version, 'not-painted')
    })
  }
}

/** Deletes documents that are older than their owner's retention setting. */
async function shredExpired(services: Services): Promise<void> {
  const now = services.clock.now()
  await inBatches(batchSize, async (size) => {
    const rows = await services.database.transact(systemActor, (tx) => listExpired(tx, now, size))
    for (const { id, owner_id } of rows) {
      await services.database.transact(systemActor, async (tx) => {
        await shredDocument(services, tx, id)
        await recordAudit(tx, systemCall, {
          at: now,
          action: 'document.expire',
          target: { kind: 'document', id },
        })
        publishToOwner(tx, owner_id, id)
      })
    }
    return rows.length
  })
}
