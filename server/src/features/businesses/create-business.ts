import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { insertBusiness, insertMember, type NewBusiness } from './queries.ts'

/** A business with its first manager; unless told otherwise it waits to be activated. Answers its id. */
export async function createBusiness(
  services: Services,
  tx: Transaction,
  call: Call,
  input: NewBusiness & { managerId: string },
): Promise<string> {
  const at = services.clock.now()
  const businessId = await insertBusiness(tx, input, at)
  await insertMember(tx, { businessId, userId: input.managerId, role: 'manager' }, at)
  await recordAudit(tx, call, {
    at,
    action: 'business.create',
    target: { kind: 'business', id: businessId },
    details: { manager: input.managerId },
  })
  return businessId
}
