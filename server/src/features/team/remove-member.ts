import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { publicLink } from '../../platform/mail/public-link.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { notificationMail } from '../../platform/mail/templates/notification.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { closeAccess } from '../accounts/index.ts'
import { refuseLastManager } from '../businesses/index.ts'
import { manageTeam } from './manage-team.ts'
import { deleteMember } from './queries.ts'

/** From the moment this commits the person sees nothing of the business, on any device. */
export function removeMember(services: Services, call: Call, id: string): Promise<void> {
  const at = services.clock.now()
  return manageTeam(services, call, id, async (tx, member, { businessId, businessName }) => {
    await refuseLastManager(tx, member.user_id)
    // Sessions first, in the order of whoever renews one: it touches the member afterwards.
    await closeAccess(tx, member.user_id)
    await deleteMember(tx, id)
    await recordAudit(tx, call, {
      at,
      action: 'member.remove',
      target: { kind: 'person', id: member.user_id },
      details: { business: businessId, role: member.role },
    })
    const data = {
      title: 'Your access to a business ended',
      text: `You no longer work for ${businessName} on Exempta. Your account stays, and other businesses can invite you.`,
      link: publicLink(services.publicUrl, '/dashboard'),
    }
    const to = { id: member.user_id, email: member.email }
    await queueMail(services, tx, { to, template: notificationMail, data })
    await publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
  })
}
