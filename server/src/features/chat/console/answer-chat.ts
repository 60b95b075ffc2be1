import type { ChatMessage } from '@exempta/contract/chat-message'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import type { Services } from '../../../platform/services.ts'
import { chatTranscriptEmail } from '../emails.ts'
import { emailRecipient, findPersonOf, findSession } from '../queries/console.ts'
import { nextMessages } from '../queries/threads.ts'
import { sendMessage } from '../send-message.ts'

interface Answer {
  clientId: string
  text: string
  kind: 'message' | 'note'
}

/** Agents can answer only after the person has asked something. */
export async function answerChat(
  services: Services,
  call: Call,
  chatId: string,
  { clientId, text, kind }: Answer,
): Promise<ChatMessage> {
  const agent = personOf(call)
  const at = services.clock.now()
  return services.database.transact(agent, async (tx) => {
    if (!(await findSession(tx, chatId, at))) throw new AppError('not-found')
    const { message, isNew } = await sendMessage(
      services,
      tx,
      { chatId },
      { clientId, sender: 'agent', kind, authorId: agent.id, untrustedText: text },
    )
    if (isNew) {
      await recordAudit(tx, call, {
        at,
        action: kind === 'note' ? 'chat.note' : 'chat.answer',
        target: { kind: 'chat', id: chatId },
      })
    }
    return message
  })
}

const linesMax = 500

/** Sent only to the thread's own address. */
export async function emailTranscript(services: Services, call: Call, chatId: string): Promise<void> {
  const { clock, database } = services
  personOf(call)
  const at = clock.now()
  await database.transact(systemActor, async (tx) => {
    const chat = await findSession(tx, chatId, at)
    const person = chat && (await findPersonOf(tx, chatId))
    if (!person) throw new AppError('not-found')
    const rows = await nextMessages(tx, chatId, 0, linesMax)
    await queueEmail(services, tx, {
      to: emailRecipient(person),
      template: chatTranscriptEmail,
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
