import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import type { NewRow } from '../../../../platform/db/schema.ts'

/** Businesses that have the old certificate now: first those without the new one, then by name. */
export const listHolders = (
  tx: Transaction,
  ownerId: string,
  oldDocumentId: string,
  newDocumentId: string | undefined,
  limit: number,
) =>
  tx
    .selectFrom('document_shares as s')
    .innerJoin('business_names as b', 'b.id', 's.business_id')
    .select(['b.id', 'b.name', 's.can_download', sql<boolean>`b.status = 'active'`.as('is_active')])
    .select(
      sql<boolean>`exists (
        select from document_shares n
        where n.owner_id = ${ownerId} and n.document_id = ${newDocumentId ?? null}::uuid and n.business_id = b.id
          and n.status in ('pending', 'verified'))`.as('has_new'),
    )
    .where('s.owner_id', '=', ownerId)
    .where('s.document_id', '=', oldDocumentId)
    .where('s.status', '<>', 'revoked')
    .orderBy('has_new')
    .orderBy(({ fn }) => fn('lower', ['b.name']))
    .orderBy('b.id')
    .limit(sql.lit(limit))
    .execute()

export type HolderRow = Awaited<ReturnType<typeof listHolders>>[number]

/** Returns the renewal's id: that of an earlier one, if more businesses get the same certificate later. */
export async function putRenewal(tx: Transaction, row: NewRow<'certificate_renewals'>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into certificate_renewals (id, owner_id, old_document_id, new_document_id, renewed_at)
    values (${row.id}, ${row.owner_id}, ${row.old_document_id}, ${row.new_document_id}, ${row.renewed_at})
    on conflict (old_document_id, new_document_id) do update set renewed_at = excluded.renewed_at
    returning id`.execute(tx)
  return rows[0]?.id ?? row.id
}

export async function insertConsents(
  tx: Transaction,
  renewalId: string,
  businessIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    insert into renewal_consents (renewal_id, business_id, consented_at)
    select ${renewalId}, id, ${at}::timestamptz from unnest(${[...businessIds]}::uuid[]) id
    on conflict do nothing`.execute(tx)
}

/** Of a person, in a fixed order. */
export const renewalsOf = (tx: Transaction, ownerId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('certificate_renewals as r')
    .select(['r.id', 'r.old_document_id as oldDocumentId', 'r.new_document_id as newDocumentId'])
    .select('r.renewed_at as renewedAt')
    .select(
      sql<{ business: string; at: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('business', b.name, 'at', c.consented_at) order by b.name), '[]')
        from renewal_consents c join business_names b on b.id = c.business_id
        where c.renewal_id = r.id)`.as('consents'),
    )
    .where('r.owner_id', '=', ownerId)
    .$if(after !== undefined, (query) => query.where('r.id', '>', after ?? ''))
    .orderBy('r.id')
    .limit(sql.lit(limit))
    .execute()
