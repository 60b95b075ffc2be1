import { limits } from '@exempta/contract/limits'
import type { Notification } from '@exempta/contract/notifications'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { type NotificationRow, notificationPage, unreadCount } from './queries.ts'

const newestFirst = defineKeyset('notifications', z.tuple([z.iso.datetime(), z.uuid()]))
const counted = { most: limits.notificationUnreadShown + 1, among: limits.notificationsCounted }

export async function listNotifications(services: Services, call: Call, { cursor, limit }: PageQuery) {
  const person = personOf(call)
  const before = newestFirst.read(cursor)
  return services.database.transact(
    person,
    async (tx) => {
      const { rows } = await notificationPage(person, before, limit + 1).execute(tx)
      const unread = await unreadCount(person, counted).execute(tx)
      const { items, nextCursor } = newestFirst.page(rows, limit, (row) => [
        row.created_at.toISOString(),
        row.id,
      ])
      return {
        items: items.map(asNotification),
        nextCursor,
        unreadCount: unread.rows[0]?.count ?? 0,
      }
    },
    { readOnly: true },
  )
}

const asNotification = ({ id, type, title, message, link, ...row }: NotificationRow): Notification => ({
  id,
  type,
  title,
  message,
  link,
  createdAt: row.created_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
})
