import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export interface HolderRow {
  id: string
  name: string
  is_active: boolean
  has_new: boolean
  can_download: boolean
}

/** Businesses that have the old certificate now: first those without the new one, then by name. */
export async function listHolders(
  tx: Transaction,
  ownerId: string,
  oldDocumentId: string,
  newDocumentId: string | undefined,
  limit: number,
): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    select b.id, b.name, b.status = 'active' as is_active, s.can_download, exists (
        select from document_shares n
        where n.owner_id = ${ownerId} and n.document_id = ${newDocumentId ?? null}::uuid and n.business_id = b.id
          and n.status in ('pending', 'verified')) as has_new
    from document_shares s join business_names b on b.id = s.business_id
    where s.owner_id = ${ownerId} and s.document_id = ${oldDocumentId} and s.status <> 'revoked'
    order by has_new, lower(b.name), b.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

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

export interface OwnRenewal {
  id: string
  oldDocumentId: string
  newDocumentId: string
  renewedAt: Date
  consents: { business: string; at: string }[]
}

/** Of a person, in a fixed order. */
export async function renewalsOf(
  tx: Transaction,
  ownerId: string,
  after: string | undefined,
  limit: number,
): Promise<OwnRenewal[]> {
  const { rows } = await sql<OwnRenewal>`
    select r.id, r.old_document_id as "oldDocumentId", r.new_document_id as "newDocumentId",
      r.renewed_at as "renewedAt", (
        select coalesce(jsonb_agg(jsonb_build_object('business', b.name, 'at', c.consented_at) order by b.name), '[]')
        from renewal_consents c join business_names b on b.id = c.business_id
        where c.renewal_id = r.id) as consents
    from certificate_renewals r
    where r.owner_id = ${ownerId} ${after ? sql`and r.id > ${after}::uuid` : sql``}
    order by r.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
