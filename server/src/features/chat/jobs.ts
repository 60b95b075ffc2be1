import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { dayMs } from '@exempta/contract/durations'
import { texts } from '@exempta/contract/texts'
import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import { issueLink } from '../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../platform/services.ts'
import { chatAnswerEmail } from './emails.ts'
import { limits } from './limits.ts'
import { claimAutomaticAnswer, claimUnreadAnswers, emailRecipient, findPersonOf } from './queries/console.ts'
import { deleteOldPresence } from './queries/presence.ts'
import { deleteOldGuestChats } from './queries/threads.ts'
import { answerAutomaticallyJob, emailAnswerJob, sendMessage } from './send-message.ts'

/**
 * Acknowledges the question, unless an agent has arrived or it was already acknowledged during this absence.
 */
const answerAutomatically = (services: Services): JobHandler =>
  handle(answerAutomaticallyJob, async ({ chatId, dueAt }, { signal }) => {
    const { clock, database } = services
    const longestMs = limits.chatAutomaticReplyMs + limits.chatLeaveMs
    const waitMs = Math.min(Date.parse(dueAt) - clock.now().getTime(), longestMs)
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
    await database.transact(systemActor, async (tx) => {
      const claimed = await claimAutomaticAnswer(tx, chatId, clock.now())
      if (!claimed) return
      // Nobody is thanked for waiting a second after their first message.
      const [thanks, ...others] = texts.chat.automaticReplies
      const replies = claimed.isFirst ? [thanks, ...others.slice(0, -1)] : [thanks, ...others]
      await sendMessage(
        services,
        tx,
        { chatId },
        {
          clientId: randomUUID(),
          sender: 'agent',
          kind: 'automatic',
          authorId: null,
          untrustedText: replies[randomInt(replies.length)] ?? thanks,
        },
      )
    })
  })

/** Emails answers that the person has not read: guests get their own link, others a link to log in. */
const emailAnswer = (services: Services): JobHandler =>
  handle(emailAnswerJob, async ({ chatId }, context) => {
    await services.database.transact(systemActor, async (tx) => {
      const answers = await claimUnreadAnswers(tx, chatId)
      const person = answers.length > 0 ? await findPersonOf(tx, chatId) : undefined
      if (person) {
        await queueEmail(services, tx, {
          to: emailRecipient(person),
          template: chatAnswerEmail,
          data: {
            name: person.name,
            subject: person.subject,
            answers: answers.map(({ text, author_name }) => ({ text, author: author_name })),
            isGuest: person.userId === null,
            link:
              person.userId === null
                ? await issueLink(services, tx, { purpose: 'chat', subjectId: chatId, email: person.email })
                : publicLink(services.publicUrl, '/support'),
          },
        })
      }
      await context.completeWithin(tx)
    })
  })

const sweepChatsJob = defineJob({
  name: 'sweep-chats',
  payload: z.object({}),
  singleton: 'both',
  cron: '47 3 * * *',
})

/** Deletes guests' conversations a year after the last message, and presence after a day. */
export function sweepChats({ clock, database }: Services): Promise<void> {
  const nowMs = clock.now().getTime()
  return database.transact(systemActor, async (tx) => {
    await deleteOldGuestChats(tx, new Date(nowMs - limits.chatGuestKeptMs), new Date(nowMs))
    await deleteOldPresence(tx, new Date(nowMs - dayMs))
  })
}

export const chatJobHandlers = (services: Services): JobHandler[] => [
  answerAutomatically(services),
  emailAnswer(services),
  handle(sweepChatsJob, () => sweepChats(services)),
]
