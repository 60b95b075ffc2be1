import { type Feature, noPersonalData } from '../../platform/feature.ts'
import { apiAccessRoutes, webhookRoutes } from './routes.ts'
import { webhookJobHandlers } from './webhooks/jobs.ts'

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
