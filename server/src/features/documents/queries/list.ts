import type { AuditAction, AuditResult } from '@exempta/contract/admin/audit'
import type { DocumentFilter as StatusFilter } from '@exempta/contract/documents'
import { limits } from '@exempta/contract/limits'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import type { DocumentRow } from './documents.ts'

export type DocumentSort = 'newest' | 'oldest' | 'name' | 'name-down'

export interface DocumentFilter {
  search?: string | undefined
  status?: StatusFilter | undefined
}

export type DocumentPosition = readonly [key: string, id: string]

/** Each sort order has an index that starts with the owner, so a page is read without sorting. */
const orders = {
  newest: {
    order: sql`created_at desc, id desc`,
    after: (key: string, id: string) => sql`(created_at, id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  oldest: {
    order: sql`created_at, id`,
    after: (key: string, id: string) => sql`(created_at, id) > (${key}::timestamptz, ${id}::uuid)`,
  },
  name: {
    order: sql`lower(name), id`,
    after: (key: string, id: string) => sql`(lower(name), id) > (${key}::text, ${id}::uuid)`,
  },
  'name-down': {
    order: sql`lower(name) desc, id desc`,
    after: (key: string, id: string) => sql`(lower(name), id) < (${key}::text, ${id}::uuid)`,
  },
} as const

function hasStatus(status: StatusFilter) {
  if (status === 'needs-check') return sql`and needs_check`
  if (status !== 'rejected') return sql`and status = ${status}`
  return sql`and exists (
    select from document_shares s
    where s.document_id = documents.id and s.owner_id = documents.owner_id and s.status = 'rejected')`
}

export async function documentPage(
  tx: Transaction,
  ownerId: string,
  { search, status }: DocumentFilter,
  sort: DocumentSort,
  position: DocumentPosition | undefined,
  limit: number,
): Promise<(DocumentRow & { sort_name: string })[]> {
  const { order, after } = orders[sort]
  const { rows } = await sql<DocumentRow & { sort_name: string }>`
    select *, lower(name) as sort_name from documents
    where owner_id = ${ownerId}
      ${status ? hasStatus(status) : sql``}
      ${search ? sql`and name ilike ${containing(search)}` : sql``}
      ${position ? sql`and ${after(...position)}` : sql``}
    order by ${order} limit ${limit}`.execute(tx)
  return rows
}

/** Read from an index that holds nothing else. */
export const countToCheck = async (tx: Transaction, ownerId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('needs_check', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

export interface DocumentCounts {
  uploaded: number
  processed: number
  pending: number
}

/** Uses the index on owner and status; `documentsKept` limits how many rows it can scan. */
export const countByStatus = (tx: Transaction, ownerId: string): Promise<DocumentCounts> =>
  tx
    .selectFrom('documents')
    .select((select) => [
      select.fn.countAll<number>().as('uploaded'),
      sql<number>`count(*) filter (where status = 'processed')`.as('processed'),
      sql<number>`count(*) filter (where status = 'processing')`.as('pending'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()

export interface ActivityRow {
  id: string
  action: AuditAction
  result: AuditResult
  at: Date
  actor_kind: Actor['kind']
  actor_id: string | null
  business_name: string | null
  /** The recipient of the share that the action is about. */
  recipient: string | null
}

export async function activityPage(
  tx: Transaction,
  documentId: string,
  before: readonly [at: string, id: string] | undefined,
  limit: number,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select e.id, e.action, e.result, e.at, e.actor_kind, e.actor_id, b.name as business_name,
      coalesce(r.name, s.email::text) as recipient
    from audit_entries e
    left join business_users u on u.user_id = e.actor_id
    left join businesses b on b.id = case e.actor_kind when 'key' then (e.details ->> 'business')::uuid else u.business_id end
    left join document_shares s on s.id = (e.details ->> 'share')::uuid
    left join businesses r on r.id = s.business_id
    where e.target_kind = 'document' and e.target_id = ${documentId}::text
      ${before ? sql`and (e.at, e.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by e.at desc, e.id desc limit ${limit}`.execute(tx)
  return rows
}

export interface ExpiringDocument {
  id: string
  name: string
  states: string[]
  ends_on: string
}

/** Certificates that expire next or did so lately, unless they were renewed. */
export async function listExpiring(
  tx: Transaction,
  ownerId: string,
  now: Date,
  limit: number,
): Promise<ExpiringDocument[]> {
  const today = sql`(${now}::timestamptz at time zone 'UTC')::date`
  const { rows } = await sql<ExpiringDocument>`
    select d.id, d.name, x.ends_on, array_agg(x.state order by x.state) as states
    from exemption_states x join documents d on d.id = x.document_id
    where x.owner_id = ${ownerId} and d.owner_id = ${ownerId}
      and x.ends_on >= ${today} - ${limits.reminderLapsesDays}::integer
      and x.ends_on <= ${today} + ${limits.expiresSoonDays}::integer
      and not exists (select from certificate_renewals r where r.old_document_id = d.id)
    group by d.id, d.name, x.ends_on order by x.ends_on, d.id limit ${limit}`.execute(tx)
  return rows
}
