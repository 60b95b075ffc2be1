import { type Feature, noPersonalData } from '../../platform/feature.ts'
import { reviewJobHandlers } from './jobs.ts'
import { receivedRoutes } from './routes.ts'

export const review: Feature = {
  name: 'review',
  routes: receivedRoutes,
  jobs: reviewJobHandlers,
  emails: [],
  personalData: noPersonalData,
  topics: ['received'],
  links: [],
}
