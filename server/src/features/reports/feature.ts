import type { Feature } from '../../platform/feature.ts'
import { scheduledReportMail } from './emails.ts'
import { reportData } from './personal-data.ts'
import { reportRoutes } from './routes.ts'
import { reportJobHandlers } from './schedules.ts'

export const reports: Feature = {
  name: 'reports',
  routes: reportRoutes,
  jobs: reportJobHandlers,
  emails: [scheduledReportMail],
  personalData: { contributors: [reportData], erasers: [] },
  topics: ['reports'],
  links: [],
}
