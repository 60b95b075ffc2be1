import { businessMissing } from '@exempta/contract/admin/users'
import type { MemberRole } from '@exempta/contract/businesses'
import type { Role, UserStatus } from '@exempta/contract/people'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { publicLink } from '../../../platform/email/links.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { refreshConnections } from '../../../platform/realtime/dismiss-connections.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { canBeEmailed } from '../../accounts/index.ts'
import { addMember, createBusiness, lockBusiness, withdrawInvitation } from '../../businesses/index.ts'
import { notificationEmail, notify } from '../../notifications/index.ts'
import type { LockedUser, Place } from './queries.ts'

/** The business that a person with the role `business` should move to, if it differs from the current one. */
export function newPlaceOf(
  wanted: { role: Role; businessId: string | null; businessName: string | null; memberRole: MemberRole },
  present?: { role: Role; business_id: string | null },
): Place | undefined {
  const { role, businessId, businessName, memberRole } = wanted
  if (role !== 'business') return undefined
  if (businessName !== null) return { businessName }
  if (businessId !== null) {
    return businessId === present?.business_id ? undefined : { businessId, memberRole }
  }
  // A person removed from a team keeps the role without a business until they join another, and can be
  // suspended meanwhile.
  if (present?.role === 'business') return undefined
  throw new AppError('invalid-input', { fields: [{ path: 'businessId', message: businessMissing }] })
}

/**
 * Adds the person to an existing business, or as the first manager of a new one, which then waits for
 * activation.
 */
export async function placeInBusiness(
  services: Services,
  tx: Transaction,
  call: Call,
  person: { id: string; email: string },
  place: Place,
): Promise<void> {
  if ('businessName' in place) {
    const { businessName: name } = place
    await createBusiness(services, tx, call, { name, email: person.email, managerId: person.id })
    return
  }
  const { businessId, memberRole: role } = place
  if (!(await lockBusiness(tx, businessId))) {
    throw new AppError('invalid-input', {
      fields: [{ path: 'businessId', message: 'This business no longer exists' }],
    })
  }
  await addMember(services, tx, { businessId, userId: person.id, role })
  await withdrawInvitation(tx, { businessId, email: person.email })
  await recordAudit(tx, call, {
    at: services.clock.now(),
    action: 'member.create',
    target: { kind: 'person', id: person.id },
    details: { business: businessId, role },
  })
  publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [person.id] })
}

const statusNotices: Record<Exclude<UserStatus, 'guest'>, readonly [title: string, text: string]> = {
  active: [
    'Your account is active again',
    'An administrator reactivated your account. You can log in to Exempta again.',
  ],
  inactive: [
    'Your account is inactive',
    'An administrator made your account inactive, and we logged you out everywhere. Contact support if you have questions.',
  ],
  suspended: [
    'Your account is suspended',
    'An administrator suspended your account, and we logged you out everywhere. Contact support if you have questions.',
  ],
}

const roleNames: Record<Role, string> = {
  user: 'a user',
  business: 'a business user',
  admin: 'an administrator',
}

/** Notifies the person, the business and the administrators of the change. */
export async function notifyUserChange(
  services: Services,
  tx: Transaction,
  before: LockedUser,
  { role, status, hasNewPlace }: { role: Role; status: UserStatus; hasNewPlace: boolean },
): Promise<void> {
  const { id, business_id } = before
  if (status !== before.status && status !== 'guest' && canBeEmailed(before.email)) {
    const [title, text] = statusNotices[status]
    const link = publicLink(services.publicUrl, status === 'active' ? '/login' : '/contact')
    await queueEmail(services, tx, { to: before, template: notificationEmail, data: { title, text, link } })
  }
  if (business_id) {
    publish(tx, `business:${business_id}`, 'changed', { topic: 'business', ids: [id] })
  }
  if (role !== before.role || hasNewPlace) {
    refreshConnections(tx, id)
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'other',
      title: role === before.role ? 'You were moved to another business' : 'Your role changed',
      message:
        role === before.role
          ? 'An administrator moved your account to another business.'
          : `An administrator made you ${roleNames[role]}.`,
      link: '/dashboard',
    })
  }
  publish(tx, `person:${id}`, 'changed', { topic: 'account', ids: [id] })
  publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
}
