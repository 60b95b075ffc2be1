import { signedIn } from '@exempta/contract/access'
import { defineRoute } from '@exempta/contract/route'
import { createContext, useContext } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api.ts'

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

const listNotifications = defineRoute({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What the person was told, newest first',
  tag,
  access,
  response: z.object({ items: z.array(Notification), unreadCount: z.int() }),
})
const markRead = defineRoute({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Mark one as read',
  tag,
  access,
  params: z.object({ id: z.string() }),
  response: 'nothing',
})
const markAllRead = defineRoute({
  method: 'POST',
  path: '/api/notifications/read-all',
  summary: 'Mark all as read',
  tag,
  access,
  response: 'nothing',
})

/** What the panel needs from the notifications service. */
export interface NotificationsPort {
  list(signal: AbortSignal): Promise<{ items: Notification[]; unreadCount: number } | undefined>
  markRead(id: string): Promise<unknown>
  markAllRead(): Promise<unknown>
  /** Calls back when something new may be there; the return value stops it. */
  listen(onNews: () => void): () => void
}

const overHttp: NotificationsPort = {
  list: (signal) => call(listNotifications, undefined, { signal }),
  markRead: (id) => call(markRead, { params: { id } }),
  markAllRead: () => call(markAllRead),
  listen: () => () => {},
}

const NotificationsContext = createContext(overHttp)
export const NotificationsProvider = NotificationsContext.Provider
export const useNotificationsPort = () => useContext(NotificationsContext)
