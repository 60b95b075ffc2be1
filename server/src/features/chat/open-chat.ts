import { randomUUID } from 'node:crypto'
import type { ChatThread } from '@exempta/contract/chat'
import { texts } from '@exempta/contract/texts'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { limits } from './limits.ts'
import { toWindow } from './messages.ts'
import { isPresent } from './queries/presence.ts'
import {
  actorFor,
  type ChatRow,
  findEmailOf,
  findOwnChat,
  insertChat,
  messagesOf,
  type ThreadKey,
} from './queries/threads.ts'
import { sendMessage } from './send-message.ts'

/** A thread as its person sees it: the newest messages, and how far each side has read. */
export async function threadOf(tx: Transaction, chat: ChatRow): Promise<ChatThread> {
  const rows = await messagesOf(tx, chat.id, {}, limits.chatMessagesShown, false)
  const email = chat.user_id ? await findEmailOf(tx, chat.user_id) : chat.guest_email
  return {
    id: chat.id,
    status: chat.status,
    answersTo: email ?? '',
    personReadSeq: chat.person_read_seq,
    agentReadSeq: chat.agent_read_seq,
    ...toWindow(rows, limits.chatMessagesShown),
  }
}

/** Whether an agent is online now. It is the same for everyone, so it runs as the system. */
export async function getChatStatus({ clock, database }: Services): Promise<{ isAttended: boolean }> {
  const now = clock.now()
  const isAttended = await database.transact(systemActor, (tx) => isPresent(tx, { kind: 'agent' }, now), {
    readOnly: true,
  })
  return { isAttended }
}

/** Each chat begins with one welcome message from the agents' side. */
export async function welcome(services: Services, tx: Transaction, chatId: string): Promise<void> {
  await sendMessage(
    services,
    tx,
    { chatId },
    {
      clientId: randomUUID(),
      sender: 'agent',
      kind: 'welcome',
      authorId: null,
      untrustedText: texts.chat.welcome,
    },
  )
}

/** A logged-in person always has a thread; a guest starts one by giving a name and address. */
export async function openChat(
  services: Services,
  call: Call,
  key: ThreadKey | undefined,
): Promise<ChatThread | null> {
  if (!key) return null
  const { clock, database } = services
  const now = clock.now()
  return database.transact(actorFor(call.actor), async (tx) => {
    const known = await findOwnChat(tx, key, clock.latest())
    if (known) return threadOf(tx, known)
    return 'personId' in key ? threadOf(tx, await startChat(services, tx, key.personId, now)) : null
  })
}

async function startChat(services: Services, tx: Transaction, personId: string, now: Date): Promise<ChatRow> {
  const id = randomUUID()
  const isFirst = await insertChat(tx, {
    id,
    kind: 'live',
    user_id: personId,
    guest_name: null,
    guest_email: null,
    subject: null,
    assignee_id: null,
    automatic_at: null,
    created_at: now,
    last_message_at: now,
  })
  // If two tabs open at once, both use the thread that was created first.
  if (isFirst) await welcome(services, tx, id)
  return requireOwnChat(tx, { personId }, now)
}

/** Gives the same answer for a missing chat and for someone else's. */
export async function requireOwnChat(
  tx: Transaction,
  key: ThreadKey | undefined,
  now: Date,
): Promise<ChatRow> {
  const chat = key && (await findOwnChat(tx, key, now))
  if (!chat) throw new AppError('not-found')
  return chat
}
