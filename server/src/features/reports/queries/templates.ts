import type { NewReportSchedule, ReportTemplateInput } from '@exempta/contract/reports'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export const listTemplates = (tx: Transaction, limit: number) =>
  tx
    .selectFrom('report_templates')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findTemplate = (tx: Transaction, id: string) =>
  tx.selectFrom('report_templates').selectAll().where('id', '=', id).executeTakeFirst()

export type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number]

export const listRecipients = (tx: Transaction, templateIds: readonly string[]) =>
  tx
    .selectFrom('report_schedules as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.template_id',
      's.user_id',
      's.every',
      's.hour',
      's.time_zone',
      's.next_at',
      'u.name',
      'u.email',
    ])
    .where('s.template_id', 'in', templateIds)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()

export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

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

/** Returns false if the template has another version by now. */
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

export async function removeSchedule(tx: Transaction, templateId: string): Promise<void> {
  await tx.deleteFrom('report_schedules').where('template_id', '=', templateId).execute()
}

/** Replaces the schedule and the recipients of a template. */
export async function setSchedule(
  tx: Transaction,
  templateId: string,
  { every, hour, timeZone, recipientIds }: NewReportSchedule,
  { nextAt, now }: { nextAt: Date; now: Date },
): Promise<void> {
  await removeSchedule(tx, templateId)
  const rows = recipientIds.map((id) => ({
    template_id: templateId,
    user_id: id,
    every,
    hour,
    time_zone: timeZone,
    next_at: nextAt,
    created_at: now,
  }))
  await tx.insertInto('report_schedules').values(rows).execute()
}

export async function countActiveAdministrators(tx: Transaction, ids: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

/** Locks each due schedule, so that another process leaves it alone. */
export const lockDueSchedules = (tx: Transaction, now: Date, limit: number) =>
  tx
    .selectFrom('report_schedules as s')
    .innerJoin('report_templates as t', 't.id', 's.template_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.template_id', 's.user_id', 's.every', 's.hour', 's.time_zone', 't.name', 'u.email'])
    // False if the person is no longer an active administrator.
    .select(sql<boolean>`u.role = 'admin' and u.status = 'active'`.as('isReader'))
    .where('s.next_at', '<=', now)
    .orderBy('s.next_at')
    .limit(limit)
    .forUpdate('s')
    .skipLocked()
    .execute()

export const moveSchedule = (
  tx: Transaction,
  { template_id, user_id }: Pick<Recipient, 'template_id' | 'user_id'>,
  nextAt: Date,
) =>
  tx
    .updateTable('report_schedules')
    .set({ next_at: nextAt })
    .where('template_id', '=', template_id)
    .where('user_id', '=', user_id)
    .execute()

export const listOwnSchedules = (tx: Transaction, personId: string) =>
  tx
    .selectFrom('report_schedules as s')
    .innerJoin('report_templates as t', 't.id', 's.template_id')
    .select([
      't.name as report',
      's.every',
      's.hour',
      's.time_zone as timeZone',
      's.next_at as next',
      's.created_at as since',
    ])
    .where('s.user_id', '=', personId)
    .orderBy('s.created_at')
    .execute()
