import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export const findProfile = (tx: Transaction, userId: string, now: Date) =>
  tx
    .selectFrom('users')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('one_time_links')
        .select('one_time_links.email')
        .whereRef('one_time_links.user_id', '=', 'users.id')
        .where('one_time_links.purpose', '=', 'change-email')
        .where('one_time_links.expires_at', '>', now)
        .limit(1)
        .as('pending_email'),
    )
    .where('id', '=', userId)
    .executeTakeFirst()

/** The name that a person has given is their own, even if it is that of their business. */
export async function updateName(tx: Transaction, userId: string, name: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name, name_confirmed_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/**
 * Returns false if the account's address has changed. An address that was verified before keeps its first
 * time.
 */
export async function verifyAddress(
  tx: Transaction,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set((eb) => ({ email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)), updated_at: now }))
    .where('id', '=', id)
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateAddress(
  tx: Transaction,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, email_verified_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export type ActivityRow = Pick<Row<'audit_entries'>, 'id' | 'action' | 'result' | 'at'> & {
  ip: string | null
  /** Which of the person's emails an administrator opened. */
  openedEmail: 'received' | 'sent' | null
  /** The name of the document that it's about, while there is one. */
  document: string | null
  /** Whom a share is with. */
  recipient: string | null
}

export type ActivityPosition = readonly [at: string, id: string]

/**
 * The person's own actions, anonymous attempts on the account, and emails of theirs that an administrator
 * opened, each read from an index. The administrator's network address is left out.
 */
export function activityPage(personId: string, before: ActivityPosition | undefined, limit: number) {
  const isBefore = before ? sql`and (at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``
  const newest = sql`${isBefore} order by at desc, id desc limit ${limit}`
  return sql<ActivityRow>`
    select e.id, e.action, e.result, e.at, host(o.ip) as ip, e.opened_email as "openedEmail",
      d.name as document, coalesce(b.name, s.email::text) as recipient
    from (
      (select id, action, result, at, null as opened_email,
          case target_kind when 'document' then target_id::uuid end as document_id,
          case target_kind when 'document' then (details ->> 'share')::uuid end as share_id from audit_entries
        where actor_id = ${personId}::uuid ${newest})
      union all
      (select id, action, result, at, null, null, null from audit_entries
        where target_kind = 'person' and target_id = ${personId}::text and actor_kind = 'anonymous' ${newest})
      union all
      (select id, action, result, at, details ->> 'email', null, null from audit_entries
        where target_kind = 'person' and target_id = ${personId}::text and action = 'mail.reveal'
          and actor_id <> ${personId}::uuid ${newest})
    ) e
    left join audit_origins o on o.entry_id = e.id and e.opened_email is null
    left join documents d on d.id = e.document_id
    left join document_shares s on s.id = e.share_id
    left join business_names b on b.id = s.business_id
    order by e.at desc, e.id desc limit ${limit}`
}
