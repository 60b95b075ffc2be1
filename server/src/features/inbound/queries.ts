import type { EmailStatus } from '@exempta/contract/inbound'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../platform/db/schema.ts'

export type EmailRow = Row<'inbound_emails'>
export type AttachmentRow = Row<'inbound_attachments'>

/** Returns false if the email is there already. */
export async function insertEmail(tx: Transaction, row: NewRow<'inbound_emails'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('inbound_emails')
    .values(row)
    .onConflict((conflict) => conflict.column('message_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function isKnown(tx: Transaction, messageHash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('inbound_emails')
    .select('id')
    .where('message_hash', '=', messageHash)
    .executeTakeFirst()
  return row !== undefined
}

export interface Counts {
  ofRequest: number
  ofBusiness: number
  waiting: number
}

export async function countSince(
  tx: Transaction,
  { businessId, requestId }: { businessId: string; requestId: string | null },
  since: Date,
): Promise<Counts> {
  return tx
    .selectFrom('inbound_emails')
    .where('business_id', '=', businessId)
    .select([
      sql<number>`(count(*) filter (where request_id = ${requestId}::uuid and arrived_at > ${since}))::int`.as(
        'ofRequest',
      ),
      sql<number>`(count(*) filter (where arrived_at > ${since}))::int`.as('ofBusiness'),
      sql<number>`(count(*) filter (where status = 'waiting'))::int`.as('waiting'),
    ])
    .executeTakeFirstOrThrow()
}

/** Row-level security finds only emails of the member's own business. */
export const findEmail = (tx: Transaction, id: string): Promise<EmailRow | undefined> =>
  tx.selectFrom('inbound_emails').selectAll().where('id', '=', id).executeTakeFirst()

export const lockEmail = (tx: Transaction, id: string): Promise<EmailRow | undefined> =>
  tx.selectFrom('inbound_emails').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateEmail(
  tx: Transaction,
  id: string,
  change: RowChange<'inbound_emails'> & { status?: EmailStatus },
): Promise<void> {
  await tx.updateTable('inbound_emails').set(change).where('id', '=', id).execute()
}

export async function insertAttachments(
  tx: Transaction,
  rows: readonly NewRow<'inbound_attachments'>[],
): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('inbound_attachments')
      .values([...rows])
      .execute()
}

export const listHeld = (tx: Transaction, emailId: string): Promise<AttachmentRow[]> =>
  tx
    .selectFrom('inbound_attachments')
    .selectAll()
    .where('email_id', '=', emailId)
    .where('is_held', '=', true)
    .orderBy('position')
    .execute()

/** What happens to its bytes is up to the caller. */
export async function letGo(tx: Transaction, emailId: string): Promise<void> {
  await tx
    .updateTable('inbound_attachments')
    .set({ is_held: false })
    .where('email_id', '=', emailId)
    .execute()
}

export const findEmailOfImport = (tx: Transaction, importId: string): Promise<EmailRow | undefined> =>
  tx.selectFrom('inbound_emails').selectAll().where('import_id', '=', importId).executeTakeFirst()

/** The newest request that asked this address and is still open. */
export async function findOpenRequestTo(
  tx: Transaction,
  businessId: string,
  email: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('certificate_requests')
    .select('id')
    .where('business_id', '=', businessId)
    .where('email', '=', email)
    .where('closed_at', 'is', null)
    .where('sent_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Whether an email of ours has this Message-ID. Emails that were cleared by now aren't known anymore. */
export async function isOurs(tx: Transaction, messageId: string): Promise<boolean> {
  const id = /^<([0-9a-f-]{36})@/.exec(messageId)?.[1]
  if (id === undefined) return false
  const row = await tx
    .selectFrom('mails')
    .select('id')
    .where('id', '=', id)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row !== undefined
}

/** The request that an email of ours belonged to. */
export async function findRequestOfEmail(
  tx: Transaction,
  businessId: string,
  messageId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from mails m join certificate_requests r on r.mail_id = m.id
    where m.message_id = ${messageId} and m.id::text = substring(${messageId} from 2 for 36)
      and r.business_id = ${businessId}`.execute(tx)
  return rows[0]?.id
}

export type EmailPosition = readonly [arrivedAt: string, id: string]

export type ShownEmail = NonNullable<Awaited<ReturnType<typeof findShown>>>

/** Row-level security finds only emails of the member's own business. */
const shown = (tx: Transaction) =>
  tx
    .selectFrom('inbound_emails as e')
    .leftJoin('team_members as t', 't.user_id', 'e.decided_by')
    .selectAll('e')
    .select('t.name as decider_name')
    .select([
      sql<number>`(
        select count(*)::int from archive_files f where f.import_id = e.import_id and f.status = 'look')`.as(
        'questions',
      ),
      sql<{ name: string; sizeBytes: number; refusal: string | null }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'sizeBytes', a.size_bytes, 'refusal', a.refusal)
          order by a.position), '[]')
        from inbound_attachments a where a.email_id = e.id)`.as('attachments'),
    ])
    .where('e.status', '<>', 'arrived')

export async function emailPage(
  tx: Transaction,
  isWaiting: boolean,
  before: EmailPosition | undefined,
  limit: number,
): Promise<ShownEmail[]> {
  let page = shown(tx).where('e.business_id', '=', sql<string>`(select exempta_business_id())`)
  if (isWaiting) page = page.where('e.status', '=', 'waiting')
  if (before) {
    const [arrivedAt, id] = before
    page = page.where(sql<boolean>`(e.arrived_at, e.id) < (${arrivedAt}::timestamptz, ${id}::uuid)`)
  }
  return page.orderBy('e.arrived_at', 'desc').orderBy('e.id', 'desc').limit(limit).execute()
}

export const findShown = (tx: Transaction, id: string) => shown(tx).where('e.id', '=', id).executeTakeFirst()

export const listWaitingBefore = (tx: Transaction, before: Date, limit: number): Promise<EmailRow[]> =>
  tx
    .selectFrom('inbound_emails')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('arrived_at', '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export async function deleteEmailsBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from inbound_emails where id in (
      select id from inbound_emails where arrived_at < ${before} and status <> 'waiting' order by arrived_at limit ${limit})
    returning id`.execute(tx)
  return rows.length
}

/** Emails that arrived and whose job was given up. */
export const listUnread = (tx: Transaction, before: Date, limit: number) =>
  tx
    .selectFrom('inbound_emails')
    .select(['id', 'business_id'])
    .where('status', '=', 'arrived')
    .where('arrived_at', '<', before)
    .limit(limit)
    .execute()

/** Emails from the person's confirmed address, for the copy of their data. */
export async function emailsOf(
  tx: Transaction,
  personId: string,
  after: string | undefined,
  limit: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id, b.name as business, e.sender, e.subject, e.body_text as text, e.status, e.arrived_at as "arrivedAt",
      (select coalesce(jsonb_agg(a.name order by a.position), '[]') from inbound_attachments a where a.email_id = e.id)
        as attachments
    from inbound_emails e join businesses b on b.id = e.business_id
    where e.sender = (select u.email from users u where u.id = ${personId} and u.email_verified_at is not null)
      ${after ? sql`and e.id > ${after}::uuid` : sql``}
    order by e.id limit ${limit}`.execute(tx)
  return rows
}

/** What waits is deleted. Of the rest stays that an email came. */
export async function forgetEmailsOf(tx: Transaction, personId: string): Promise<void> {
  const theirs = sql`(select u.email from users u where u.id = ${personId} and u.email_verified_at is not null)`
  await sql`delete from inbound_emails where sender = ${theirs} and status in ('waiting', 'arrived')`.execute(
    tx,
  )
  await sql`
    update inbound_attachments a set name = 'Attachment' from inbound_emails e
    where e.id = a.email_id and e.sender = ${theirs}`.execute(tx)
  await sql`
    update inbound_emails set sender = null, subject = null, body_text = null where sender = ${theirs}`.execute(
    tx,
  )
}

export interface InboundState {
  kind: 'smtp' | 'imap'
  checked_at?: Date
  received_at?: Date
  failed_at?: Date | null
  failure?: string | null
}

export async function noteState(tx: Transaction, { kind, ...state }: InboundState): Promise<void> {
  await tx
    .insertInto('inbound_state')
    .values({ kind, ...state })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(state))
    .execute()
}

