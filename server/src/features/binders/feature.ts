import type { Feature } from '../../platform/feature.ts'
import { binderJobHandlers } from './jobs.ts'
import { binderData, eraseBinders } from './personal-data.ts'
import { binderRoutes } from './routes.ts'

/** What a business hands to an auditor: which certificate covered each sale of a state and period. */
export const binders: Feature = {
  name: 'binders',
  routes: binderRoutes,
  jobs: binderJobHandlers,
  emails: [],
  personalData: { contributors: [binderData], erasers: [eraseBinders] },
  topics: ['binders'],
  links: [],
}
