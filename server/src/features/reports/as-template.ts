import type { ReportTemplate } from '@exempta/contract/reports'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findTemplate, type TemplateRow } from './queries/templates.ts'

export const asTemplate = (row: TemplateRow): ReportTemplate => ({
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
