/** What follows from a change to records. Every verb that changes one calls it in the same transaction. */
import type { AuditAction } from '@exempta/contract/admin/audit'
import { liveLimits } from '@exempta/contract/live-limits'
import { recordAudits } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'

type CustomerAction = Extract<AuditAction, `customer.${string}`>

interface RecordChange {
  at: Date
  businessId: string
  /** The records that changed. */
  ids: readonly string[]
  action: CustomerAction
}

/**
 * Writes the audit log and updates the business's open pages. What a record said before isn't in the audit log: it's about
 * people who may have to be forgotten.
 */
export async function applyCustomerChange(
  tx: Transaction,
  call: Call,
  { at, businessId, ids, action }: RecordChange,
): Promise<void> {
  const details = { business: businessId }
  await recordAudits(
    tx,
    call,
    ids.map((id) => ({ at, action, target: { kind: 'customer', id } as const, details })),
  )
  for (let start = 0; start < ids.length; start += liveLimits.realtimeEventIds) {
    const some = ids.slice(start, start + liveLimits.realtimeEventIds)
    publish(tx, `business:${businessId}`, 'changed', { topic: 'customers', ids: some })
  }
}
