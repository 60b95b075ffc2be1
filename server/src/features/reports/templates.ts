import { randomUUID } from 'node:crypto'
import type { listReportTemplates, ReportTemplate, ReportTemplateInput } from '@exempta/contract/reports'
import { reportLimits } from '@exempta/contract/reports/limits'
import type { RouteReturn } from '@exempta/contract/route'
import { AppError } from '../../platform/app-error.ts'
import { type AuditChanges, recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import * as queries from './queries/templates.ts'
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  type TemplateRow,
} from './queries/templates.ts'

const asTemplate = (row: TemplateRow): ReportTemplate => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  settings: row.settings,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  schedule: row.every,
  nextMailAt: row.next_at?.toISOString() ?? null,
})

export async function requireTemplate(
  tx: Transaction,
  personId: string,
  id: string,
): Promise<ReportTemplate> {
  const row = await findTemplate(tx, personId, id)
  if (!row) throw new AppError('not-found')
  return asTemplate(row)
}

/** Also updates the open lists of other administrators. */
async function recordTemplateAct(
  tx: Transaction,
  call: Call,
  act: 'create' | 'update' | 'remove',
  id: string,
  at: Date,
  changes: AuditChanges = {},
): Promise<void> {
  await recordAudit(tx, call, {
    at,
    action: `report-template.${act}`,
    target: { kind: 'report-template', id },
    changes,
  })
  publish(tx, 'role:admin', 'changed', { topic: 'reports', ids: [id] })
}

export async function listTemplates(
  services: Services,
  call: Call,
): Promise<RouteReturn<typeof listReportTemplates>> {
  const person = personOf(call)
  const rows = await services.database.transact(
    person,
    (tx) => queries.listTemplates(tx, person.id, reportLimits.reportTemplates),
    { readOnly: true },
  )
  return { items: rows.map(asTemplate) }
}

const full = `You already have ${reportLimits.reportTemplates} templates. Delete one first.`

export async function createTemplate(
  services: Services,
  call: Call,
  input: ReportTemplateInput,
): Promise<ReportTemplate> {
  const person = personOf(call)
  const at = services.clock.now()
  const id = randomUUID()
  return services.database.transact(person, async (tx) => {
    if ((await countTemplates(tx)) >= reportLimits.reportTemplates)
      throw new AppError('conflict', { text: full })
    await insertTemplate(tx, id, input, at)
    await recordTemplateAct(tx, call, 'create', id, at)
    return requireTemplate(tx, person.id, id)
  })
}

/** Refused if the template has changed since the caller loaded it. */
export async function updateTemplate(
  services: Services,
  call: Call,
  id: string,
  { version, ...input }: ReportTemplateInput & { version: number },
): Promise<ReportTemplate> {
  const person = personOf(call)
  const at = services.clock.now()
  return services.database.transact(person, async (tx) => {
    const before = await requireTemplate(tx, person.id, id)
    if (!(await queries.updateTemplate(tx, id, version, input, at))) throw new AppError('conflict')
    await recordTemplateAct(tx, call, 'update', id, at, {
      name: [before.name, input.name],
      description: [before.description, input.description],
      settings: [JSON.stringify(before.settings), JSON.stringify(input.settings)],
    })
    return requireTemplate(tx, person.id, id)
  })
}

/** Runs as the system, because it also deletes other administrators' schedules. */
export async function removeTemplate(services: Services, call: Call, id: string): Promise<undefined> {
  personOf(call)
  await services.database.transact(systemActor, async (tx) => {
    if (!(await deleteTemplate(tx, id))) throw new AppError('not-found')
    await recordTemplateAct(tx, call, 'remove', id, services.clock.now())
  })
}
