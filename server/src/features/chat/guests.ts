import { randomUUID } from 'node:crypto'
import type { ChatThread } from '@exempta/contract/chat'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { refuseFilledHoneypot } from '../../platform/honeypot.ts'
import { hashToken, randomToken } from '../../platform/identifiers.ts'
import { takeLink } from '../../platform/one-time-links/one-time-links.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import { signal } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { limits } from './limits.ts'
import { requireOwnChat, threadOf, welcome } from './open-chat.ts'
import {
  assignChatToPerson,
  insertChat,
  insertGuest,
  lockChatOf,
  lockGuestChat,
  mergeChats,
  removeGuests,
} from './queries/threads.ts'

/** Always creates a new thread, so that typing an address never opens earlier messages. */
export async function startGuestChat(
  services: Services,
  call: Call,
  { name, email, website }: { name: string; email: string; website?: string },
): Promise<{ token: string; thread: ChatThread }> {
  if (call.actor.kind === 'person') {
    throw new AppError('conflict', { text: 'You’re logged in. Your conversation is already in the chat.' })
  }
  refuseFilledHoneypot(website)
  const now = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
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
    const token = await issueGuestKey(services, tx, id)
    await welcome(services, tx, id)
    await recordAudit(tx, call, { at: now, action: 'chat.start', target: { kind: 'chat', id } })
    const chat = await requireOwnChat(tx, { guestHash: hashToken(token) }, services.clock.latest())
    return { token, thread: await threadOf(tx, chat) }
  })
}

/** Creates a key to the thread for one browser. */
async function issueGuestKey({ clock }: Services, tx: Transaction, chatId: string): Promise<string> {
  const token = randomToken()
  const now = clock.latest()
  await insertGuest(tx, {
    token_hash: hashToken(token),
    chat_id: chatId,
    created_at: now,
    expires_at: new Date(now.getTime() + limits.chatGuestMs),
  })
  return token
}

/** Moves a guest's thread to the account at login and invalidates the guest's key. */
export async function joinGuestChat(
  { clock, database }: Services,
  call: Call,
  guestHash: Buffer,
  personId: string,
): Promise<void> {
  const now = clock.now()
  await database.transact(systemActor, async (tx) => {
    const guest = await lockGuestChat(tx, guestHash, clock.latest())
    if (guest?.kind !== 'live') return
    const own = await lockChatOf(tx, personId)
    if (own) await mergeChats(tx, guest.id, own)
    else await assignChatToPerson(tx, guest.id, personId)
    const target = { kind: 'chat', id: own ?? guest.id } as const
    await recordAudit(tx, call, { at: now, action: 'chat.join', target })
    // Sockets opened with the guest's key are registered under the thread; they reconnect as the person.
    refreshConnections(tx, guest.id)
    signal(tx, 'agents', 'chatChanged', { chatId: target.id, seq: null })
  })
}

/**
 * The link in an email moves the thread to this browser, because only the owner of the address can have it.
 * Whoever typed the address when the thread began may be someone else, so their cookie and sockets are
 * closed.
 */
export async function returnToChat(
  services: Services,
  call: Call,
  untrustedToken: string,
): Promise<{ token: string; thread: ChatThread }> {
  const now = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
    const link = await takeLink(services, tx, untrustedToken, 'chat')
    if (!link?.subject_id) throw new AppError('gone')
    await removeGuests(tx, link.subject_id)
    const token = await issueGuestKey(services, tx, link.subject_id)
    const target = { kind: 'chat', id: link.subject_id } as const
    await recordAudit(tx, call, { at: now, action: 'chat.return', target })
    refreshConnections(tx, link.subject_id)
    const chat = await requireOwnChat(tx, { guestHash: hashToken(token) }, services.clock.latest())
    return { token, thread: await threadOf(tx, chat) }
  })
}
