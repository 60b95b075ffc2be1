import type { Feature } from '../../platform/feature.ts'
import { scheduledReportEmail } from './emails.ts'
import { reportJobHandlers } from './jobs.ts'
import { reportData } from './personal-data.ts'
import { reportRoutes } from './routes.ts'

export const reports: Feature = {
  name: 'reports',
  routes: reportRoutes,
  jobs: reportJobHandlers,
  emails: [scheduledReportEmail],
  personalData: { contributors: [reportData], erasers: [] },
  topics: ['reports'],
  hooks: () => ({}),
  links: [],
}
