import type { ReportTemplate, Schedule } from '@exempta/contract/reports'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireTemplate } from './as-template.ts'
import { nextMailAt } from './next-mail-at.ts'
import { removeSchedule, setSchedule } from './queries/schedules.ts'

/** For oneself: nobody can have mails sent to somebody else. */
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
      const chosen = { templateId: id, personId: person.id, every, nextAt: nextMailAt(every, at) }
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
