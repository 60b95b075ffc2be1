import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { blackOut } from './jobs/black-out.ts'
import { processDocument } from './jobs/process-document.ts'
import { readDocuments, readDocumentsJob } from './jobs/read-documents.ts'
import { sweepDocuments, sweepDocumentsJob } from './jobs/sweep-documents.ts'

export const documentJobHandlers = (services: Services): JobHandler[] => [
  processDocument(services),
  blackOut(services),
  handle(readDocumentsJob, (_, { signal }) => readDocuments(services, signal)),
  handle(sweepDocumentsJob, () => sweepDocuments(services)),
]
