import type { ContactMessage } from '@exempta/contract/public'
import type { z } from 'zod'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import type { Services } from '../../platform/services.ts'
import { takeGuess } from '../accounts/index.ts'
import { openContactConversation } from '../chat/index.ts'
import { contactReceivedEmail } from './emails.ts'
import { isFromRobot } from './form-stamp.ts'

/** Turns the message into a conversation in the agents' console and emails the sender an acknowledgment. */
export async function sendContactMessage(
  services: Services,
  call: Call,
  sent: z.output<typeof ContactMessage>,
): Promise<void> {
  if (await isFromRobot(services, sent)) return
  const { name, email, subject, message } = sent
  await takeGuess(services, {
    at: 'contact-message',
    subject: email,
    personId: undefined,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  await services.database.transact(systemActor, async (tx) => {
    await queueEmail(services, tx, { to: email, template: contactReceivedEmail, data: { name } })
    const id = await openContactConversation(services, tx, { name, email, subject, message })
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'contact.create',
      target: { kind: 'chat', id },
    })
  })
}
