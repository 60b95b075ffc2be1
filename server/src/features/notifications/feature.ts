import type { Feature } from '../../platform/feature.ts'
import { notificationEmail } from './emails.ts'
import { notificationJobHandlers } from './jobs.ts'
import { notificationData } from './personal-data.ts'
import { notificationRoutes } from './routes.ts'

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  jobs: notificationJobHandlers,
  emails: [notificationEmail],
  personalData: { contributors: [notificationData], erasers: [] },
  topics: ['notifications'],
  hooks: () => ({}),
  links: [],
}
