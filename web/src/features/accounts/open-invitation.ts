import type { getInvitation } from '@exempta/contract/invitations'
import type { RouteOutput } from '@exempta/contract/route'

export type OpenInvitation = RouteOutput<typeof getInvitation>

/** What each way of joining gets. */
export interface InvitationProps {
  token: string
  invitation: OpenInvitation
  onGone: () => void
  onJoined: () => void
}
