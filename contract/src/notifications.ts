import { z } from 'zod'
import { signedIn } from './access.ts'
import { liveLimits } from './live-limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute } from './route.ts'

const tag = 'Notifications'

export const notificationTypes = ['users', 'businesses', 'other'] as const
export const NotificationType = z.enum(notificationTypes)
export type NotificationType = z.infer<typeof NotificationType>

/** What happened to documents. Notifications of the same kind about the same side can be shown as one group. */
export const notificationKinds = ['verified', 'rejected', 'first-view', 'received', 'ready'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

export const Notification = z.object({
  id: z.uuid(),
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  link: z.string().nullable().describe('The page that shows what it’s about'),
  kind: NotificationKind.nullable(),
  about: z.string().nullable().describe('Who did it: a business, a person or an email address'),
  documentCount: z.int().describe('How many documents it is about'),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable().describe('Null if unread'),
})
export type Notification = z.infer<typeof Notification>

const unreadMax = liveLimits.notificationUnreadShown + 1

export const listNotifications = defineRoute({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List your notifications, newest first',
  tag,
  access: signedIn,
  query: PageQuery,
  response: pageOf(Notification).extend({
    unreadCount: z.int().min(0).max(unreadMax).describe(`${unreadMax} means that many or more`),
  }),
})

export const readNotification = defineRoute({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Mark a notification as read',
  tag,
  access: signedIn,
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-found'],
})

export const readAllNotifications = defineRoute({
  method: 'POST',
  path: '/api/notifications/read-all',
  summary: 'Mark all notifications as read',
  tag,
  access: signedIn,
  response: 'nothing',
})

/** Which notifications the person also wants by email. */
export const NotificationPreferences = z.strictObject({
  byMail: z.strictObject({ users: z.boolean(), businesses: z.boolean(), other: z.boolean() }),
  outcomes: z
    .strictObject({
      verified: z.boolean(),
      rejected: z.boolean(),
      firstView: z.boolean(),
      expiring: z.boolean().default(true).describe('Reminders before your certificates expire'),
    })
    .describe('What happens to your documents. On for new accounts.'),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const getNotificationPreferences = defineRoute({
  method: 'GET',
  path: '/api/notifications/preferences',
  summary: 'Get which notifications you also get by email',
  tag,
  access: signedIn,
  response: NotificationPreferences,
})

export const updateNotificationPreferences = defineRoute({
  method: 'PUT',
  path: '/api/notifications/preferences',
  summary: 'Choose which notifications you also get by email',
  tag,
  access: signedIn,
  body: NotificationPreferences,
  response: NotificationPreferences,
})
