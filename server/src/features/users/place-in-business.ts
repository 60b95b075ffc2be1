import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { addMember, createBusiness } from '../businesses/index.ts'
import { withdrawInvitation } from '../invitations/index.ts'
import { lockBusiness, type Place } from './queries.ts'

/** In a business that exists, or as the first manager of a new one, which waits to be activated like any other. */
export async function placeInBusiness(
  services: Services,
  tx: Transaction,
  call: Call,
  person: { id: string; email: string },
  place: Place,
): Promise<void> {
  if ('businessName' in place) {
    const { businessName: name } = place
    await createBusiness(services, tx, call, { name, email: person.email, managerId: person.id })
    return
  }
  const { businessId, memberRole: role } = place
  if (!(await lockBusiness(tx, businessId))) {
    throw new AppError('invalid-input', {
      fields: [{ path: 'businessId', message: 'This business no longer exists' }],
    })
  }
  await addMember(services, tx, { businessId, userId: person.id, role })
  await withdrawInvitation(tx, { businessId, email: person.email })
  await recordAudit(tx, call, {
    at: services.clock.now(),
    action: 'member.create',
    target: { kind: 'person', id: person.id },
    details: { business: businessId, role },
  })
  await publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [person.id] })
}
