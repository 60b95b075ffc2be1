import { systemActor } from '../../../platform/db/actor.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import { publicLink } from '../../../platform/mail/public-link.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { chatAnswerMail } from '../../../platform/mail/templates/chat-answer.ts'
import { issueLink } from '../../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../../platform/services.ts'
import { claimUnreadAnswers, findPersonOf, mailTo } from '../queries/answers.ts'
import { mailAnswerJob } from './mail-answer-job.ts'

/** Mails the answers that the person has not read: with a link of their own for guests, to sign-in for others. */
export const mailAnswer = (services: Services): JobHandler =>
  handle(mailAnswerJob, async ({ chatId }, context) => {
    await services.database.transact(systemActor, async (tx) => {
      const answers = await claimUnreadAnswers(tx, chatId)
      const person = answers.length > 0 ? await findPersonOf(tx, chatId) : undefined
      if (person) {
        await queueMail(services, tx, {
          to: mailTo(person),
          template: chatAnswerMail,
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
