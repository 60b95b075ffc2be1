import { type Feature, noPersonalData } from '../../platform/feature.ts'
import { handle } from '../../platform/jobs/handle.ts'
import { reviewAutomaticallyJob } from '../sharing/index.ts'
import { reviewAutomatically } from './automatic-review.ts'
import { receivedRoutes } from './routes.ts'

export const review: Feature = {
  name: 'review',
  routes: receivedRoutes,
  jobs: (services) => [
    handle(reviewAutomaticallyJob, ({ documentId }) => reviewAutomatically(services, documentId)),
  ],
  emails: [],
  personalData: noPersonalData,
  topics: ['received'],
  links: [],
}
