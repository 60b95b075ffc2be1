import * as contract from '@exempta/contract/admin/health'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { dropFailedJob, listFailedJobs, retryFailedJob } from './failed-jobs.ts'
import { getSystemHealth, StoredFigures } from './system-health.ts'

export function systemHealthRoutes(services: Services): Implementation[] {
  const stored = new StoredFigures(services)
  return [
    implement(contract.getSystemHealth, () => getSystemHealth(services, stored)),
    implement(contract.listFailedJobs, ({ query }) => listFailedJobs(services, query)),
    implement(contract.retryFailedJob, async ({ call, params }) => {
      await retryFailedJob(services, call, params.id)
      return undefined
    }),
    implement(contract.dropFailedJob, async ({ call, params }) => {
      await dropFailedJob(services, call, params.id)
      return undefined
    }),
  ]
}
