import { limits } from '@exempta/contract/limits'
import type { listReportTemplates } from '@exempta/contract/reports'
import type { RouteReturn } from '@exempta/contract/route'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asTemplate } from './as-template.ts'
import * as queries from './queries/templates.ts'

export async function listTemplates(
  services: Services,
  call: Call,
): Promise<RouteReturn<typeof listReportTemplates>> {
  const person = personOf(call)
  const rows = await services.database.transact(
    person,
    (tx) => queries.listTemplates(tx, person.id, limits.reportTemplates),
    { readOnly: true },
  )
  return { items: rows.map(asTemplate) }
}
