import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { networkAddress } from '../../../platform/network-address.ts'

export interface RecordedOpening {
  /** Null for someone who is not logged in. */
  openerId: string | null
  ip: string | null
  documentId: string
  version: number
  action: 'document.view' | 'document.download'
}

/** Whether the audit log has a matching opening. Openings without a network address never match. */
export async function hasOpenedSince(
  tx: Transaction,
  { openerId, ip: untrustedIp, documentId, version, action }: RecordedOpening,
  since: Date,
): Promise<boolean> {
  const ip = networkAddress(untrustedIp)
  const { rows } = await sql`
    select from audit_entries e join audit_origins o on o.entry_id = e.id
    where e.target_kind = 'document' and e.target_id = ${documentId} and e.at > ${since}
      and e.actor_id is not distinct from ${openerId} and e.action = ${action} and e.result = 'done'
      and e.details->>'version' = ${String(version)} and o.ip = ${ip}::inet
    limit 1`.execute(tx)
  return rows.length > 0
}
