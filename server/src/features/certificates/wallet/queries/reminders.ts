import { certificateLimits } from '@exempta/contract/certificates/limits'
import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import type { Row } from '../../../../platform/db/schema.ts'
import { isLastOfCustomer } from '../../../businesses/index.ts'

/** Reminders. */
export const limits = {
  /** Reminders before a certificate expires, in days; the last ones also go to businesses. */
  reminderDays: [90, 60, 30, 10, 0],
  businessReminderDays: [10, 0],
} as const

/** The day that reminders are counted from, and the moment itself. */
export interface ReminderTime {
  day: string
  now: Date
  /** How long after midnight UTC such a day begins. */
  startsAfterMs: number
}

export type EndPosition = readonly [endsOn: string, documentId: string]

export type OwnerReminder = Pick<Row<'exemption_reminders'>, 'document_id' | 'ends_on'> & {
  states: string[]
  /** Null if this step isn't sent, or was sent before. */
  step: number | null
  document_name: string
  owner_id: string
  owner_email: string
  wants_email: boolean
  businesses: number
}

/** The day of reminders on which something happened. */
const dayOf = (at: ReturnType<typeof sql.ref>, { startsAfterMs }: ReminderTime) =>
  sql`((${at} - ${startsAfterMs}::double precision * interval '1 millisecond') at time zone 'UTC')::date`

/**
 * Looks at the next certificates in the order in which they expire, and takes the latest step that each has reached:
 * earlier ones that were missed are never sent. A step that was reached when its owner confirmed the certificate is no
 * news to them. Of several workers, only one takes a step.
 */
export async function takeOwnerReminders(
  tx: Transaction,
  time: ReminderTime,
  after: EndPosition | undefined,
  limit: number,
): Promise<OwnerReminder[]> {
  const { day, now } = time
  const { rows } = await sql<OwnerReminder>`
    with page as materialized (
      select x.ends_on, x.document_id, array_agg(x.state order by x.state) as states
      from exemption_states x
      where x.ends_on >= ${day}::date - ${certificateLimits.reminderLapsesDays}::integer
        and x.ends_on <= ${day}::date + ${Math.max(...limits.reminderDays)}::integer
        ${after ? sql`and (x.ends_on, x.document_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
      group by x.ends_on, x.document_id
      order by x.ends_on, x.document_id limit ${sql.lit(limit)}
    ), reached as (
      select p.ends_on, p.document_id, (
        select min(step) from unnest(${[...limits.reminderDays]}::integer[]) step
        where step >= p.ends_on - ${day}::date) as step
      from page p
    ), sent as (
      insert into exemption_reminders (document_id, ends_on, step, owner_id, sent_at)
      select r.document_id, r.ends_on, r.step, e.owner_id, ${now}::timestamptz
      from reached r join exemptions e on e.document_id = r.document_id join users u on u.id = e.owner_id
      where u.status = 'active' and r.ends_on - r.step > ${dayOf(sql.ref('e.confirmed_at'), time)}
        and not exists (select from certificate_renewals n where n.old_document_id = r.document_id)
      on conflict do nothing
      returning document_id, ends_on, step
    )
    select p.ends_on, p.document_id, p.states, s.step, d.name as document_name, u.id as owner_id,
      u.email::text as owner_email, coalesce('expiring' = any(n.mailed_outcomes), false) as wants_email, (
        select count(*)::integer from document_shares h
        where h.document_id = p.document_id and h.business_id is not null and h.status <> 'revoked') as businesses
    from page p
      join documents d on d.id = p.document_id
      join users u on u.id = d.owner_id
      left join notification_preferences n on n.user_id = u.id
      left join sent s on s.document_id = p.document_id and s.ends_on = p.ends_on
    order by p.ends_on, p.document_id`.execute(tx)
  return rows
}

const firstBusinessDay = Math.max(...limits.businessReminderDays)

/** Active businesses with certificates that expire soon, by id. */
export async function listBusinessesToRemind(
  tx: Transaction,
  { day }: ReminderTime,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.business_id as id from coverage_index i join businesses b on b.id = i.business_id
    where i.ends_on >= ${day}::date - ${certificateLimits.reminderLapsesDays}::integer
      and i.ends_on <= ${day}::date + ${firstBusinessDay}::integer and b.status = 'active'
      ${after ? sql`and i.business_id > ${after}::uuid` : sql``}
    order by i.business_id limit ${sql.lit(limit)}`.execute(tx)
  return rows.map(({ id }) => id)
}

export type BusinessReminder = Pick<Row<'received_reminders'>, 'ends_on' | 'step'> & {
  count: number
  /** The first of them, by name. */
  customers: string[]
  customer_count: number
  states: string[]
}

/** Takes all certificates of a business together, so that a day on which many expire is one email. */
export async function takeBusinessReminders(
  tx: Transaction,
  time: ReminderTime,
  businessId: string,
  shown: number,
): Promise<BusinessReminder[]> {
  const { day, now } = time
  const { rows } = await sql<BusinessReminder>`
    with reached as (
      select distinct i.share_id, i.ends_on, (
        select min(step) from unnest(${[...limits.businessReminderDays]}::integer[]) step
        where step >= i.ends_on - ${day}::date) as step, s.shared_at
      from coverage_index i join document_shares s on s.id = i.share_id
      where i.business_id = ${businessId} and s.status in ('pending', 'verified')
        and i.ends_on >= ${day}::date - ${certificateLimits.reminderLapsesDays}::integer
        and i.ends_on <= ${day}::date + ${firstBusinessDay}::integer and ${isLastOfCustomer}
    ), sent as (
      insert into received_reminders (share_id, ends_on, step, business_id, sent_at)
      select r.share_id, r.ends_on, r.step, ${businessId}, ${now}::timestamptz from reached r
      where r.ends_on - r.step > ${dayOf(sql.ref('r.shared_at'), time)}
      on conflict do nothing
      returning share_id, ends_on, step
    )
    select s.ends_on, s.step, count(distinct s.share_id)::integer as count,
      (array_agg(distinct i.customer_name))[1:${sql.lit(shown)}] as customers,
      count(distinct i.customer_name)::integer as customer_count, array_agg(distinct i.state) as states
    from sent s join coverage_index i on i.share_id = s.share_id and i.ends_on = s.ends_on
    group by s.ends_on, s.step order by s.ends_on, s.step`.execute(tx)
  return rows
}

/** Reminders that a person got, in a fixed order. */
export function remindersOf(
  tx: Transaction,
  ownerId: string,
  after: { documentId: string; expiresOn: string; daysBefore: number } | undefined,
  limit: number,
) {
  let page = tx
    .selectFrom('exemption_reminders')
    .select(['document_id as documentId', 'ends_on as expiresOn', 'step as daysBefore', 'sent_at as sentAt'])
    .where('owner_id', '=', ownerId)
  if (after) {
    const { documentId, expiresOn, daysBefore } = after
    page = page.where(
      sql<boolean>`(document_id, ends_on, step) > (${documentId}::uuid, ${expiresOn}::date, ${daysBefore}::smallint)`,
    )
  }
  return page.orderBy('document_id').orderBy('ends_on').orderBy('step').limit(sql.lit(limit)).execute()
}
