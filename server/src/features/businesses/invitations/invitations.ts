import type { MemberRole } from '@exempta/contract/businesses'
import type { Invitation } from '@exempta/contract/businesses/invitations'
import { businessLimits } from '@exempta/contract/businesses/limits'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { issueLink, revokeLinks } from '../../../platform/one-time-links/one-time-links.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { invitationEmail } from '../emails.ts'
import { limits } from '../limits.ts'
import { requireInviter, requireManager } from '../membership.ts'
import type { Member } from '../queries.ts'
import {
  countInvitations,
  deleteInvitation,
  deleteInvitationOf,
  findInvitee,
  findPerson,
  type InvitationRow,
  listInvitationsOf,
  upsertInvitation,
} from './queries.ts'

export async function listInvitations(services: Services, call: Call): Promise<Invitation[]> {
  const person = personOf(call)
  const rows = await services.database.transact(
    person,
    async (tx) => listInvitationsOf(tx, (await requireManager(tx, person)).businessId),
    { readOnly: true },
  )
  return rows.map(asInvitation)
}

const asInvitation = ({ id, email, role, ...row }: InvitationRow): Invitation => ({
  id,
  email,
  role,
  invitedAt: row.invited_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

/**
 * Inviting the same address again updates the role, sends a new link and invalidates the old one. Without an email
 * server the caller gets the link, to pass it on.
 */
export function inviteMember(
  services: Services,
  call: Call,
  { email, role }: { email: string; role: MemberRole },
): Promise<{ invitation: Invitation; link: string | null }> {
  const person = personOf(call)
  const at = services.clock.now()
  const isLinkShown = services.emailTransport === undefined
  return services.database.transact(systemActor, async (tx) => {
    const member = await requireInviter(tx, person)
    const known = await refuseUninvitable(tx, member, email)
    const { businessId, businessName } = member
    const expiresAt = new Date(at.getTime() + businessLimits.invitationMs)
    const invitation = await upsertInvitation(
      tx,
      { businessId, email, role, invitedBy: person.id, expiresAt, isLinkShown },
      at,
    )
    if ((await countInvitations(tx, businessId)) > limits.openInvitations) {
      throw new AppError('conflict', {
        text: 'There are too many open invitations. Cancel some before you send more.',
      })
    }
    const link = await issueLink(services, tx, { purpose: 'invitation', subjectId: invitation.id, email })
    const { name, email: address } = await findPerson(tx, person.id)
    // A business registers under its own name, which says nothing about who invites.
    const inviter = name === businessName ? address : name
    const data = { inviter, business: businessName, role, link }
    await queueEmail(services, tx, { to: email, sentBy: person.id, template: invitationEmail, data })
    await recordAudit(tx, call, {
      at,
      action: 'invitation.create',
      target: { kind: 'invitation', id: invitation.id },
      details: { business: businessId, role },
    })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [invitation.id] })
    // Anyone can register with any address, so an account with an unconfirmed address gets no notification,
    // only the email.
    if (known?.isEmailVerified) {
      await notify(services, tx, {
        audience: { kind: 'person', id: known.id },
        type: 'businesses',
        title: `${inviter} invited you to join ${businessName}`,
        message: `You’re invited to join ${businessName} as a ${role}. ${isLinkShown ? `Ask ${inviter} for the link.` : 'Use the link in the email we sent you.'}`,
      })
    }
    return { invitation: asInvitation(invitation), link: isLinkShown ? link.reveal() : null }
  })
}

/**
 * One account has one role and one business: returns the person only if they have left their former business.
 */
async function refuseUninvitable(tx: Transaction, { businessId }: Member, email: string) {
  const known = await findInvitee(tx, email)
  if (!known) return undefined
  if (known.businessId === businessId) {
    throw new AppError('conflict', { text: 'This person is already on your team.' })
  }
  const isFree = known.role === 'business' && known.status === 'active' && known.businessId === null
  if (!isFree) throw new AppError('cannot-be-invited')
  return known
}

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
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
  })
}

/** Deletes the invitation of a person who was added in another way. */
export async function withdrawInvitation(
  tx: Transaction,
  invited: { businessId: string; email: string },
): Promise<void> {
  const id = await deleteInvitationOf(tx, invited)
  if (id) await revokeLinks(tx, { subjectId: id }, 'invitation')
}
