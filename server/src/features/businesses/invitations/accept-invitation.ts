import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { findLink, takeLink } from '../../../platform/one-time-links/one-time-links.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import {
  prepareAccount,
  refuseWeakPassword,
  rotateToken,
  startSession,
  verifyAddress,
} from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import { addMember } from '../membership.ts'
import {
  deleteInvitation,
  findInvitee,
  findOpenInvitation,
  findPerson,
  type OpenInvitation,
} from './queries.ts'

/** Makes the invited person a member and notifies the team. */
async function enterBusiness(
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
    title: `${person.name} joined your team`,
    message: `${person.name} accepted the invitation and is now a ${role}.`,
    link: '/business/dashboard',
  })
  publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
}

/** Has no side effects, so that programs that open links in emails cannot use them up. */
export function lookUpInvitation(
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

/** Uses up the invitation with its link, so that only one of two requests succeeds. */
async function takeInvitation(services: Services, tx: Transaction, token: string): Promise<OpenInvitation> {
  const link = await takeLink(services, tx, token, 'invitation')
  const invitation = link && (await findOpenInvitation(tx, link.subject_id, services.clock.now()))
  if (!invitation || !(await deleteInvitation(tx, invitation.businessId, invitation.id))) {
    throw new AppError('gone')
  }
  return invitation
}

/** Creates an account in the inviting business. Having the link confirms the address, if it was emailed there. */
export async function acceptInvitation(
  services: Services,
  call: Call,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<{ token: string; personId: string }> {
  const { email, isLinkShown } = await lookUpInvitation(services, token)
  await refuseWeakPassword(password, { name, email })
  const create = await prepareAccount({
    name,
    email,
    password,
    role: 'business',
    isEmailVerified: !isLinkShown,
  })
  return services.database.transact(systemActor, async (tx) => {
    const invitation = await takeInvitation(services, tx, token)
    const id = await create(services, tx)
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'account.create',
      target: { kind: 'person', id },
      details: { role: 'business' },
    })
    await enterBusiness(services, tx, call, invitation, { id, name })
    const sessionToken = await startSession(services, tx, call, { id, role: 'business' })
    return { token: sessionToken, personId: id }
  })
}

/**
 * Joins with the existing account of the invited address; its rights change, so its session gets a new token.
 */
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
        text: 'This invitation is for a different email address. Log in with that one.',
      })
    }
    if (invitee.businessId !== null) throw new AppError('cannot-be-invited')
    if (!invitee.isEmailVerified && !invitation.isLinkShown) {
      // Having the link confirms the address, as it does for a new account.
      const at = services.clock.now()
      await verifyAddress(tx, invitee, at)
      await recordAudit(tx, call, { at, action: 'email.verify', target: { kind: 'person', id } })
    }
    const { name } = await findPerson(tx, id)
    await enterBusiness(services, tx, call, invitation, { id, name })
    // The person's other tabs show that they have access now.
    publish(tx, `person:${id}`, 'changed', { topic: 'account', ids: [id] })
    const sessionToken = await rotateToken(tx, { sessionId, personId: id })
    return { token: sessionToken, personId: id }
  })
}
