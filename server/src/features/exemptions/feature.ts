import type { Feature } from '../../platform/feature.ts'
import { carryExemption } from './carry-exemption.ts'
import { exemptionsData } from './personal-data.ts'
import { exemptionRoutes } from './routes.ts'

/** What certificates say: read by the engine, confirmed by their owners. */
export const exemptions: Feature = {
  name: 'exemptions',
  routes: exemptionRoutes,
  jobs: () => [],
  emails: [],
  // Erased with their documents.
  personalData: { contributors: [exemptionsData], erasers: [] },
  topics: [],
  hooks: (services) => ({
    versionReplaced: (tx, replaced) => carryExemption(services, tx, replaced),
  }),
  links: [],
}
