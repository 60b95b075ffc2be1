import type { Feature } from '../../platform/feature.ts'
import { accountDeletedEmail } from './emails.ts'
import { privacyJobHandlers } from './jobs.ts'
import { eraseExports, privacyData } from './personal-data.ts'
import { privacyRoutes } from './routes.ts'

export const privacy: Feature = {
  name: 'privacy',
  routes: privacyRoutes,
  jobs: privacyJobHandlers,
  emails: [accountDeletedEmail],
  personalData: { contributors: [privacyData], erasers: [eraseExports] },
  topics: [],
  links: [],
}
