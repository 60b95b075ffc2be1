import { type Feature, noPersonalData } from '../../platform/feature.ts'
import { rulesJobHandlers } from './jobs.ts'
import { ruleRoutes } from './routes.ts'

/** What is published about certificates. The rules themselves are in the `knowledge` workspace. */
export const knowledge: Feature = {
  name: 'knowledge',
  routes: ruleRoutes,
  jobs: rulesJobHandlers,
  emails: [],
  personalData: noPersonalData,
  topics: [],
  hooks: () => ({}),
  links: [],
}
