import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

/** Businesses that the owner shared with before come first, most recent first; then the others by name. */
export function findRecipients(tx: Transaction, ownerId: string, search: string | undefined, limit: number) {
  const active = tx
    .selectFrom('business_names as b')
    .select(['b.id', 'b.name', 'b.verified'])
    .where('b.status', '=', 'active')
    .$if(search !== undefined && search !== '', (query) =>
      query.where('b.name', 'ilike', containing(search ?? '')),
    )
  return tx
    .with('known', (query) =>
      active
        .innerJoin(
          query
            .selectFrom('document_shares')
            .select(['business_id', ({ fn }) => fn.max<Date | null>('shared_at').as('last_shared_at')])
            .where('owner_id', '=', ownerId)
            .where('business_id', 'is not', null)
            .groupBy('business_id')
            .as('s'),
          's.business_id',
          'b.id',
        )
        .select('s.last_shared_at')
        .orderBy('s.last_shared_at', 'desc')
        .orderBy('b.id')
        .limit(limit),
    )
    .with('others', () =>
      active
        .select(sql<Date | null>`null::timestamptz`.as('last_shared_at'))
        .where(sql<boolean>`not exists (select from known k where k.id = b.id)`)
        .orderBy(({ fn }) => fn('lower', ['b.name']))
        .orderBy('b.id')
        .limit(limit),
    )
    .selectFrom((query) =>
      query.selectFrom('known').selectAll().unionAll(query.selectFrom('others').selectAll()).as('found'),
    )
    .selectAll()
    .orderBy('last_shared_at', (order) => order.desc().nullsLast())
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('id')
    .limit(limit)
    .execute()
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
