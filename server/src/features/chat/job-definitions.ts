import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'

/**
 * Enqueued without a delay so that a worker takes it at once; the handler itself waits a second before it
 * answers.
 */
export const answerAutomaticallyJob = defineJob({
  name: 'answer-chat-automatically',
  payload: z.object({ chatId: z.uuid(), dueAt: z.iso.datetime() }),
  concurrency: 10,
})

export const emailAnswerJob = defineJob({
  name: 'mail-chat-answer',
  payload: z.object({ chatId: z.uuid() }),
  // A waiting job sends everything that was said by then.
  singleton: 'waiting',
})
