import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import { publicLink } from '../../platform/mail/public-link.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { scheduledReportMail } from '../../platform/mail/templates/scheduled-report.ts'
import type { Services } from '../../platform/services.ts'
import { nextMailAt } from './next-mail-at.ts'
import { takeDueSchedules } from './queries/schedules.ts'

/** A minute past the hour of the mails, since clocks differ. */
const scheduledReportsJob = defineJob({
  name: 'mail-scheduled-reports',
  payload: z.object({}),
  singleton: 'both',
  cron: '1 13 * * *',
})

const schedulesAtOnce = 50

export const reportJobHandlers = (services: Services): JobHandler[] => [
  handle(scheduledReportsJob, () => mailScheduledReports(services)),
]

/** A day on which nothing ran is made up for by one mail; a second run of the same day finds nothing to do. */
export async function mailScheduledReports(services: Services): Promise<void> {
  while ((await mailSome(services)) === schedulesAtOnce);
}

function mailSome(services: Services): Promise<number> {
  const now = services.clock.now()
  const next = {
    daily: nextMailAt('daily', now),
    weekly: nextMailAt('weekly', now),
    monthly: nextMailAt('monthly', now),
  }
  return services.database.transact(systemActor, async (tx) => {
    const due = await takeDueSchedules(tx, now, next, schedulesAtOnce)
    for (const { templateId, name, personId: id, email } of due.filter(({ isReader }) => isReader)) {
      const link = publicLink(services.publicUrl, '/admin/reports', { template: templateId })
      await queueMail(services, tx, {
        to: { id, email },
        template: scheduledReportMail,
        data: { name, link },
      })
    }
    return due.length
  })
}
