import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { mailNewDocumentsJob } from './announce-received.ts'
import { mailNewDocuments } from './mail-new-documents.ts'
import { mailWeeklySummaries, weeklySummaryJob } from './mail-weekly-summaries.ts'

export const businessMailJobHandlers = (services: Services): JobHandler[] => [
  handle(mailNewDocumentsJob, ({ businessId }) => mailNewDocuments(services, businessId)),
  handle(weeklySummaryJob, () => mailWeeklySummaries(services)),
]
