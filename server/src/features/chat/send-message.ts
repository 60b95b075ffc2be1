import type { ChatMessage } from '@exempta/contract/chat-message'
import { limits } from '@exempta/contract/limits'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import { maskText } from '../../platform/mask-text.ts'
import type { Services } from '../../platform/services.ts'
import { answerAutomaticallyJob } from './jobs/answer-automatically-job.ts'
import { actorFor, findWritableChat, type ThreadKey } from './queries/threads.ts'
import { say } from './say.ts'

/** Who writes, and when, is what the server knows; the browser gives the text alone. */
export async function sendMessage(
  { clock, database, jobs }: Services,
  { actor }: Call,
  key: ThreadKey | undefined,
  { clientId, text: untrustedText }: { clientId: string; text: string },
): Promise<ChatMessage> {
  if (!key) throw new AppError('not-found')
  const { text, masked } = maskText(untrustedText)
  const at = clock.now()
  return database.transact(actorFor(actor), async (tx) => {
    const chat = await findWritableChat(tx, key, at)
    if (!chat) throw new AppError('not-found')
    if (chat.recent >= limits.chatMessagesPerMinute) {
      throw new AppError('too-many-requests', { retryAfterSeconds: 60 })
    }
    const said = await say(tx, {
      chatId: chat.id,
      clientId,
      sender: 'user',
      kind: 'message',
      authorId: actor.kind === 'person' ? actor.id : null,
      text,
      isMasked: masked.length > 0,
      at,
    })
    if (!said) throw new AppError('not-found')
    if (said.isNew && !chat.isAttended && !chat.wasAnsweredAutomatically) {
      const dueAt = new Date(at.getTime() + limits.chatAutomaticReplyMs).toISOString()
      await jobs.enqueue(tx, answerAutomaticallyJob, { chatId: chat.id, dueAt })
    }
    return said.message
  })
}
