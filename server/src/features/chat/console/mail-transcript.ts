import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { chatTranscriptMail } from '../../../platform/mail/templates/chat-transcript.ts'
import type { Services } from '../../../platform/services.ts'
import { findPersonOf, mailTo } from '../queries/answers.ts'
import { findSession } from '../queries/console.ts'
import { nextMessages } from '../queries/threads.ts'

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
