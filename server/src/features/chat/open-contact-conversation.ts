import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { say } from './messages.ts'
import { insertChat } from './queries/threads.ts'

interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}

/**
 * A contact message becomes a conversation of the console; answers to it go by mail. The transaction is the
 * system's, since nobody is signed in. The text comes masked.
 */
export async function openContactConversation(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  { name, email, subject, message }: ContactMessage,
): Promise<string> {
  const id = randomUUID()
  const at = clock.now()
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
  await say(tx, {
    chatId: id,
    clientId: randomUUID(),
    sender: 'user',
    kind: 'message',
    authorId: null,
    text: message,
    isMasked: false,
    at,
  })
  return id
}
