import type { Feature } from '../../platform/feature.ts'
import { notificationMail } from './emails.ts'
import { clearNotifications, mailNotification } from './jobs.ts'
import { notificationData } from './personal-data.ts'
import { notificationRoutes } from './routes.ts'

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  jobs: (services) => [mailNotification(services), clearNotifications(services)],
  emails: [notificationMail],
  personalData: { contributors: [notificationData], erasers: [] },
  topics: ['notifications'],
  links: [],
}
