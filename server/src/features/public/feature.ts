import { type Feature, noPersonalData } from '../../platform/feature.ts'
import { contactRoutes } from './contact-routes.ts'
import { contactReceivedEmail } from './emails.ts'
import { publicFormRoutes } from './form-stamp-routes.ts'

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
