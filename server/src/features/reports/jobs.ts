import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { scheduledReportEmail } from './emails.ts'
import { takeDueSchedules } from './queries/templates.ts'
import { nextEmailAt } from './schedules.ts'

/** Runs a minute past the scheduled hour, because clocks differ. */
const scheduledReportsJob = defineJob({
  name: 'mail-scheduled-reports',
  payload: z.object({}),
  singleton: 'both',
  cron: '1 13 * * *',
})

const schedulesAtOnce = 50

/** Missed days are made up for by one email; a second run on the same day finds nothing to do. */
export const emailScheduledReports = (services: Services): Promise<void> =>
  inBatches(schedulesAtOnce, (size) => emailBatch(services, size))

function emailBatch(services: Services, limit: number): Promise<number> {
  const now = services.clock.now()
  const next = {
    daily: nextEmailAt('daily', now),
    weekly: nextEmailAt('weekly', now),
    monthly: nextEmailAt('monthly', now),
  }
  return services.database.transact(systemActor, async (tx) => {
    const due = await takeDueSchedules(tx, now, next, limit)
    for (const { templateId, name, personId: id, email } of due.filter(({ isReader }) => isReader)) {
      const link = publicLink(services.publicUrl, '/admin/reports', { template: templateId })
      await queueEmail(services, tx, {
        to: { id, email },
        template: scheduledReportEmail,
        data: { name, link },
      })
    }
    return due.length
  })
}

export const reportJobHandlers = (services: Services): JobHandler[] => [
  handle(scheduledReportsJob, () => emailScheduledReports(services)),
]
