import { sendChatMessage } from '@exempta/contract/chat'
import type { ChatMessage } from '@exempta/contract/chat-message'
import { limits } from '@exempta/contract/limits'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { maskText } from '../../platform/mask-text.ts'
import type { TakeSaid } from '../../platform/realtime/visitor.ts'
import type { Services } from '../../platform/services.ts'
import type { GuestCookie } from './guests.ts'
import { answerAutomaticallyJob } from './job-definitions.ts'
import { asMessage } from './messages.ts'
import { keyOf } from './open-chat.ts'
import { actorFor, type MessageRow, type ThreadKey, type Written, writeToOwnChat } from './queries/threads.ts'

/**
 * Who writes, and when, is what the server knows; the browser gives the text alone. It takes one statement, unless an
 * automatic answer is due: its job is sent exactly when the message is stored.
 */
export async function sendMessage(
  { clock, database, jobs, live }: Services,
  { actor }: Pick<Call, 'actor'>,
  key: ThreadKey | undefined,
  {
    clientId,
    text: untrustedText,
    chatId = null,
  }: { clientId: string; text: string; chatId?: string | null },
): Promise<ChatMessage> {
  if (!key) throw new AppError('not-found')
  const { text, masked } = maskText(untrustedText)
  const at = clock.now()
  const message = {
    id: timeOrderedId(at),
    clientId,
    text,
    isMasked: masked.length > 0,
    at,
  }
  const [written] = await database.transactAtOnce(
    actorFor(actor),
    writeToOwnChat(key, message, { chatId, takesUnanswered: false }),
  )
  const stored = storedBy(written)
  if (stored) {
    const said = asMessage(stored)
    if (written?.eventSeq) live.hand(`chat:${stored.chat_id}`, written.eventSeq, 'chatMessage', said)
    return said
  }
  return database.transact(actorFor(actor), async (tx) => {
    const { rows } = await writeToOwnChat(key, message, { chatId, takesUnanswered: true }).execute(tx)
    const late = storedBy(rows[0])
    // The chat went between the two statements.
    if (!late) throw new AppError('not-found')
    if (late.id === message.id && rows[0]?.isUnanswered) {
      const dueAt = new Date(at.getTime() + limits.chatAutomaticReplyMs).toISOString()
      await jobs.enqueue(tx, answerAutomaticallyJob, { chatId: late.chat_id, dueAt })
    }
    return asMessage(late)
  })
}

/** Undefined when it was left for a transaction that sees to an answer. */
function storedBy(written: Written | undefined): MessageRow | undefined {
  if (!written) throw new AppError('not-found')
  if (written.id !== null) return written
  if (written.recent < limits.chatMessagesPerMinute) return undefined
  throw new AppError('too-many-requests', { retryAfterSeconds: 60 })
}

/**
 * What is said over a socket goes the way of the route. The thread is named, since the cookies of a socket are those
 * it was opened with: who has another thread by now does not write into the old one.
 */
export const takeSaid =
  (services: Services, cookie: GuestCookie): TakeSaid =>
  async ({ actor, cookies }, chatId, untrusted) => {
    const body = sendChatMessage.body.safeParse(untrusted)
    if (!body.success) return null
    try {
      const key = keyOf({ actor }, cookie.hashOf(cookies))
      return await sendMessage(services, { actor }, key, { ...body.data, chatId })
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
