import type { ReportTemplate, Schedule } from '@exempta/contract/reports'
import { z } from 'zod'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueMail } from '../../platform/email/queue-email.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { scheduledReportEmail } from './emails.ts'
import { removeSchedule, setSchedule, takeDueSchedules } from './queries/templates.ts'
import { requireTemplate } from './templates.ts'

/** The start of the working day in America, in UTC. */
const hour = 13
const monday = 1

const isDay: Readonly<Record<Schedule, (day: Date) => boolean>> = {
  daily: () => true,
  weekly: (day) => day.getUTCDay() === monday,
  monthly: (day) => day.getUTCDate() === 1,
}

/** Returns the next day of the schedule, always later than now. */
export function nextEmailAt(every: Schedule, now: Date): Date {
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour))
  while (at <= now || !isDay[every](at)) at.setUTCDate(at.getUTCDate() + 1)
  return at
}

/** Administrators can schedule emails only to themselves. */
export async function scheduleTemplate(
  services: Services,
  call: Call,
  id: string,
  every: Schedule | null,
): Promise<ReportTemplate> {
  const person = personOf(call)
  const at = services.clock.now()
  return services.database.transact(person, async (tx) => {
    await requireTemplate(tx, person.id, id)
    if (every) {
      const chosen = { templateId: id, personId: person.id, every, nextAt: nextEmailAt(every, at) }
      await setSchedule(tx, chosen, at)
    } else {
      await removeSchedule(tx, id, person.id)
    }
    await recordAudit(tx, call, {
      at,
      action: 'report-template.schedule',
      target: { kind: 'report-template', id },
      details: { every: every ?? 'never' },
    })
    return requireTemplate(tx, person.id, id)
  })
}

/** Runs a minute past the scheduled hour, because clocks differ. */
const scheduledReportsJob = defineJob({
  name: 'mail-scheduled-reports',
  payload: z.object({}),
  singleton: 'both',
  cron: '1 13 * * *',
})

const schedulesAtOnce = 50

export const reportJobHandlers = (services: Services): JobHandler[] => [
  handle(scheduledReportsJob, () => emailScheduledReports(services)),
]

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
      await queueMail(services, tx, {
        to: { id, email },
        template: scheduledReportEmail,
        data: { name, link },
      })
    }
    return due.length
  })
}
