import type { AuditAction, AuditResult } from '@exempta/contract/admin/audit'
import { certificateLimits } from '@exempta/contract/certificates/limits'
import type { DocumentFilter as StatusFilter } from '@exempta/contract/documents'
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
    order: [sql`created_at`, sql`id`],
    direction: 'desc',
    after: (key: string, id: string) => sql<boolean>`(created_at, id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  oldest: {
    order: [sql`created_at`, sql`id`],
    direction: 'asc',
    after: (key: string, id: string) => sql<boolean>`(created_at, id) > (${key}::timestamptz, ${id}::uuid)`,
  },
  name: {
    order: [sql`lower(name)`, sql`id`],
    direction: 'asc',
    after: (key: string, id: string) => sql<boolean>`(lower(name), id) > (${key}::text, ${id}::uuid)`,
  },
  'name-down': {
    order: [sql`lower(name)`, sql`id`],
    direction: 'desc',
    after: (key: string, id: string) => sql<boolean>`(lower(name), id) < (${key}::text, ${id}::uuid)`,
  },
} as const

/** A recognized form with something on it, which its owner has neither confirmed nor undone the confirmation of. */
const isToConfirm = sql<boolean>`status = 'processed' and not needs_check
  and not exists (select from exemptions e where e.document_id = documents.id)
  and not exists (select from undone_confirmations u where u.document_id = documents.id)
  and exists (
    select from document_readings r
    join document_fields f on (f.document_id, f.version, f.page) = (r.document_id, r.version, r.page)
    where r.document_id = documents.id and r.version = documents.version and r.form is not null)`

function hasStatus(status: StatusFilter) {
  if (status === 'needs-check') return sql<boolean>`needs_check`
  if (status === 'to-confirm') return isToConfirm
  if (status !== 'rejected') return sql<boolean>`status = ${status}`
  return sql<boolean>`exists (
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
  const { order, direction, after } = orders[sort]
  let page = tx
    .selectFrom('documents')
    .selectAll()
    .select(({ fn }) => fn<string>('lower', ['name']).as('sort_name'))
    .where('owner_id', '=', ownerId)
  if (status) page = page.where(hasStatus(status))
  if (search) page = page.where('name', 'ilike', containing(search))
  if (position) page = page.where(after(...position))
  for (const by of order) page = page.orderBy(by, direction)
  return page.limit(limit).execute()
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

export const countToConfirm = async (tx: Transaction, ownerId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where(isToConfirm)
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
  let page = tx
    .selectFrom('audit_entries as e')
    .leftJoin('business_users as u', 'u.user_id', 'e.actor_id')
    .leftJoin('businesses as b', (join) =>
      join.on(
        sql<boolean>`b.id = case e.actor_kind when 'key' then (e.details ->> 'business')::uuid else u.business_id end`,
      ),
    )
    .leftJoin('document_shares as s', (join) => join.on(sql<boolean>`s.id = (e.details ->> 'share')::uuid`))
    .leftJoin('businesses as r', 'r.id', 's.business_id')
    .select(['e.id', 'e.action', 'e.result', 'e.at', 'e.actor_kind', 'e.actor_id', 'b.name as business_name'])
    .select(sql<string | null>`coalesce(r.name, s.email::text)`.as('recipient'))
    .where('e.target_kind', '=', 'document')
    .where('e.target_id', '=', documentId)
  if (before) {
    page = page.where(sql<boolean>`(e.at, e.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('e.at', 'desc').orderBy('e.id', 'desc').limit(limit).execute()
}

/** Certificates that expire next or did so lately, unless they were renewed. */
export function listExpiring(tx: Transaction, ownerId: string, now: Date, limit: number) {
  const today = sql`(${now}::timestamptz at time zone 'UTC')::date`
  return tx
    .selectFrom('exemption_states as x')
    .innerJoin('documents as d', 'd.id', 'x.document_id')
    .select(['d.id', 'd.name', (row) => row.ref('x.ends_on').$notNull().as('ends_on')])
    .select(sql<string[]>`array_agg(x.state order by x.state)`.as('states'))
    .where('x.owner_id', '=', ownerId)
    .where('d.owner_id', '=', ownerId)
    .where(sql<boolean>`x.ends_on >= ${today} - ${certificateLimits.reminderLapsesDays}::integer`)
    .where(sql<boolean>`x.ends_on <= ${today} + ${certificateLimits.expiresSoonDays}::integer`)
    .where(sql<boolean>`not exists (select from certificate_renewals r where r.old_document_id = d.id)`)
    .groupBy(['d.id', 'd.name', 'x.ends_on'])
    .orderBy('x.ends_on')
    .orderBy('d.id')
    .limit(limit)
    .execute()
}
