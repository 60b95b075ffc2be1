import type { DocumentStatus } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type AdministeredDocumentRow = Row<'administered_documents'>
export type AdministeredShareRow = Row<'administered_shares'>
type Position = readonly [at: string, id: string]

export async function documentPage(
  tx: Transaction,
  { ownerId, status }: { ownerId?: string | undefined; status?: DocumentStatus | undefined },
  before: Position | undefined,
  limit: number,
): Promise<AdministeredDocumentRow[]> {
  let page = tx.selectFrom('administered_documents').selectAll()
  if (ownerId) page = page.where('owner_id', '=', ownerId)
  if (status) page = page.where('status', '=', sql.lit(status))
  if (before) {
    page = page.where(sql<boolean>`(created_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const findDocument = (tx: Transaction, id: string): Promise<AdministeredDocumentRow | undefined> =>
  tx.selectFrom('administered_documents').selectAll().where('id', '=', id).executeTakeFirst()

export async function sharePage(
  tx: Transaction,
  {
    ownerId,
    businessId,
    documentId,
  }: {
    ownerId?: string | undefined
    businessId?: string | undefined
    documentId?: string | undefined
  },
  before: Position | undefined,
  limit: number,
): Promise<AdministeredShareRow[]> {
  let page = tx.selectFrom('administered_shares').selectAll()
  if (ownerId) page = page.where('owner_id', '=', ownerId)
  if (businessId) page = page.where('business_id', '=', businessId)
  if (documentId) page = page.where('document_id', '=', documentId)
  if (before) {
    page = page.where(sql<boolean>`(shared_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('shared_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

const accessActions = ['share.create', 'share.reopen', 'share.correct', 'document.view', 'document.download']

/**
 * Entries about everyone who got or opened a document. They are found by the shares that the log names, because those
 * rows stay when the document is deleted.
 */
export async function documentAccessPage(
  tx: Transaction,
  documentId: string,
  before: Position | undefined,
  limit: number,
) {
  const earlier = before ? sql`and (e.at, e.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``
  const { rows } = await sql<DocumentAccessRow>`
    with shares as materialized (
      select distinct (e.details ->> 'share')::uuid as id from audit_entries e
      where e.target_kind = 'document' and e.target_id = ${documentId} and e.details ? 'share'
    ), certificates as materialized (
      select id from shares
      union select k.id from administered_kept_copies k join shares s on s.id = k.share_id
    ), binders as materialized (
      select distinct b.binder_id as id from administered_binder_certificates b join shares s on s.id = b.share_id
    ), auditors as materialized (
      select g.id from auditor_grants g join binders b on b.id = g.binder_id
    ), entries as (
      select e.* from audit_entries e
      where e.target_kind = 'document' and e.target_id = ${documentId} and e.action = any(${accessActions})
      union all
      select e.* from audit_entries e
      where e.target_kind = 'auditor' and e.target_id in (select id::text from auditors)
        and (e.action = 'auditor.download' or e.action = 'auditor.open-certificate'
          and e.details ->> 'certificateId' in (select id::text from certificates))
      union all
      select e.* from audit_entries e
      where e.target_kind = 'binder' and e.target_id in (select id::text from binders) and e.action = 'binder.download'
    ), page as (
      select e.* from entries e where e.result = 'done' ${earlier} order by e.at desc, e.id desc limit ${sql.lit(limit)}
    )
    select p.id, p.at, p.action, p.actor_kind, p.actor_id, host(o.ip) as ip,
      coalesce(a.name, k.name) as name, coalesce(a.email::text, g.email::text) as email,
      coalesce(s.business_name, b.name, case p.target_kind when 'auditor' then gb.name when 'binder' then bb.name end)
        as business_name,
      s.email as shared_email, p.actor_id = d.owner_id as is_owner
    from page p
      left join users a on a.id = p.actor_id
      left join api_keys k on p.actor_kind = 'key' and k.id = p.actor_id
      left join audit_origins o on o.entry_id = p.id
      left join administered_documents d on d.id = ${documentId}::uuid
      left join administered_shares s on s.id = (p.details ->> 'share')::uuid
      left join administered_businesses b on b.id = (p.details ->> 'business')::uuid
      left join auditor_grants g on p.target_kind = 'auditor' and g.id::text = p.target_id
      left join administered_businesses gb on gb.id = g.business_id
      left join business_users m on p.target_kind = 'binder' and m.user_id = p.actor_id
      left join administered_businesses bb on bb.id = m.business_id
    order by p.at desc, p.id desc`.execute(tx)
  return rows
}

export type DocumentAccessRow = Pick<
  Row<'audit_entries'>,
  'id' | 'at' | 'action' | 'actor_kind' | 'actor_id'
> & {
  ip: string | null
  name: string | null
  email: string | null
  business_name: string | null
  shared_email: string | null
  /** Null when the document was deleted. */
  is_owner: boolean | null
}
