import type { Feature } from '../../platform/feature.ts'
import type { EnterSession } from '../accounts/index.ts'
import * as emails from './emails.ts'
import { requestJobHandlers } from './jobs.ts'
import { eraseRequests, requestsData } from './personal-data.ts'
import { requestRoutes } from './routes.ts'

/** A business asks customers for their certificates; they answer without an account. */
export const requests: Feature<{ enter: EnterSession }> = {
  name: 'requests',
  routes: (services, { enter }) => requestRoutes(services, enter),
  jobs: requestJobHandlers,
  emails: [emails.requestCodeEmail, emails.requestEmail],
  personalData: { contributors: [requestsData], erasers: [eraseRequests] },
  topics: ['requests'],
  hooks: () => ({}),
  links: [],
}
