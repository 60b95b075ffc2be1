/** The calls of the notifications service, as the panel makes them. */
import { signedIn } from '@exempta/contract/access'
import { defineRoute } from '@exempta/contract/route'
import { z } from 'zod'

const Notification = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  type: z.string(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

const tag = 'Notifications'
const access = signedIn

export const listNotifications = defineRoute({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What the person was told, newest first',
  tag,
  access,
  response: z.object({ items: z.array(Notification), unreadCount: z.int() }),
})
export const markNotificationRead = defineRoute({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Mark one as read',
  tag,
  access,
  params: z.object({ id: z.string() }),
  response: 'nothing',
})
export const markAllNotificationsRead = defineRoute({
  method: 'POST',
  path: '/api/notifications/read-all',
  summary: 'Mark all as read',
  tag,
  access,
  response: 'nothing',
})
