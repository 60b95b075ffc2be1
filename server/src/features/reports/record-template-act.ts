import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'

/** Called last, since it locks a stream: the lists of the other administrators show it at once. */
export async function recordTemplateAct(
  tx: Transaction,
  call: Call,
  act: 'create' | 'update' | 'remove',
  id: string,
  at: Date,
): Promise<void> {
  await recordAudit(tx, call, {
    at,
    action: `report-template.${act}`,
    target: { kind: 'report-template', id },
  })
  await publish(tx, 'role:admin', 'changed', { topic: 'reports', ids: [id] })
}
