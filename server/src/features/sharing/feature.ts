import type { Feature } from '../../platform/feature.ts'
import { mailShareJobHandlers } from './email-links/jobs.ts'
import { mailShareRoutes } from './email-links/routes.ts'
import type { ViewerWatch } from './email-links/viewer-watch.ts'
import * as emails from './emails.ts'
import { shareJobHandlers } from './jobs.ts'
import { sharesData } from './personal-data.ts'
import { shareRoutes } from './routes.ts'

export const sharing: Feature<{ viewers: ViewerWatch }> = {
  name: 'sharing',
  routes: (services, { viewers }) => [...shareRoutes(services), ...mailShareRoutes(services, viewers)],
  jobs: (services) => [...mailShareJobHandlers(services), ...shareJobHandlers(services)],
  emails: [
    emails.mailShareCodeMail,
    emails.mailShareMail,
    emails.mailShareExpiryMail,
    emails.shareEndsMail,
    emails.shareViewedMail,
  ],
  personalData: { contributors: [sharesData], erasers: [] },
  topics: ['shares'],
  links: [],
}
