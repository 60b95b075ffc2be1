import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ReportScope } from './report.ts'

/** The last received first. */
export function reportRows(
  tx: Transaction,
  { businessId, from, until }: ReportScope,
  last: { shared_at: Date; id: string } | undefined,
  limit: number,
) {
  let query = tx
    .selectFrom('received_shares as s')
    .leftJoin('team_members as t', 't.user_id', 's.reviewed_by')
    .select(['s.id', 's.document_name', 's.owner_name', 's.document_type', 's.status'])
    .select(['s.shared_at', 's.reviewed_at', 's.reject_reason'])
    .select((row) => row.fn.coalesce('t.name', 's.reviewing_key').as('reviewer'))
    .where('s.business_id', '=', businessId)
    .where('s.shared_at', '>=', from)
    .where('s.shared_at', '<', until)
    .orderBy('s.shared_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
  if (last) {
    query = query.where(
      sql<boolean>`(s.shared_at, s.id) < (${last.shared_at}::timestamptz, ${last.id}::uuid)`,
    )
  }
  return query.execute()
}

export type ReportRow = Awaited<ReturnType<typeof reportRows>>[number]
