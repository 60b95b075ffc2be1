/** Whom the file of a binder names, and whose certificates it holds: when one of them is withdrawn, the file ends. */
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { checksOf } from './contents.ts'
import type { ContentScope } from './sales.ts'

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
export const bindersWith = (tx: Transaction, ownerId: string) =>
  namingBinders(tx)
    .where('c.owner_id', '=', ownerId)
    .where('b.status', 'in', ['ready', 'preparing'])
    .execute()

const namingBinders = (tx: Transaction) =>
  tx
    .selectFrom('binder_certificates as c')
    .innerJoin('binders as b', 'b.id', 'c.binder_id')
    .select(['b.id', 'b.business_id'])
    .distinct()

export type BinderEnd = Awaited<ReturnType<typeof bindersWith>>[number]

/** Finished binders that hold a certificate which no sale relied on and which isn't shared anymore. */
export const bindersWithEnded = (tx: Transaction, limit: number): Promise<BinderEnd[]> =>
  namingBinders(tx)
    .where('b.status', '=', 'ready')
    .where('c.ends_with_share', '=', true)
    .where(
      sql<boolean>`not exists (
        select from document_shares s where s.id = c.share_id and s.status in ('pending', 'verified'))`,
    )
    .limit(sql.lit(limit))
    .execute()
