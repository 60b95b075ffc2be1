/** What an auditor sees of a finished binder. */
import type { DocumentType } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { checksOf, keptIds, sharedCertificates } from './contents.ts'
import type { ContentScope } from './sales.ts'

export type BinderCertificate = Pick<Row<'kept_copies'>, 'id' | 'share_id' | 'document_id' | 'version'> &
  Pick<Row<'coverage_index'>, 'customer_name' | 'ends_on'> & { type: DocumentType }

/** Shared certificates that were put into the file. */
const filedCertificates = (scope: ContentScope) =>
  sharedCertificates(scope)
    .select(['s.id', 'd.id as document_id', 'd.version', 'd.type'])
    .where(
      sql<boolean>`exists (
        select from binder_certificates o
        where o.binder_id = ${scope.id} and o.share_id = s.id and o.ends_with_share)`,
    )

/**
 * The certificates of a finished binder that can be opened now: copies that are kept for its receipts, and those among
 * the others that were put into the file and are still shared.
 */
const openCertificates = (scope: ContentScope) => sql`
  select k.id, k.share_id, r.customer_name, r.ends_on, k.document_id, k.version, k.document_type as type
  from kept_copies k
    left join (
      select c.kept_copy_id, max(p.customer_name) as customer_name, max(c.ends_on) as ends_on
      from (${checksOf(scope)}) c left join coverage_check_subjects p on p.check_id = c.id
      where c.kept_copy_id is not null group by c.kept_copy_id) r on r.kept_copy_id = k.id
  where k.id in (${keptIds(scope)}) and k.ended_at is null and k.business_id = ${scope.business_id}
  union all
  select f.id, f.id as share_id, i.customer_name, i.ends_on, f.document_id, f.version, f.type
  from (${filedCertificates(scope)}) f
    left join coverage_index i on i.share_id = f.id and i.state = ${scope.state}`

/** Sorts after every name. */
export const lastName = '\u{10FFFF}'

/** By customer; those whose name was erased come last. */
export async function certificatesPage(
  tx: Transaction,
  scope: ContentScope,
  after: readonly [name: string, id: string] | undefined,
  limit: number,
): Promise<BinderCertificate[]> {
  const { rows } = await sql<BinderCertificate>`
    select a.* from (
      select c.*, coalesce(c.customer_name, ${lastName}) collate "C" as name_key
      from (${openCertificates(scope)}) c) a
    ${after ? sql`where (a.name_key, a.id) > (${after[0]} collate "C", ${after[1]}::uuid)` : sql``}
    order by a.name_key, a.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** By their own IDs, or by those of the shares that they show. */
export async function findCertificates(
  tx: Transaction,
  scope: ContentScope,
  ids: readonly string[],
): Promise<BinderCertificate[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<BinderCertificate>`
    select c.* from (${openCertificates(scope)}) c where c.id = any(${[...ids]}::uuid[]) or c.share_id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
  return rows
}
