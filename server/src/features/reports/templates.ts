import { randomUUID } from 'node:crypto'
import type { listReportTemplates, ReportTemplate, ReportTemplateInput } from '@exempta/contract/reports'
import { reportLimits } from '@exempta/contract/reports/limits'
import type { RouteReturn } from '@exempta/contract/route'
import { AppError } from '../../platform/app-error.ts'
import { type AuditChanges, recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import * as queries from './queries/templates.ts'
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listRecipients,
  type Recipient,
  type TemplateRow,
} from './queries/templates.ts'

const asTemplate = (row: TemplateRow, recipients: readonly Recipient[]): ReportTemplate => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  settings: row.settings,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  schedule: asSchedule(recipients),
})

/** Every recipient of a template has the same times. */
function asSchedule(recipients: readonly Recipient[]): ReportTemplate['schedule'] {
  const [first] = recipients
  if (!first) return null
  return {
    every: first.every,
    hour: first.hour,
    timeZone: first.time_zone,
    recipients: recipients.map(({ user_id, name, email }) => ({ id: user_id, name, email })),
    nextEmailAt: first.next_at.toISOString(),
  }
}

export async function requireTemplate(tx: Transaction, id: string): Promise<ReportTemplate> {
  const [row, recipients] = await Promise.all([findTemplate(tx, id), listRecipients(tx, [id])])
  if (!row) throw new AppError('not-found')
  return asTemplate(row, recipients)
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
  const { rows, recipients } = await services.database.transact(
    person,
    async (tx) => {
      const templates = await queries.listTemplates(tx, reportLimits.reportTemplates)
      const ids = templates.map(({ id }) => id)
      return { rows: templates, recipients: ids.length > 0 ? await listRecipients(tx, ids) : [] }
    },
    { readOnly: true },
  )
  const byTemplate = Map.groupBy(recipients, ({ template_id }) => template_id)
  return { items: rows.map((row) => asTemplate(row, byTemplate.get(row.id) ?? [])) }
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
    return requireTemplate(tx, id)
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
    const before = await requireTemplate(tx, id)
    if (!(await queries.updateTemplate(tx, id, version, input, at))) throw new AppError('conflict')
    await recordTemplateAct(tx, call, 'update', id, at, {
      name: [before.name, input.name],
      description: [before.description, input.description],
      settings: [JSON.stringify(before.settings), JSON.stringify(input.settings)],
    })
    return requireTemplate(tx, id)
  })
}

export async function removeTemplate(services: Services, call: Call, id: string): Promise<undefined> {
  await services.database.transact(personOf(call), async (tx) => {
    if (!(await deleteTemplate(tx, id))) throw new AppError('not-found')
    await recordTemplateAct(tx, call, 'remove', id, services.clock.now())
  })
}
