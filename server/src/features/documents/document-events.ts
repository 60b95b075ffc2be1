import { z } from 'zod'
import type { Transaction } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { publish } from '../../platform/realtime/publish.ts'

/** Open pages of the owner fetch it again. */
export const publishToOwner = (tx: Transaction, ownerId: string, documentId: string): void =>
  publish(tx, `person:${ownerId}`, 'changed', { topic: 'documents', ids: [documentId] })

/**
 * How often a file is given to the sandbox is counted with the document. The queue's own tries are for what is
 * not the file's fault, such as a store that is down, and go on for about a day.
 */
export const processDocumentJob = defineJob({
  name: 'process-document',
  payload: z.object({ documentId: z.uuid() }),
  retry: { limit: 100, delaySeconds: 1, maxDelaySeconds: 900 },
  expireSeconds: 3600,
  concurrency: 2,
})

/** Paints what the owner marked; the version says what. */
export const blackOutJob = defineJob({
  name: 'black-out-document',
  payload: z.object({ documentId: z.uuid(), version: z.int() }),
  retry: { limit: 100, delaySeconds: 1, maxDelaySeconds: 900 },
  expireSeconds: 3600,
})