export const listStates = (tx: Transaction): Promise<Row<'inbound_state'>[]> =>
  tx.selectFrom('inbound_state').selectAll().orderBy('kind').execute()

export interface OpenEmails {
  unread: number
  waiting: number
  /** When the oldest of the unread ones came. */
  oldest: Date | null
}

/** Of all businesses. */
export async function countOpen(tx: Transaction): Promise<OpenEmails> {
  return tx
    .selectFrom('inbound_emails')
    .select([
      sql<number>`(count(*) filter (where status = 'arrived'))::int`.as('unread'),
      sql<number>`(count(*) filter (where status = 'waiting'))::int`.as('waiting'),
      sql<Date | null>`min(arrived_at) filter (where status = 'arrived')`.as('oldest'),
    ])
    .where('status', 'in', ['arrived', 'waiting'])
    .executeTakeFirstOrThrow()
}

/** Whether an email of this template went to the address since then. */
export async function wasAnswered(
  tx: Transaction,
  { recipient, template, since }: { recipient: string; template: string; since: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('mails')
    .select('id')
    .where('created_at', '>', since)
    .where(sql<boolean>`lower(recipient) = lower(${recipient})`)
    .where('template', '=', template)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another email began to wait lately, so that managers were notified. */
export async function hasWaitedSince(tx: Transaction, businessId: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('inbound_emails')
    .select('id')
    .where('business_id', '=', businessId)
    .where('reason', 'is not', null)
    .where('arrived_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function listManagers(tx: Transaction, businessId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('business_users')
    .select('user_id')
    .where('business_id', '=', businessId)
    .where('role', '=', 'manager')
    .where('status', '=', 'active')
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export const findBusiness = (tx: Transaction, id: string) =>
  tx.selectFrom('businesses').select(['name', 'status']).where('id', '=', id).executeTakeFirst()
