export { NotificationsBell } from './notifications-bell.tsx'
export { type NotificationsPort, NotificationsProvider } from './notifications-port.ts'
