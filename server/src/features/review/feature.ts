import { type Feature, noPersonalData } from '../../platform/feature.ts'
import { receivedRoutes } from './routes.ts'

export const review: Feature = {
  name: 'review',
  routes: receivedRoutes,
  jobs: () => [],
  emails: [],
  personalData: noPersonalData,
  topics: ['received'],
  links: [],
}
