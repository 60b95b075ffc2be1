import type { Invitation } from '@exempta/contract/invitations'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { type InvitationRow, listInvitationsOf } from './queries.ts'

export async function listInvitations(services: Services, call: Call): Promise<Invitation[]> {
  const person = personOf(call)
  const rows = await services.database.transact(
    person,
    async (tx) => listInvitationsOf(tx, (await requireManager(tx, person)).businessId),
    { readOnly: true },
  )
  return rows.map(asInvitation)
}

export const asInvitation = ({ id, email, role, ...row }: InvitationRow): Invitation => ({
  id,
  email,
  role,
  invitedAt: row.invited_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})
