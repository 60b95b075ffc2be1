import { type Feature, noPersonalData } from '../../platform/feature.ts'
import { contactReceivedEmail } from './emails.ts'
import { contactRoutes, publicFormRoutes } from './routes.ts'

export const publicPages: Feature = {
  name: 'public',
  routes: (services) => [...publicFormRoutes(services), ...contactRoutes(services)],
  jobs: () => [],
  emails: [contactReceivedEmail],
  personalData: noPersonalData,
  topics: [],
  hooks: () => ({}),
  links: [],
}
