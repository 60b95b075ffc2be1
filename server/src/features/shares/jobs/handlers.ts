import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { sweepShares, sweepSharesJob } from './sweep-shares.ts'
import { tellFirstView } from './tell-first-view.ts'

export const shareJobHandlers = (services: Services): JobHandler[] => [
  tellFirstView(services),
  handle(sweepSharesJob, () => sweepShares(services)),
]
