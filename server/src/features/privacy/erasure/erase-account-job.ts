import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'

export const eraseAccountJob = defineJob({
  name: 'erase-account',
  payload: z.object({ personId: z.uuid() }),
  singleton: 'both',
  expireSeconds: 3600,
})
