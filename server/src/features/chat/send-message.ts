import { sendChatMessage } from '@exempta/contract/chat'
import type { ChatMessage } from '@exempta/contract/chat-message'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import type { Actor, Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { maskText } from '../../platform/mask-text.ts'
import { publish, signal } from '../../platform/realtime/publish.ts'
import type { HandleSocketMessage } from '../../platform/realtime/visitor.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import type { GuestCookie } from './guest-cookie.ts'
import { limits } from './limits.ts'
import { toChatMessage } from './messages.ts'
import { automaticAnswerDue, findPersonOf } from './queries/console.ts'
import { isPresent } from './queries/presence.ts'
import {
  actorFor,
  type ChatRow,
  countRecentMessages,
  findMessage,
  insertMessage,
  lockChat,
  type MessageRow,
  type ThreadKey,
} from './queries/threads.ts'

/**
 * Enqueued without a delay so that a worker takes it at once; the handler itself waits until the
 * answer is due.
 */
export const answerAutomaticallyJob = defineJob({
  name: 'answer-chat-automatically',
  payload: z.object({ chatId: z.uuid(), dueAt: z.iso.datetime() }),
  concurrency: 10,
})

export const emailAnswerJob = defineJob({
  name: 'mail-chat-answer',
  payload: z.object({ chatId: z.uuid() }),
  // A waiting job sends everything that was said by then.
  singleton: 'waiting',
})

/** Which thread a message goes to. With both, the chat must be the one that the key opens. */
type Thread = { chatId: string } | { key: ThreadKey; chatId?: string }

interface NewMessage {
  /** Chosen by the sender, so that a message sent again under the same id is stored once. */
  clientId: string
  sender: MessageRow['sender']
  kind: MessageRow['kind']
  authorId: string | null
  untrustedText: string
}

interface SentMessage {
  message: ChatMessage
  /** False if an earlier attempt stored the message. */
  isNew: boolean
}

/**
 * Every message of a chat takes this path, whoever sends it and however it arrives. The message is masked, stored once,
 * numbered, and sent to both sides when the transaction commits; then the jobs that have to follow are enqueued.
 */
export async function sendMessage(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: Transaction,
  thread: Thread,
  message: NewMessage,
): Promise<SentMessage> {
  const { chat, row, isNew } = await addMessage(services, tx, thread, message)
  if (isNew) {
    await Promise.all([enqueueFollowUps(services, tx, chat, row), ringBell(services, tx, chat, row)])
  }
  return { message: toChatMessage(row), isNew }
}

/** The same without the jobs, for demo conversations that took place in the past. */
export async function addMessage(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  thread: Thread,
  { untrustedText, ...message }: NewMessage,
): Promise<{ chat: ChatRow; row: MessageRow; isNew: boolean }> {
  const at = clock.now()
  // The lock numbers messages in commit order and lets one of two equal attempts see the other.
  const chat = await lockChat(tx, thread, clock.latest())
  if (!chat) throw new AppError('not-found')
  const [known, recent] = await Promise.all([
    findMessage(tx, chat.id, message.clientId),
    countRecentMessages(tx, chat, at),
  ])
  if (known) return { chat, row: known, isNew: false }
  if (message.sender === 'user' && recent >= limits.chatMessagesPerMinute) {
    throw new AppError('too-many-requests', { retryAfterSeconds: 60 })
  }
  const { text, masked } = maskText(untrustedText)
  const row = await insertMessage(tx, chat, {
    ...message,
    id: timeOrderedId(at),
    text,
    isMasked: masked.length > 0,
    at,
  })
  // Notes are for agents only, so consoles are notified and fetch the note.
  if (row.kind !== 'note') await publish(tx, `chat:${chat.id}`, 'chatMessage', toChatMessage(row))
  await signal(tx, 'agents', 'chatChanged', { chatId: chat.id, seq: row.seq })
  return { chat, row, isNew: true }
}

/**
 * A question gets an automatic answer while no agent is present. An agent's answer is emailed: at once when the person
 * has left or wrote by email, later when they are present but do not read it.
 */
async function enqueueFollowUps(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Transaction,
  chat: ChatRow,
  { sender, kind, created_at: at }: MessageRow,
): Promise<void> {
  if (kind !== 'message') return
  const chatId = chat.id
  const isLive = chat.kind === 'live'
  if (sender === 'agent') {
    const isReading = isLive && (await isPresent(tx, { kind: 'person', subjectId: chatId }, at))
    const runAt = isReading ? { runAt: new Date(at.getTime() + limits.chatUnreadEmailMs) } : {}
    await jobs.enqueue(tx, emailAnswerJob, { chatId }, { singletonKey: chatId, ...runAt })
  } else if (isLive) {
    const from = new Date(at.getTime() + limits.chatAutomaticReplyMs)
    // Agents who just left or are reloading the page count as present for a moment: the job looks again after it.
    const latest = new Date(from.getTime() + limits.chatLeaveMs)
    const due = await automaticAnswerDue(tx, chatId, { from, latest })
    if (due) await jobs.enqueue(tx, answerAutomaticallyJob, { chatId, dueAt: due.toISOString() })
  }
}

/** Notifies the agents of a new question. A conversation that is going on rings only once. */
async function ringBell(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: Transaction,
  { id, has_question, last_message_at }: ChatRow,
  { sender, created_at: at }: MessageRow,
): Promise<void> {
  const isQuiet = !has_question || at.getTime() - last_message_at.getTime() >= limits.chatBellQuietMs
  if (sender !== 'user' || !isQuiet) return
  const person = await findPersonOf(tx, id)
  if (!person) return
  await notify(services, tx, {
    audience: { kind: 'role', role: 'admin' },
    type: 'users',
    title: `${person.name} wrote to live support`,
    message: person.subject ? `Subject: ${person.subject}` : 'They’re waiting for an answer.',
    link: `/admin/chats?chat=${id}`,
  })
}

/** Undefined for a guest whose browser has no key. */
export const threadKeyOf = (actor: Actor, guestHash: Buffer | undefined): ThreadKey | undefined =>
  actor.kind === 'person' ? { personId: actor.id } : guestHash && { guestHash }

/**
 * Sends a message of a person or guest. The server determines sender and time; the browser supplies the text.
 */
export async function sendOwnMessage(
  services: Services,
  { actor }: Pick<Call, 'actor'>,
  key: ThreadKey | undefined,
  { clientId, text, chatId }: { clientId: string; text: string; chatId?: string },
): Promise<ChatMessage> {
  if (!key) throw new AppError('not-found')
  const { message } = await services.database.transact(actorFor(actor), (tx) =>
    sendMessage(services, tx, chatId === undefined ? { key } : { key, chatId }, {
      clientId,
      sender: 'user',
      kind: 'message',
      authorId: 'personId' in key ? key.personId : null,
      untrustedText: text,
    }),
  )
  return message
}

/**
 * A message over a socket follows the rules of the route. It names the chat, because a socket keeps the
 * cookies it was opened with: a browser that has switched threads must not write into the old one.
 */
export const handleSocketMessage =
  (services: Services, cookie: GuestCookie): HandleSocketMessage =>
  async ({ actor, cookies }, chatId, untrusted) => {
    const body = sendChatMessage.body.safeParse(untrusted)
    if (!body.success) return null
    try {
      const key = threadKeyOf(actor, cookie.hashOf(cookies))
      return await sendOwnMessage(services, { actor }, key, { ...body.data, chatId })
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
