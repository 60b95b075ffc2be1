/** Whom the file of a binder names, and whose certificates it holds: when one of them is withdrawn, the file ends. */
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { type ContentScope, checksOf } from './contents.ts'

/** Everyone whom the receipts name. */
export async function insertNamed(tx: Transaction, scope: ContentScope): Promise<void> {
  await sql`delete from binder_certificates where binder_id = ${scope.id}`.execute(tx)
  await sql`
    insert into binder_certificates (binder_id, share_id, owner_id, ends_with_share)
    select distinct on (c.share_id) ${scope.id}::uuid, c.share_id, p.owner_id, false
    from (${checksOf(scope)}) c join coverage_check_subjects p on p.check_id = c.id
    where c.share_id is not null
    order by c.share_id`.execute(tx)
}

export async function insertCertificates(
  tx: Transaction,
  binderId: string,
  certificates: readonly { shareId: string; ownerId: string }[],
): Promise<void> {
  const rows = certificates.map(({ shareId, ownerId }) => ({ share_id: shareId, owner_id: ownerId }))
  await sql`
    insert into binder_certificates as c (binder_id, share_id, owner_id, ends_with_share)
    select ${binderId}::uuid, r.share_id, r.owner_id, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (share_id uuid, owner_id uuid)
      join users u on u.id = r.owner_id
    on conflict (binder_id, share_id) do update set ends_with_share = true`.execute(tx)
}

/** Binders whose file names the person or holds a certificate of theirs. */
export async function bindersWith(tx: Transaction, ownerId: string): Promise<BinderEnd[]> {
  const { rows } = await sql<BinderEnd>`
    select distinct b.id, b.business_id from binder_certificates c join binders b on b.id = c.binder_id
    where c.owner_id = ${ownerId} and b.status in ('ready', 'preparing')`.execute(tx)
  return rows
}

export interface BinderEnd {
  id: string
  business_id: string
}

/** Finished binders that hold a certificate which no sale relied on and which isn't shared anymore. */
export async function bindersWithEnded(tx: Transaction, limit: number): Promise<BinderEnd[]> {
  const { rows } = await sql<BinderEnd>`
    select distinct b.id, b.business_id from binder_certificates c join binders b on b.id = c.binder_id
    where b.status = 'ready' and c.ends_with_share and not exists (
      select from document_shares s where s.id = c.share_id and s.status in ('pending', 'verified'))
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
