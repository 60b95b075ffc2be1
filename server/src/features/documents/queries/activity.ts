import type { AuditAction, AuditResult } from '@exempta/contract/audit'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'

export interface ActivityRow {
  id: string
  action: AuditAction
  result: AuditResult
  at: Date
  actor_kind: Actor['kind']
  actor_id: string | null
  business_name: string | null
  /** Of the share that the act is about. */
  receiver: string | null
}

export async function activityPage(
  tx: Transaction,
  documentId: string,
  before: readonly [at: string, id: string] | undefined,
  limit: number,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select e.id, e.action, e.result, e.at, e.actor_kind, e.actor_id, b.name as business_name,
      coalesce(r.name, s.email::text) as receiver
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
