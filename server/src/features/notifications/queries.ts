import type { NotificationType } from '@exempta/contract/notifications'
import { sql } from 'kysely'
import type { PersonActor } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'
import { audiencesOf } from './audience.ts'

export async function insertNotification(
  tx: Transaction,
  notification: NewRow<'notifications'>,
): Promise<void> {
  await tx.insertInto('notifications').values(notification).execute()
}

/** Nobody logs in to the account that owns what a business added by itself. */
export async function belongsToArchive(tx: Transaction, personId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select belongs_to_archive(${personId}) as is`.execute(tx)
  return rows[0]?.is ?? false
}

/** The person's audiences, each with the time from which its notifications apply to them. */
const audiences = (person: PersonActor) => sql`
  (select audience,
    case when audience = 'everybody' or audience like 'role:%'
      then (select created_at from users where id = ${person.id}) else '-infinity' end as since
  from unnest(${audiencesOf(person)}::text[]) audience) a`

export type NotificationRow = Omit<Row<'notifications'>, 'audience' | 'person_id'> & { read_at: Date | null }

export type NotificationPosition = readonly [createdAt: string, id: string]

/** Merges the newest rows of each audience from the index, so that no audience is read beyond a page. */
export function notificationPage(
  person: PersonActor,
  before: NotificationPosition | undefined,
  limit: number,
) {
  const isBefore = before
    ? sql`and (created_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`
    : sql``
  return sql<NotificationRow>`
    select n.id, n.type, n.title, n.message, n.link, n.kind, n.about, n.document_count, n.created_at, r.read_at
    from (
      select n.* from ${audiences(person)} cross join lateral (
        select id, type, title, message, link, kind, about, document_count, created_at from notifications
        where audience = a.audience and created_at >= a.since ${isBefore}
        order by created_at desc, id desc limit ${limit}
      ) n
      order by n.created_at desc, n.id desc limit ${limit}
    ) n
    left join notification_reads r on r.user_id = ${person.id} and r.notification_id = n.id
    order by n.created_at desc, n.id desc`
}

/**
 * Unread rows, as `n`, among the newest `among` of each audience, so that the cost does not depend on how
 * many exist.
 */
const unread = (person: PersonActor, among: number) => sql`
  ${audiences(person)} cross join lateral (
    select id from notifications
    where audience = a.audience and created_at >= a.since
    order by created_at desc, id desc limit ${among}
  ) n
  where not exists (
    select from notification_reads r where r.user_id = ${person.id} and r.notification_id = n.id)`

/** Stops counting at `most`. */
export const unreadCount = (person: PersonActor, { most, among }: { most: number; among: number }) =>
  sql<{ count: number }>`
    select count(*) as count from (select from ${unread(person, among)} limit ${most}) counted`

export async function isAddressedTo(tx: Transaction, person: PersonActor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from notifications n join ${audiences(person)} on a.audience = n.audience
    where n.id = ${id} and n.created_at >= a.since`.execute(tx)
  return rows.length > 0
}

/** Returns false if it was read before; the first time is kept. */
export async function insertRead(
  tx: Transaction,
  person: PersonActor,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notification_reads')
    .values({ user_id: person.id, notification_id: id, read_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Returns one row for each notification that was unread. */
export const markAllRead = (person: PersonActor, now: Date, among: number) => sql`
  insert into notification_reads (user_id, notification_id, read_at)
  select ${person.id}, n.id, ${now} from ${unread(person, among)}
  on conflict do nothing`

/** What happens to documents; a person chooses for each whether it comes by email. */
export const emailedOutcomes = ['verified', 'rejected', 'first-view', 'expiring'] as const
export type EmailedOutcome = (typeof emailedOutcomes)[number]

export interface EmailChoices {
  types: NotificationType[]
  outcomes: EmailedOutcome[]
}

/** Accounts without a row chose nothing. */
export async function findEmailChoices(tx: Transaction, personId: string): Promise<EmailChoices> {
  const row = await tx
    .selectFrom('notification_preferences')
    .select(['mailed_types as types', 'mailed_outcomes as outcomes'])
    .where('user_id', '=', personId)
    .executeTakeFirst()
  return row ?? { types: [], outcomes: [] }
}

export async function upsertEmailChoices(
  tx: Transaction,
  personId: string,
  { types, outcomes }: EmailChoices,
  now: Date,
): Promise<void> {
  const chosen = { mailed_types: types, mailed_outcomes: outcomes, updated_at: now }
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: personId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute()
}

export const findNotification = (tx: Transaction, id: string) =>
  tx.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Active people of the audience, and guests with a confirmed address, by id, who chose this type, or this outcome of
 * sharing, and belonged to the audience when it was sent. Members of a business turn document updates on or off instead,
 * whatever the type.
 */
export async function listEmailRecipients(
  tx: Transaction,
  { audience, person_id, type, kind: what, created_at }: Row<'notifications'>,
  afterPersonId: string,
  limit: number,
): Promise<{ id: string; email: string }[]> {
  const [kind, name] = audience.split(':')
  if (kind === 'business') return listEmailedMembers(tx, name ?? '', created_at, afterPersonId, limit)
  const isInAudience = {
    person: sql`u.id = ${person_id}`,
    role: sql`u.role = ${name} and u.created_at <= ${created_at}`,
    everybody: sql`u.created_at <= ${created_at}`,
  }[kind ?? '']
  if (!isInAudience) throw new TypeError(`There is no list of who belongs to a ${kind}.`)
  const outcome = emailedOutcomes.find((one) => one === what)
  const isChosen = outcome ? sql`${outcome} = any(p.mailed_outcomes)` : sql`${type} = any(p.mailed_types)`
  const { rows } = await sql<Pick<Row<'users'>, 'id' | 'email'>>`
    select u.id, u.email from notification_preferences p join users u on u.id = p.user_id
    where ${isChosen} and ${isInAudience}
      and (u.status = 'active' or u.status = 'guest' and u.email_verified_at is not null)
      and p.user_id > ${afterPersonId}
    order by p.user_id limit ${limit}`.execute(tx)
  return rows
}

const listEmailedMembers = (
  tx: Transaction,
  businessId: string,
  sentAt: Date,
  afterPersonId: string,
  limit: number,
) =>
  tx
    .selectFrom('business_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email'])
    .where('m.business_id', '=', businessId)
    .where('m.status', '=', 'active')
    .where('m.mails_document_updates', '=', true)
    .where('m.date_added', '<=', sentAt)
    .where('u.status', '=', 'active')
    .where('u.id', '>', afterPersonId)
    .orderBy('u.id')
    .limit(limit)
    .execute()

/** Returns how many were deleted. */
export async function deleteNotificationsBefore(
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<number> {
  const old = tx
    .selectFrom('notifications')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('notifications')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
