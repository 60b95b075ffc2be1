import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'

export const sendResetLinkJob = defineJob({
  name: 'send-reset-link',
  payload: z.object({ personId: z.uuid() }),
})
