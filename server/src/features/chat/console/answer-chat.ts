import type { ChatMessage } from '@exempta/contract/chat-message'
import { limits } from '@exempta/contract/limits'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { maskText } from '../../../platform/mask-text.ts'
import type { Services } from '../../../platform/services.ts'
import { mailAnswerJob } from '../jobs/mail-answer-job.ts'
import { findSession } from '../queries/console.ts'
import { say } from '../say.ts'

interface Answer {
  clientId: string
  text: string
  kind: 'message' | 'note'
}

/** An answer is mailed too: at once to whoever is gone or wrote by mail, later if it was not read. */
export async function answerChat(
  { clock, database, jobs }: Services,
  call: Call,
  chatId: string,
  { clientId, text: untrustedText, kind }: Answer,
): Promise<ChatMessage> {
  const agent = personOf(call)
  const at = clock.now()
  const { text, masked } = maskText(untrustedText)
  return database.transact(agent, async (tx) => {
    const chat = await findSession(tx, chatId, at)
    if (!chat) throw new AppError('not-found')
    const said = await say(tx, {
      chatId,
      clientId,
      sender: 'agent',
      kind,
      authorId: agent.id,
      text,
      isMasked: masked.length > 0,
      at,
    })
    if (!said) throw new AppError('not-found')
    if (!said.isNew) return said.message
    if (kind === 'message') {
      const waitMs = chat.is_here && chat.kind === 'live' ? limits.chatUnreadMailMs : 0
      await jobs.enqueue(
        tx,
        mailAnswerJob,
        { chatId },
        { singletonKey: chatId, ...(waitMs > 0 && { runAt: new Date(at.getTime() + waitMs) }) },
      )
    }
    await recordAudit(tx, call, {
      at,
      action: kind === 'note' ? 'chat.note' : 'chat.answer',
      target: { kind: 'chat', id: chatId },
    })
    return said.message
  })
}
