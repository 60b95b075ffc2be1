import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { closeAccount } from '../privacy/index.ts'
import { revokeSharesWith } from '../shares/index.ts'
import { changeBusiness } from './change-business.ts'
import { deleteBusiness } from './queries/businesses.ts'
import { listMemberIds } from './queries/members.ts'

/** With the accounts of its people. What was shared with it ends, and the owners hear of it. */
export function removeBusiness(
  services: Services,
  call: Call,
  { id, name }: { id: string; name: string },
): Promise<void> {
  return changeBusiness(services, call, id, async (tx, business) => {
    if (business.name !== name) {
      throw new AppError('conflict', {
        text: 'This is not the name of the business. Please reload and try again.',
      })
    }
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'business.remove',
      target: { kind: 'business', id },
      details: { members: business.user_count },
    })
    const memberIds = await listMemberIds(tx, id)
    for (const personId of memberIds) await closeAccount(services, tx, call, personId)
    await revokeSharesWith(services, tx, call, business)
    await deleteBusiness(tx, id)
    await publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
  })
}
