import type { Feature } from '../../platform/feature.ts'
import { reliedOnEmail } from './emails.ts'
import { coverageJobHandlers } from './jobs.ts'
import { keptAfterErasure } from './kept-copies.ts'
import { coverageData } from './personal-data.ts'
import { coverageRoutes } from './routes.ts'

/** Whether a purchase is covered: at the counter, in a list, and for a business's own systems. */
export const coverage: Feature = {
  name: 'coverage',
  routes: coverageRoutes,
  jobs: coverageJobHandlers,
  emails: [reliedOnEmail],
  // Goes with the account by foreign keys; receipts and kept copies then name nobody.
  personalData: { contributors: [coverageData], erasers: [], remains: [keptAfterErasure] },
  topics: ['coverage'],
  hooks: () => ({}),
  links: [],
}
