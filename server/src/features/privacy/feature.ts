import type { Feature } from '../../platform/feature.ts'
import { accountDeletedMail } from './emails.ts'
import { privacyJobHandlers } from './jobs.ts'
import { eraseExports, privacyData } from './personal-data.ts'
import { privacyRoutes } from './routes.ts'

export const privacy: Feature = {
  name: 'privacy',
  routes: privacyRoutes,
  jobs: privacyJobHandlers,
  emails: [accountDeletedMail],
  personalData: { contributors: [privacyData], erasers: [eraseExports] },
  topics: [],
  links: [],
}
