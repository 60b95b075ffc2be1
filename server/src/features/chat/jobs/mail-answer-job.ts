import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'

export const mailAnswerJob = defineJob({
  name: 'mail-chat-answer',
  payload: z.object({ chatId: z.uuid() }),
  // One that waits takes everything that was said by then.
  singleton: 'waiting',
})
