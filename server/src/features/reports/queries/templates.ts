import type { ReportTemplateInput } from '@exempta/contract/reports'
import type { Transaction } from '../../../platform/db/database.ts'

/** With the person's own schedule. */
const withSchedule = (tx: Transaction, personId: string) =>
  tx
    .selectFrom('report_templates as t')
    .leftJoin('report_schedules as s', (join) =>
      join.onRef('s.template_id', '=', 't.id').on('s.user_id', '=', personId),
    )
    .selectAll('t')
    .select(['s.every', 's.next_at'])

export const listTemplates = (tx: Transaction, personId: string, limit: number) =>
  withSchedule(tx, personId).orderBy('t.created_at', 'desc').orderBy('t.id', 'desc').limit(limit).execute()

export const findTemplate = (tx: Transaction, personId: string, id: string) =>
  withSchedule(tx, personId).where('t.id', '=', id).executeTakeFirst()

export type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number]

export async function countTemplates(tx: Transaction): Promise<number> {
  const { count } = await tx
    .selectFrom('report_templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertTemplate(
  tx: Transaction,
  id: string,
  { settings, ...input }: ReportTemplateInput,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('report_templates')
    .values({ ...input, id, settings: JSON.stringify(settings), created_at: now, updated_at: now })
    .execute()
}

/** False when it is no longer of that version. */
export async function updateTemplate(
  tx: Transaction,
  id: string,
  version: number,
  { settings, ...input }: ReportTemplateInput,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_templates')
    .set({ ...input, settings: JSON.stringify(settings), version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteTemplate(tx: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('report_templates')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
