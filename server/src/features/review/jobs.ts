import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { reviewAutomaticallyJob } from '../sharing/index.ts'
import { reviewAutomatically } from './automatic-review.ts'

export const reviewJobHandlers = (services: Services): JobHandler[] => [
  handle(reviewAutomaticallyJob, ({ documentId }) => reviewAutomatically(services, documentId)),
]
