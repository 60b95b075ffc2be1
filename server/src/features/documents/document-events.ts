import { z } from 'zod'
import type { Transaction } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'

/** Makes the owner's open pages fetch the document again. */
export const publishToOwner = (tx: Transaction, ownerId: string, documentId: string): void =>
  publish(tx, `person:${ownerId}`, 'changed', { topic: 'documents', ids: [documentId] })

/** Call when it turned out what becomes of a version: it was read, it could not be, or more of it was hidden. */
export const announceSettled = ({ hooks }: Services, tx: Transaction, documentId: string): Promise<void> =>
  hooks.run(tx, 'documentSettled', { documentId })

/**
 * Attempts at the file itself are counted on the document row. The queue's own retries cover failures that
 * are not the file's fault, such as a full disk, and continue for about a day. People wait for the result, so it
 * comes within half a minute after the trouble is over.
 */
const retry = { limit: 3000, delaySeconds: 1, maxDelaySeconds: 30 }

export const processDocumentJob = defineJob({
  name: 'process-document',
  payload: z.object({ documentId: z.uuid() }),
  retry,
  expireSeconds: 3600,
  concurrency: 2,
})

/** Hides the areas that the owner marked on the given version. */
export const blackOutJob = defineJob({
  name: 'black-out-document',
  payload: z.object({ documentId: z.uuid(), version: z.int() }),
  retry,
  expireSeconds: 3600,
})
