import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { emailNewDocuments, emailNewDocumentsJob, emailWeeklySummaries } from './received-emails.ts'

/** Mondays at the start of the working day in America. */
const weeklySummaryJob = defineJob({
  name: 'mail-weekly-summaries',
  payload: z.object({}),
  singleton: 'both',
  cron: '0 13 * * 1',
})

export const businessEmailJobHandlers = (services: Services): JobHandler[] => [
  handle(emailNewDocumentsJob, ({ businessId }) => emailNewDocuments(services, businessId)),
  handle(weeklySummaryJob, () => emailWeeklySummaries(services)),
]
