import type { Feature } from '../../platform/feature.ts'
import type { EnterSession, SessionReader } from '../accounts/index.ts'
import { evidenceData } from './administration/evidence.ts'
import { adminBusinessRoutes } from './administration/routes.ts'
import { businessEmailJobHandlers } from './emails/jobs.ts'
import { invitationEmail, newDocumentsEmail, weeklySummaryEmail } from './emails.ts'
import { invitationJobHandlers } from './invitations/jobs.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { ipAccessRoutes } from './network-lists/routes.ts'
import { eraseInvitations, invitationData, membershipData } from './personal-data.ts'
import { businessProfileRoutes } from './profile/routes.ts'
import { registerBusiness } from './register-business.ts'
import { businessReportJobHandlers } from './reports/jobs.ts'
import { businessReportRoutes } from './reports/routes.ts'
import { teamRoutes } from './team/routes.ts'

export const businesses: Feature<{ sessions: SessionReader; enter: EnterSession }> = {
  name: 'businesses',
  routes: (services, { sessions, enter }) => [
    ...invitationRoutes(services, sessions, enter),
    ...businessProfileRoutes(services),
    ...businessReportRoutes(services),
    ...teamRoutes(services),
    ...adminBusinessRoutes(services),
    ...ipAccessRoutes(services),
  ],
  jobs: (services) => [
    ...businessEmailJobHandlers(services),
    ...invitationJobHandlers(services),
    ...businessReportJobHandlers(services),
  ],
  emails: [invitationEmail, newDocumentsEmail, weeklySummaryEmail],
  personalData: { contributors: [membershipData, invitationData, evidenceData], erasers: [eraseInvitations] },
  topics: ['business', 'businesses'],
  hooks: (services) => ({
    accountRegistered: (tx, registered) => registerBusiness(services, tx, registered),
  }),
  links: ['invitation'],
}
