import type { Feature } from '../../platform/feature.ts'
import { accountDeletedEmail } from './emails.ts'
import { closeAccount } from './erasure.ts'
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
  hooks: (services) => ({
    businessRemoved: async (tx, { call, memberIds }) => {
      for (const personId of memberIds) await closeAccount(services, tx, call, personId)
    },
  }),
  links: [],
}
