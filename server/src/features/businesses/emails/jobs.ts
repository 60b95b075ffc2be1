import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import {
  emailNewDocuments,
  emailNewDocumentsJob,
  emailWeeklySummaries,
  weeklySummaryJob,
} from './received-emails.ts'

export const businessEmailJobHandlers = (services: Services): JobHandler[] => [
  handle(emailNewDocumentsJob, ({ businessId }) => emailNewDocuments(services, businessId)),
  handle(weeklySummaryJob, () => emailWeeklySummaries(services)),
]
