import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export interface RecipientRow {
  id: string
  name: string
  verified: boolean
  last_shared_at: Date | null
}

/** Businesses that the owner shared with before come first, most recent first; then the others by name. */
export async function findRecipients(
  tx: Transaction,
  ownerId: string,
  search: string | undefined,
  limit: number,
): Promise<RecipientRow[]> {
  const matches = search ? sql`and b.name ilike ${containing(search)}` : sql``
  const { rows } = await sql<RecipientRow>`
    with known as (
      select b.id, b.name, b.verified, s.last_shared_at
      from (
        select business_id, max(shared_at) as last_shared_at from document_shares
        where owner_id = ${ownerId} and business_id is not null group by business_id
      ) s join business_names b on b.id = s.business_id
      where b.status = 'active' ${matches}
      order by s.last_shared_at desc, b.id limit ${limit}
    ), others as (
      select b.id, b.name, b.verified, null::timestamptz as last_shared_at
      from business_names b
      where b.status = 'active' and not exists (select from known k where k.id = b.id) ${matches}
      order by lower(b.name), b.id limit ${limit}
    )
    select * from (select * from known union all select * from others) found
    order by last_shared_at desc nulls last, lower(name), id limit ${limit}`.execute(tx)
  return rows
}

export async function findActiveBusinesses(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('business_names')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .execute()
}

export const findOwner = (tx: Transaction, ownerId: string) =>
  tx
    .selectFrom('users')
    .select(['name', 'email', 'email_verified_at'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()

export const findOwnDocuments = (tx: Transaction, ownerId: string, ids: readonly string[]) =>
  tx
    .selectFrom('documents')
    .select(['id', 'name', 'status', 'needs_check'])
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .execute()

export async function insertEmailLink(tx: Transaction, link: NewRow<'mail_share_links'>): Promise<void> {
  await tx.insertInto('mail_share_links').values(link).execute()
}

export async function countEmailLinks(tx: Transaction, ownerId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('mail_share_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
