import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { prepareAccount, refuseWeakPassword, startSession } from '../accounts/index.ts'
import { enterBusiness, tellTeam } from './enter-business.ts'
import { lookAtInvitation, takeInvitation } from './open-invitation.ts'

/** A new account in the business that invites. Having the link proves the address. */
export async function acceptInvitation(
  services: Services,
  call: Call,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<{ token: string; personId: string }> {
  const { email } = await lookAtInvitation(services, token)
  await refuseWeakPassword(password, { name, email })
  const create = await prepareAccount({ name, email, password, role: 'business', isEmailVerified: true })
  return services.database.transact(systemActor, async (tx) => {
    const invitation = await takeInvitation(services, tx, token)
    const id = await create(services, tx)
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'account.create',
      target: { kind: 'person', id },
      details: { role: 'business' },
    })
    await enterBusiness(services, tx, call, invitation, id)
    const sessionToken = await startSession(services, tx, call, { id, role: 'business' })
    await tellTeam(services, tx, invitation, name)
    return { token: sessionToken, personId: id }
  })
}
