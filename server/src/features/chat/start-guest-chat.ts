import { randomUUID } from 'node:crypto'
import type { ChatThread } from '@exempta/contract/chat'
import { limits } from '@exempta/contract/limits'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hashToken, randomToken } from '../../platform/random-token.ts'
import { refuseFilledTrap } from '../../platform/refuse-filled-trap.ts'
import type { Services } from '../../platform/services.ts'
import { requireOwnChat } from './open-chat.ts'
import { insertChat, insertGuest } from './queries/threads.ts'
import { threadOf, welcome } from './thread.ts'

/** A new thread each time: an address that somebody types opens nothing that was said before. */
export async function startGuestChat(
  { clock, database }: Services,
  call: Call,
  { name, email, website }: { name: string; email: string; website?: string },
): Promise<{ token: string; thread: ChatThread }> {
  if (call.actor.kind === 'person') {
    throw new AppError('conflict', { text: 'You are signed in. Your conversation is in the chat already.' })
  }
  refuseFilledTrap(website)
  const now = clock.now()
  return database.transact(systemActor, async (tx) => {
    const id = randomUUID()
    await insertChat(tx, {
      id,
      kind: 'live',
      user_id: null,
      guest_name: name,
      guest_email: email,
      subject: null,
      assignee_id: null,
      automatic_at: null,
      created_at: now,
      last_message_at: now,
    })
    const token = await letIn(tx, id, now)
    await welcome(tx, id, now)
    await recordAudit(tx, call, { at: now, action: 'chat.start', target: { kind: 'chat', id } })
    const chat = await requireOwnChat(tx, { guestHash: hashToken(token) }, now)
    return { token, thread: await threadOf(tx, chat, now) }
  })
}

/** A new key to the thread, for one browser. */
export async function letIn(tx: Transaction, chatId: string, now: Date): Promise<string> {
  const token = randomToken()
  await insertGuest(tx, {
    token_hash: hashToken(token),
    chat_id: chatId,
    created_at: now,
    expires_at: new Date(now.getTime() + limits.chatGuestMs),
  })
  return token
}
