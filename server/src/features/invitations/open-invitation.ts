import { AppError } from '../../platform/app-error.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findLink, takeLink } from '../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../platform/services.ts'
import { deleteInvitation, findInvitee, findOpenInvitation, type OpenInvitation } from './queries.ts'

/** Looking changes nothing: programs that open links in mails cannot use them up. */
export function lookAtInvitation(
  services: Services,
  token: string,
): Promise<OpenInvitation & { hasAccount: boolean }> {
  return services.database.transact(
    systemActor,
    async (tx) => {
      const link = await findLink(services, tx, token, 'invitation')
      const invitation = link && (await findOpenInvitation(tx, link.subject_id, services.clock.now()))
      if (!invitation) throw new AppError('gone')
      return { ...invitation, hasAccount: (await findInvitee(tx, invitation.email)) !== undefined }
    },
    { readOnly: true },
  )
}

/** Uses the invitation up with its link: of two who come with the same one only one gets in. */
export async function takeInvitation(
  services: Services,
  tx: Transaction,
  token: string,
): Promise<OpenInvitation> {
  const link = await takeLink(services, tx, token, 'invitation')
  const invitation = link && (await findOpenInvitation(tx, link.subject_id, services.clock.now()))
  if (!invitation || !(await deleteInvitation(tx, invitation.businessId, invitation.id))) {
    throw new AppError('gone')
  }
  return invitation
}
