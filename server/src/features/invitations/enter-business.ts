import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { addMember } from '../businesses/index.ts'
import { notify } from '../notifications/index.ts'
import type { OpenInvitation } from './queries.ts'

/** Makes the invited person a member. */
export async function enterBusiness(
  services: Services,
  tx: Transaction,
  call: Call,
  { id, businessId, role }: OpenInvitation,
  personId: string,
): Promise<void> {
  await addMember(services, tx, { businessId, userId: personId, role })
  await recordAudit(tx, call, {
    at: services.clock.now(),
    action: 'invitation.accept',
    target: { kind: 'invitation', id },
    details: { business: businessId, person: personId, role },
  })
}

/** Called last, since it locks the stream of the business. */
export async function tellTeam(
  services: Services,
  tx: Transaction,
  { id, businessId, role }: OpenInvitation,
  name: string,
): Promise<void> {
  await notify(services, tx, {
    audience: { kind: 'business', id: businessId },
    type: 'users',
    title: 'New team member',
    message: `${name} joined your team as a ${role}.`,
    link: '/business/dashboard',
  })
  await publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
}
