import * as contract from '@exempta/contract/businesses/invitations'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { currentSession, type EnterSession, type SessionReader } from '../../accounts/index.ts'
import { acceptInvitation, joinBusiness, lookUpInvitation } from './accept-invitation.ts'
import { inviteMember, listInvitations, revokeInvitation } from './invitations.ts'

export function invitationRoutes(
  services: Services,
  sessions: SessionReader,
  enter: EnterSession,
): Implementation[] {
  return [
    implement(contract.listInvitations, async ({ call }) => ({
      invitations: await listInvitations(services, call),
    })),
    implement(contract.inviteMember, ({ call, body }) => inviteMember(services, call, body)),
    implement(contract.revokeInvitation, async ({ call, params }) => {
      await revokeInvitation(services, call, params.id)
      return undefined
    }),
    implement(contract.getInvitation, async ({ body }) => {
      const { businessName, ...invitation } = await lookUpInvitation(services, body.token)
      return { ...invitation, business: businessName }
    }),
    implement(contract.acceptInvitation, async ({ call, body, request, reply }) =>
      enter({ request, reply }, await acceptInvitation(services, call, body)),
    ),
    implement(contract.joinBusiness, async ({ call, body, request, reply }) => {
      const { id: sessionId } = await currentSession(sessions, request)
      return enter({ request, reply }, await joinBusiness(services, call, { ...body, sessionId }))
    }),
  ]
}
