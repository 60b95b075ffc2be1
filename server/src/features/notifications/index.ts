export type { Audience } from './audience.ts'
export { mailNotification } from './jobs/mail-notification.ts'
export { notify } from './notify.ts'
export { notificationRoutes } from './routes.ts'
