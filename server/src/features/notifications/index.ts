export type { Audience } from './audience.ts'
export { notify } from './notify.ts'
export { notificationRoutes } from './routes.ts'
