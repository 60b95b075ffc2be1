import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'

export const prepareExportJob = defineJob({
  name: 'prepare-data-export',
  payload: z.object({ exportId: z.uuid() }),
  // Below the life of a file's draft: what takes longer could not be published.
  expireSeconds: 3000,
})
