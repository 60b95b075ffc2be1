import type { NewReportSchedule, ReportTemplate, Schedule } from '@exempta/contract/reports'
import { dayIn } from '@exempta/knowledge/dates'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { countActiveAdministrators, removeSchedule, setSchedule } from './queries/templates.ts'
import { requireTemplate } from './templates.ts'

const monday = 1

const isDay: Readonly<Record<Schedule, (day: Date) => boolean>> = {
  daily: () => true,
  weekly: (day) => day.getUTCDay() === monday,
  monthly: (day) => day.getUTCDate() === 1,
}

type Times = Pick<NewReportSchedule, 'every' | 'hour' | 'timeZone'>

/** Returns the next time of the schedule, always later than now. */
export function nextEmailAt({ every, hour, timeZone }: Times, now: Date): Date {
  const day = new Date(dayIn(timeZone, now))
  for (;;) {
    const at = momentIn(timeZone, day.toISOString().slice(0, 10), hour)
    if (at > now && isDay[every](day)) return at
    day.setUTCDate(day.getUTCDate() + 1)
  }
}

/** A full hour in a time zone. Where the clock skips it in spring, the moment when it goes on. */
function momentIn(timeZone: string, day: string, hour: number): Date {
  const written = `${day}T${String(hour).padStart(2, '0')}:00:00Z`
  const wanted = Date.parse(written)
  const before = wanted - offsetMs(timeZone, wanted)
  const after = wanted - offsetMs(timeZone, before)
  const isSkipped = after + offsetMs(timeZone, after) !== wanted
  return new Date(isSkipped ? Math.max(before, after) : after)
}

/** The locale writes times almost the way ISO does. */
const offsetMs = (timeZone: string, at: number) =>
  Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - at

/** Replaces the schedule that all administrators see. */
export async function scheduleTemplate(
  services: Services,
  call: Call,
  id: string,
  schedule: NewReportSchedule | null,
): Promise<ReportTemplate> {
  const person = personOf(call)
  const now = services.clock.now()
  return services.database.transact(person, async (tx) => {
    const before = await requireTemplate(tx, id)
    if (schedule) {
      const recipientIds = [...new Set(schedule.recipientIds)]
      if ((await countActiveAdministrators(tx, recipientIds)) < recipientIds.length) {
        const message = 'Please choose active administrators only'
        throw new AppError('invalid-input', { fields: [{ path: 'schedule.recipientIds', message }] })
      }
      const nextAt = nextEmailAt(schedule, now)
      await setSchedule(tx, id, { ...schedule, recipientIds }, { nextAt, now })
    } else {
      await removeSchedule(tx, id)
    }
    const after = await requireTemplate(tx, id)
    await recordAudit(tx, call, {
      at: now,
      action: 'report-template.schedule',
      target: { kind: 'report-template', id },
      details: { every: schedule?.every ?? 'never', recipients: schedule?.recipientIds.length ?? 0 },
      changes: { every: [before.schedule?.every ?? 'never', schedule?.every ?? 'never'] },
    })
    publish(tx, 'role:admin', 'changed', { topic: 'reports', ids: [id] })
    return after
  })
}
