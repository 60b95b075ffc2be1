import type { Feature } from '../../platform/feature.ts'
import { certificateExpiresEmail, receivedCertificatesExpireEmail } from './emails.ts'
import { walletJobHandlers } from './jobs.ts'
import { walletData } from './personal-data.ts'
import { walletRoutes } from './routes.ts'

/** A person's certificates: where they cover, reminders before they expire, and renewing them. */
export const wallet: Feature = {
  name: 'wallet',
  routes: walletRoutes,
  jobs: walletJobHandlers,
  emails: [certificateExpiresEmail, receivedCertificatesExpireEmail],
  // Erased with their documents.
  personalData: { contributors: [walletData], erasers: [] },
  topics: [],
  hooks: () => ({}),
  links: [],
}
