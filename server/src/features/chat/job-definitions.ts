import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'

/** Sent at once, so that it is taken at once; it waits for its second itself. */
export const answerAutomaticallyJob = defineJob({
  name: 'answer-chat-automatically',
  payload: z.object({ chatId: z.uuid(), dueAt: z.iso.datetime() }),
  concurrency: 10,
})

export const emailAnswerJob = defineJob({
  name: 'mail-chat-answer',
  payload: z.object({ chatId: z.uuid() }),
  // One that waits takes everything that was said by then.
  singleton: 'waiting',
})
