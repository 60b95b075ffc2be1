import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { rotateToken, verifyAddress } from '../accounts/index.ts'
import { enterBusiness, tellTeam } from './enter-business.ts'
import { takeInvitation } from './open-invitation.ts'
import { findInvitee, findPerson } from './queries.ts'

/** With the account that the invited address has; what it may do is new, and so is the token of its session. */
export function joinBusiness(
  services: Services,
  call: Call,
  { token, sessionId }: { token: string; sessionId: string },
): Promise<{ token: string; personId: string }> {
  const { id } = personOf(call)
  return services.database.transact(systemActor, async (tx) => {
    const invitation = await takeInvitation(services, tx, token)
    const invitee = await findInvitee(tx, invitation.email)
    if (invitee?.id !== id) {
      throw new AppError('not-allowed', {
        text: 'This invitation is for another address. Please sign in with that one.',
      })
    }
    if (invitee.businessId !== null) throw new AppError('cannot-be-invited')
    if (!invitee.isEmailVerified) {
      // Having the link proves the address, as it does for a new account.
      const at = services.clock.now()
      await verifyAddress(tx, invitee, at)
      await recordAudit(tx, call, { at, action: 'email.verify', target: { kind: 'person', id } })
    }
    const { name } = await findPerson(tx, id)
    await enterBusiness(services, tx, call, invitation, id)
    const sessionToken = await rotateToken(tx, { sessionId, personId: id })
    await tellTeam(services, tx, invitation, name)
    return { token: sessionToken, personId: id }
  })
}
