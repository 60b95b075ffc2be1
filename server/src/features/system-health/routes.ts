import * as contract from '@exempta/contract/system-health'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { dropFailedJob, retryFailedJob } from './decide-failed-job.ts'
import { getSystemHealth } from './get-system-health.ts'
import { listFailedJobs } from './list-failed-jobs.ts'
import { StoredFigures } from './stored-figures.ts'

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
