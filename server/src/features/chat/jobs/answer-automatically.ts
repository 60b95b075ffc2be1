import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@exempta/contract/limits'
import { texts } from '@exempta/contract/texts'
import { systemActor } from '../../../platform/db/actor.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { claimAutomaticAnswer } from '../queries/answers.ts'
import { say } from '../say.ts'
import { answerAutomaticallyJob } from './answer-automatically-job.ts'

/** Says that the message was heard, unless an agent came meanwhile or it was said in this absence before. */
export const answerAutomatically = ({ clock, database }: Services): JobHandler =>
  handle(answerAutomaticallyJob, async ({ chatId, dueAt }, { signal }) => {
    const waitMs = Math.min(Date.parse(dueAt) - clock.now().getTime(), limits.chatAutomaticReplyMs)
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
    const at = clock.now()
    await database.transact(systemActor, async (tx) => {
      if (!(await claimAutomaticAnswer(tx, chatId, at))) return
      const replies = texts.chat.automaticReplies
      await say(tx, {
        chatId,
        clientId: randomUUID(),
        sender: 'agent',
        kind: 'automatic',
        authorId: null,
        text: replies[randomInt(replies.length)] ?? replies[0],
        isMasked: false,
        at,
      })
    })
  })
