import type { ReportTemplate, ReportTemplateInput } from '@exempta/contract/reports'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireTemplate } from './as-template.ts'
import * as queries from './queries/templates.ts'
import { recordTemplateAct } from './record-template-act.ts'

/** Refused when the template is no longer the one that the change was made from. */
export async function updateTemplate(
  services: Services,
  call: Call,
  id: string,
  { version, ...input }: ReportTemplateInput & { version: number },
): Promise<ReportTemplate> {
  const person = personOf(call)
  const at = services.clock.now()
  return services.database.transact(person, async (tx) => {
    await requireTemplate(tx, person.id, id)
    if (!(await queries.updateTemplate(tx, id, version, input, at))) throw new AppError('conflict')
    await recordTemplateAct(tx, call, 'update', id, at)
    return requireTemplate(tx, person.id, id)
  })
}
