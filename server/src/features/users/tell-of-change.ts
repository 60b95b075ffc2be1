import type { Role, UserStatus } from '@exempta/contract/people'
import type { Transaction } from '../../platform/db/database.ts'
import { publicLink } from '../../platform/mail/public-link.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { notificationMail } from '../../platform/mail/templates/notification.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import type { LockedUser } from './queries.ts'

const statusNotices: Record<UserStatus, readonly [title: string, text: string]> = {
  active: ['Your account is active again', 'You can sign in to Exempta as before.'],
  inactive: [
    'Your account is not active',
    'An administrator closed your account for now, and you were signed out everywhere. Please contact support if you have questions.',
  ],
  suspended: [
    'Your account is suspended',
    'An administrator suspended your account, and you were signed out everywhere. Please contact support if you have questions.',
  ],
}

const roleNames: Record<Role, string> = {
  user: 'a user',
  business: 'a business user',
  admin: 'an administrator',
}

/** Called last, since it locks streams: the business, then the person, then the administrators. */
export async function tellOfChange(
  services: Services,
  tx: Transaction,
  before: LockedUser,
  { role, status, hasNewPlace }: { role: Role; status: UserStatus; hasNewPlace: boolean },
): Promise<void> {
  const { id, business_id } = before
  if (status !== before.status) {
    const [title, text] = statusNotices[status]
    const link = publicLink(services.publicUrl, status === 'active' ? '/login' : '/contact')
    await queueMail(services, tx, { to: before, template: notificationMail, data: { title, text, link } })
  }
  if (business_id) {
    await publish(tx, `business:${business_id}`, 'changed', { topic: 'business', ids: [id] })
  }
  if (role !== before.role || hasNewPlace) {
    await refreshConnections(tx, id)
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'other',
      title: role === before.role ? 'Your business changed' : 'Your role changed',
      message:
        role === before.role
          ? 'An administrator moved your account to another business.'
          : `An administrator made you ${roleNames[role]}.`,
      link: '/dashboard',
    })
  }
  await publish(tx, `person:${id}`, 'changed', { topic: 'account', ids: [id] })
  await publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
}
