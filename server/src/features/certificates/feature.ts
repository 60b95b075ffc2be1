import type { Feature } from '../../platform/feature.ts'
import { certificatesData } from './personal-data.ts'
import { carryExemption } from './reading/carry-exemption.ts'
import { certificateRoutes } from './routes.ts'
import { certificateExpiresEmail, receivedCertificatesExpireEmail } from './wallet/emails.ts'
import { certificateJobHandlers } from './wallet/jobs.ts'

/**
 * What certificates say, read by the engine and confirmed by their owners, and the wallet: where they cover, reminders
 * before they expire, renewing them and filling in others.
 */
export const certificates: Feature = {
  name: 'certificates',
  routes: certificateRoutes,
  jobs: certificateJobHandlers,
  emails: [certificateExpiresEmail, receivedCertificatesExpireEmail],
  // Erased with their documents.
  personalData: { contributors: [certificatesData], erasers: [] },
  topics: [],
  hooks: (services) => ({
    versionReplaced: (tx, replaced) => carryExemption(services, tx, replaced),
  }),
  links: [],
}
