import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { networkAddress } from '../../../platform/network-address.ts'

export interface RecordedOpening {
  viewerId: string
  ip: string | null
  documentId: string
  version: number
  action: 'document.view' | 'document.download'
}

/** Whether the audit log has a matching opening. Openings without a network address never match. */
export async function hasOpenedSince(
  tx: Transaction,
  { viewerId, ip: untrustedIp, documentId, version, action }: RecordedOpening,
  since: Date,
): Promise<boolean> {
  const ip = networkAddress(untrustedIp)
  const { rows } = await sql`
    select from audit_entries e join audit_origins o on o.entry_id = e.id
    where e.target_kind = 'document' and e.target_id = ${documentId} and e.at > ${since}
      and e.actor_id = ${viewerId} and e.action = ${action} and e.result = 'done'
      and e.details->>'version' = ${String(version)} and o.ip = ${ip}::inet
    limit 1`.execute(tx)
  return rows.length > 0
}
