import { randomUUID } from 'node:crypto'
import { limits } from '@exempta/contract/limits'
import type { ReportTemplate, ReportTemplateInput } from '@exempta/contract/reports'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireTemplate } from './as-template.ts'
import { countTemplates, insertTemplate } from './queries/templates.ts'
import { recordTemplateAct } from './record-template-act.ts'

const full = `There are ${limits.reportTemplates} templates already. Please delete one first.`

export async function createTemplate(
  services: Services,
  call: Call,
  input: ReportTemplateInput,
): Promise<ReportTemplate> {
  const person = personOf(call)
  const at = services.clock.now()
  const id = randomUUID()
  return services.database.transact(person, async (tx) => {
    if ((await countTemplates(tx)) >= limits.reportTemplates) throw new AppError('conflict', { text: full })
    await insertTemplate(tx, id, input, at)
    await recordTemplateAct(tx, call, 'create', id, at)
    return requireTemplate(tx, person.id, id)
  })
}
