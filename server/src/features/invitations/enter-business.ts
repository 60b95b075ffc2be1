import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { addMember } from '../businesses/index.ts'
import { notify } from '../notifications/index.ts'
import type { OpenInvitation } from './queries.ts'

/** Makes the invited person a member and tells the team. */
export async function enterBusiness(
  services: Services,
  tx: Transaction,
  call: Call,
  { id, businessId, role }: OpenInvitation,
  person: { id: string; name: string },
): Promise<void> {
  await addMember(services, tx, { businessId, userId: person.id, role })
  await recordAudit(tx, call, {
    at: services.clock.now(),
    action: 'invitation.accept',
    target: { kind: 'invitation', id },
    details: { business: businessId, person: person.id, role },
  })
  await notify(services, tx, {
    audience: { kind: 'business', id: businessId },
    type: 'users',
    title: 'New team member',
    message: `${person.name} joined your team as a ${role}.`,
  })
}
