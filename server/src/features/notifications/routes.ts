import * as contract from '@exempta/contract/notifications'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import {
  getPreferences,
  listNotifications,
  readAllNotifications,
  readNotification,
  updatePreferences,
} from './notifications.ts'

export function notificationRoutes(services: Services): Implementation[] {
  return [
    implement(contract.listNotifications, ({ call, query }) => listNotifications(services, call, query)),
    implement(contract.readNotification, async ({ call, params }) => {
      await readNotification(services, call, params.id)
      return undefined
    }),
    implement(contract.readAllNotifications, async ({ call }) => {
      await readAllNotifications(services, call)
      return undefined
    }),
    implement(contract.getNotificationPreferences, ({ call }) => getPreferences(services, call)),
    implement(contract.updateNotificationPreferences, async ({ call, body }) => {
      await updatePreferences(services, call, body)
      return getPreferences(services, call)
    }),
  ]
}
