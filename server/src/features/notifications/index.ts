export type { Audience } from './audience.ts'
export { notificationEmail } from './emails.ts'
export { clearNotifications } from './jobs.ts'
export { notify } from './notify.ts'
