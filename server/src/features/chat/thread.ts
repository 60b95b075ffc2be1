import { randomUUID } from 'node:crypto'
import type { ChatThread } from '@exempta/contract/chat'
import { limits } from '@exempta/contract/limits'
import { texts } from '@exempta/contract/texts'
import type { Transaction } from '../../platform/db/database.ts'
import { asWindow } from './as-message.ts'
import { isPresent } from './queries/presence.ts'
import { type ChatRow, findEmailOf, messagesOf } from './queries/threads.ts'
import { say } from './say.ts'

/** A thread as its person sees it: the newest messages, and how far each side has read. */
export async function threadOf(tx: Transaction, chat: ChatRow, now: Date): Promise<ChatThread> {
  const rows = await messagesOf(tx, chat.id, {}, limits.chatMessagesShown, false)
  const email = chat.user_id ? await findEmailOf(tx, chat.user_id) : chat.guest_email
  return {
    id: chat.id,
    status: chat.status,
    isAttended: await isPresent(tx, { kind: 'agent' }, now),
    answersTo: email ?? '',
    personReadSeq: chat.person_read_seq,
    agentReadSeq: chat.agent_read_seq,
    ...asWindow(rows, limits.chatMessagesShown),
  }
}

/** A started chat begins with one welcome of the agents' side. */
export async function welcome(tx: Transaction, chatId: string, at: Date): Promise<void> {
  await say(tx, {
    chatId,
    clientId: randomUUID(),
    sender: 'agent',
    kind: 'welcome',
    authorId: null,
    text: texts.chat.welcome,
    isMasked: false,
    at,
  })
}
