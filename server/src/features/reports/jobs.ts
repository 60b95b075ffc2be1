import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { scheduledReportEmail } from './emails.ts'
import { lockDueSchedules, moveSchedule } from './queries/templates.ts'
import { nextEmailAt } from './schedules.ts'

/** Runs a minute past each quarter of an hour, because clocks differ and some time zones are not whole hours apart. */
const scheduledReportsJob = defineJob({
  name: 'mail-scheduled-reports',
  payload: z.object({}),
  singleton: 'both',
  cron: '1,16,31,46 * * * *',
})

const schedulesAtOnce = 50

/** Missed days are made up for by one email; a second run on the same day finds nothing to do. */
export const emailScheduledReports = (services: Services): Promise<void> =>
  inBatches(schedulesAtOnce, (size) => emailBatch(services, size))

function emailBatch(services: Services, limit: number): Promise<number> {
  const now = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
    const due = await lockDueSchedules(tx, now, limit)
    await Promise.all(
      due.map((row) => moveSchedule(tx, row, nextEmailAt({ ...row, timeZone: row.time_zone }, now))),
    )
    for (const { template_id: template, name, user_id: id, email } of due.filter(
      ({ isReader }) => isReader,
    )) {
      await queueEmail(services, tx, {
        to: { id, email },
        template: scheduledReportEmail,
        data: { name, link: publicLink(services.publicUrl, '/admin/reports', { template }) },
      })
    }
    return due.length
  })
}

export const reportJobHandlers = (services: Services): JobHandler[] => [
  handle(scheduledReportsJob, () => emailScheduledReports(services)),
]
