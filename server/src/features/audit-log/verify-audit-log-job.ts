import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'

/** The chain grows for years. */
export const verifyAuditLogJob = defineJob({
  name: 'verify-audit-log',
  payload: z.object({ verificationId: z.uuid() }),
  singleton: 'waiting',
  retry: { limit: 2, delaySeconds: 5, maxDelaySeconds: 60 },
  expireSeconds: 6 * 3600,
})
