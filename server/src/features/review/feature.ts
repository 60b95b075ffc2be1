import type { Feature } from '../../platform/feature.ts'
import { reviewJobHandlers } from './jobs.ts'
import { verificationData } from './personal-data.ts'
import { receivedRoutes } from './routes.ts'

export const review: Feature = {
  name: 'review',
  routes: receivedRoutes,
  jobs: reviewJobHandlers,
  emails: [],
  // What names the customer goes with the account by foreign keys, and screenshots by a trigger.
  personalData: { contributors: [verificationData], erasers: [] },
  topics: ['received'],
  hooks: () => ({}),
  links: [],
}
