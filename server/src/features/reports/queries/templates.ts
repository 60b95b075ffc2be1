import type { ReportTemplateInput, Schedule } from '@exempta/contract/reports'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** Joins the person's own schedule. */
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

export interface ChosenSchedule {
  templateId: string
  personId: string
  every: Schedule
  nextAt: Date
}

export async function setSchedule(
  tx: Transaction,
  { templateId, personId, every, nextAt }: ChosenSchedule,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('report_schedules')
    .values({ template_id: templateId, user_id: personId, every, next_at: nextAt, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['template_id', 'user_id']).doUpdateSet({ every, next_at: nextAt }),
    )
    .execute()
}

export async function removeSchedule(tx: Transaction, templateId: string, personId: string): Promise<void> {
  await tx
    .deleteFrom('report_schedules')
    .where('template_id', '=', templateId)
    .where('user_id', '=', personId)
    .execute()
}

/** Takes each due schedule once and moves it to its next time. */
export const takeDueSchedules = (tx: Transaction, now: Date, next: Record<Schedule, Date>, limit: number) =>
  tx
    .updateTable('report_schedules as s')
    .from(['report_templates as t', 'users as u'])
    .set({
      next_at: sql<Date>`case s.every when 'daily' then ${next.daily}::timestamptz
        when 'weekly' then ${next.weekly}::timestamptz else ${next.monthly}::timestamptz end`,
    })
    .where(
      sql<boolean>`(s.template_id, s.user_id) in (
        select template_id, user_id from report_schedules
        where next_at <= ${now}::timestamptz order by next_at limit ${limit} for update skip locked)`,
    )
    .whereRef('t.id', '=', 's.template_id')
    .whereRef('u.id', '=', 's.user_id')
    .returning(['t.id as templateId', 't.name', 'u.id as personId', 'u.email'])
    // False if the person is no longer an active administrator.
    .returning(sql<boolean>`u.role = 'admin' and u.status = 'active'`.as('isReader'))
    .execute()

export const listOwnSchedules = (tx: Transaction, personId: string) =>
  tx
    .selectFrom('report_schedules as s')
    .innerJoin('report_templates as t', 't.id', 's.template_id')
    .select(['t.name as report', 's.every', 's.next_at as next', 's.created_at as since'])
    .where('s.user_id', '=', personId)
    .orderBy('s.created_at')
    .execute()
