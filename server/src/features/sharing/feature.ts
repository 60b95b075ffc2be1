import type { Feature } from '../../platform/feature.ts'
import type { ViewerWatch } from '../../platform/viewer-watch.ts'
import { emailShareJobHandlers } from './email-links/jobs.ts'
import { emailShareRoutes } from './email-links/routes.ts'
import * as emails from './emails.ts'
import { shareJobHandlers } from './jobs.ts'
import { sharesData } from './personal-data.ts'
import { revokeSharesWith } from './revoke-shares.ts'
import { shareRoutes } from './routes.ts'

export const sharing: Feature<{ viewers: ViewerWatch }> = {
  name: 'sharing',
  routes: (services, { viewers }) => [...shareRoutes(services), ...emailShareRoutes(services, viewers)],
  jobs: (services) => [...emailShareJobHandlers(services), ...shareJobHandlers(services)],
  emails: [
    emails.correctedShareEmail,
    emails.emailShareCodeEmail,
    emails.emailShareEmail,
    emails.emailShareExpiryEmail,
    emails.shareEndsEmail,
    emails.shareViewedEmail,
  ],
  personalData: { contributors: [sharesData], erasers: [] },
  topics: ['shares'],
  hooks: (services) => ({
    businessRemoved: (tx, { call, business }) => revokeSharesWith(services, tx, call, business),
  }),
  links: [],
}
