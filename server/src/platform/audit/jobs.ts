import { z } from 'zod'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import type { Services } from '../services.ts'
import { sealAudit } from './seal-audit.ts'

const sealAuditLog = defineJob({
  name: 'seal-audit-log',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

export const auditJobHandlers = (
  services: Pick<Services, 'database' | 'files' | 'log' | 'secrets'>,
): JobHandler[] => [
  handle(sealAuditLog, async () => {
    await sealAudit(services)
  }),
]
