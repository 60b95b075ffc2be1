import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { insertChat } from './queries/threads.ts'
import { sendMessage } from './send-message.ts'

interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}

/**
 * Turns a contact message into a conversation in the console; answers to it are emailed. Needs a system
 * transaction, because nobody is logged in.
 */
export async function openContactConversation(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: Transaction,
  { name, email, subject, message }: ContactMessage,
): Promise<string> {
  const id = randomUUID()
  const at = services.clock.now()
  await insertChat(tx, {
    id,
    kind: 'mail',
    user_id: null,
    guest_name: name,
    guest_email: email,
    subject,
    assignee_id: null,
    automatic_at: null,
    created_at: at,
    last_message_at: at,
  })
  await sendMessage(
    services,
    tx,
    { chatId: id },
    {
      clientId: randomUUID(),
      sender: 'user',
      kind: 'message',
      authorId: null,
      untrustedText: message,
    },
  )
  return id
}
