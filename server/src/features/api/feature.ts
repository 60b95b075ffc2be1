import { type Feature, noPersonalData } from '../../platform/feature.ts'
import { apiAccessRoutes } from './keys/routes.ts'
import { webhookJobHandlers } from './webhooks/jobs.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export const api: Feature = {
  name: 'api',
  routes: (services) => [...webhookRoutes(services), ...apiAccessRoutes(services)],
  jobs: webhookJobHandlers,
  emails: [],
  personalData: noPersonalData,
  topics: [],
  hooks: () => ({}),
  links: [],
}
