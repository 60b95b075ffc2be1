import type { ReportTemplate, Schedule } from '@exempta/contract/reports'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { removeSchedule, setSchedule } from './queries/templates.ts'
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
    const before = await requireTemplate(tx, person.id, id)
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
      changes: { every: [before.schedule ?? 'never', every ?? 'never'] },
    })
    return requireTemplate(tx, person.id, id)
  })
}
