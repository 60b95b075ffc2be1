import type { ApiAccessDecision } from '@exempta/contract/api-access'
import type { Transaction } from '../../platform/db/database.ts'
import { publicLink } from '../../platform/mail/public-link.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { notificationMail } from '../../platform/mail/templates/notification.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { listManagers } from './queries/access.ts'

interface Told {
  businessId: string
  businessName: string
  decision: ApiAccessDecision
  reason: string | null
}

/** In the panel and by mail: whoever runs a program that stops must hear of it. */
export async function tellManagers(services: Services, tx: Transaction, told: Told): Promise<void> {
  const { title, message } = wordsOf(told)
  const link = '/business/api'
  const mail = { title, text: message, link: publicLink(services.publicUrl, link) }
  const managers = await listManagers(tx, told.businessId)
  for (const manager of managers)
    await queueMail(services, tx, { to: manager, template: notificationMail, data: mail })
  for (const { id } of managers) {
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'businesses',
      title,
      message,
      link,
    })
  }
}

function wordsOf({ businessName, decision, reason }: Told) {
  const why = reason ? ` Reason: ${reason}` : ''
  switch (decision) {
    case 'approve':
      return { title: 'API access approved', message: `You can make API keys for ${businessName} now.` }
    case 'decline':
      return {
        title: 'API access declined',
        message: `The request of ${businessName} was declined.${why}`,
      }
    case 'withdraw':
      return {
        title: 'API access withdrawn',
        message: `${businessName} can no longer use the API. Its keys are revoked.${why}`,
      }
  }
}
