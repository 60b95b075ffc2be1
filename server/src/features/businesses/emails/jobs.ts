import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import {
  mailNewDocuments,
  mailNewDocumentsJob,
  mailWeeklySummaries,
  weeklySummaryJob,
} from './received-emails.ts'

export const businessMailJobHandlers = (services: Services): JobHandler[] => [
  handle(mailNewDocumentsJob, ({ businessId }) => mailNewDocuments(services, businessId)),
  handle(weeklySummaryJob, () => mailWeeklySummaries(services)),
]
