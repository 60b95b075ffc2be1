import type { ChatMessage } from '@exempta/contract/chat-message'
import { limits } from '@exempta/contract/limits'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { queueMail } from '../../../platform/email/queue-email.ts'
import { maskText } from '../../../platform/mask-text.ts'
import type { Services } from '../../../platform/services.ts'
import { chatTranscriptMail } from '../emails.ts'
import { mailAnswerJob } from '../job-definitions.ts'
import { say } from '../messages.ts'
import { findPersonOf, findSession, mailTo } from '../queries/console.ts'
import { nextMessages } from '../queries/threads.ts'

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

const linesMax = 500

/** To the address of the thread, and to no other. */
export async function mailTranscript(services: Services, call: Call, chatId: string): Promise<void> {
  const { clock, database } = services
  personOf(call)
  const at = clock.now()
  await database.transact(systemActor, async (tx) => {
    const chat = await findSession(tx, chatId, at)
    const person = chat && (await findPersonOf(tx, chatId))
    if (!person) throw new AppError('not-found')
    const rows = await nextMessages(tx, chatId, 0, linesMax)
    await queueMail(services, tx, {
      to: mailTo(person),
      template: chatTranscriptMail,
      data: {
        name: person.name,
        lines: rows.map((row) => ({
          at: row.created_at,
          who: row.sender === 'user' ? person.name : (row.author_name ?? 'Live Support'),
          text: row.text,
        })),
      },
    })
    await recordAudit(tx, call, { at, action: 'chat.transcript', target: { kind: 'chat', id: chatId } })
  })
}
