import type { Feature } from '../../platform/feature.ts'
import type { ViewerWatch } from '../../platform/viewer-watch.ts'
import { auditRoutes } from './auditors/routes.ts'
import { auditorCodeEmail, auditorInvitationEmail } from './emails.ts'
import { binderJobHandlers } from './jobs.ts'
import { binderData, eraseBinders } from './personal-data.ts'
import { binderRoutes } from './routes.ts'

/** What a business hands to an auditor: which certificate covered each sale of a state and period. */
export const binders: Feature<{ viewers: ViewerWatch }> = {
  name: 'binders',
  routes: (services, { viewers }) => [...binderRoutes(services), ...auditRoutes(services, viewers)],
  jobs: binderJobHandlers,
  emails: [auditorCodeEmail, auditorInvitationEmail],
  personalData: { contributors: [binderData], erasers: [eraseBinders] },
  topics: ['binders'],
  hooks: () => ({}),
  links: [],
}
