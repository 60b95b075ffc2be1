import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { revokeLinks } from '../../platform/one-time-links/one-time-links.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { deleteInvitation } from './queries.ts'

export async function revokeInvitation(services: Services, call: Call, id: string): Promise<void> {
  const person = personOf(call)
  await services.database.transact(systemActor, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    if (!(await deleteInvitation(tx, businessId, id))) throw new AppError('not-found')
    await revokeLinks(tx, { subjectId: id }, 'invitation')
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'invitation.revoke',
      target: { kind: 'invitation', id },
      details: { business: businessId },
    })
    await publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
  })
}
