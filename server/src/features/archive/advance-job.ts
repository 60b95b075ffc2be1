import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'

/** Sends the next files of an import to be read, and sorts those that were read. */
export const advanceImportJob = defineJob({
  name: 'advance-archive-import',
  payload: z.object({ importId: z.uuid() }),
  // A full disk or a store that is down can last.
  retry: { limit: 3000, delaySeconds: 1, maxDelaySeconds: 30 },
})
