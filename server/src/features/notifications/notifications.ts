import { liveLimits } from '@exempta/contract/live-limits'
import {
  type Notification,
  type NotificationPreferences,
  notificationTypes,
} from '@exempta/contract/notifications'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { limits } from './limits.ts'
import {
  type EmailChoices,
  emailedOutcomes,
  findEmailChoices,
  insertRead,
  isAddressedTo,
  markAllRead,
  type NotificationRow,
  notificationPage,
  unreadCount,
  upsertEmailChoices,
} from './queries.ts'

const newestFirst = defineKeyset('notifications', z.tuple([z.iso.datetime(), z.uuid()]))
const counted = { most: liveLimits.notificationUnreadShown + 1, among: limits.notificationsCounted }

export async function listNotifications(services: Services, call: Call, { cursor, limit }: PageQuery) {
  const person = personOf(call)
  const before = newestFirst.read(cursor)
  return services.database.transact(
    person,
    async (tx) => {
      const [{ rows }, unread] = await Promise.all([
        notificationPage(person, before, limit + 1).execute(tx),
        unreadCount(person, counted).execute(tx),
      ])
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

const asNotification = ({ id, type, title, message, ...row }: NotificationRow): Notification => ({
  id,
  type,
  title,
  message,
  link: row.link,
  kind: row.kind,
  about: row.about,
  documentCount: row.document_count,
  createdAt: row.created_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
})

export async function readNotification(services: Services, call: Call, id: string): Promise<void> {
  const person = personOf(call)
  await services.database.transact(person, async (tx) => {
    if (!(await isAddressedTo(tx, person, id))) throw new AppError('not-found')
    const isNews = await insertRead(tx, person, id, services.clock.now())
    // Updates the person's other tabs.
    if (isNews) publish(tx, `person:${person.id}`, 'changed', { topic: 'notifications', ids: [id] })
  })
}

export async function readAllNotifications(services: Services, call: Call): Promise<void> {
  const person = personOf(call)
  await services.database.transact(person, async (tx) => {
    const now = services.clock.now()
    const { numAffectedRows } = await markAllRead(person, now, limits.notificationsMarked).execute(tx)
    if (numAffectedRows) publish(tx, `person:${person.id}`, 'changed', { topic: 'notifications', ids: [] })
  })
}

export async function getPreferences(services: Services, call: Call): Promise<NotificationPreferences> {
  const person = personOf(call)
  const choices = await services.database.transact(person, (tx) => findEmailChoices(tx, person.id), {
    readOnly: true,
  })
  return asPreferences(choices)
}

export const asPreferences = ({ types, outcomes }: EmailChoices): NotificationPreferences => ({
  byMail: {
    users: types.includes('users'),
    businesses: types.includes('businesses'),
    other: types.includes('other'),
  },
  outcomes: {
    verified: outcomes.includes('verified'),
    rejected: outcomes.includes('rejected'),
    firstView: outcomes.includes('first-view'),
    expiring: outcomes.includes('expiring'),
  },
})

export async function updatePreferences(
  services: Services,
  call: Call,
  { byMail, outcomes }: NotificationPreferences,
): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  const choices: EmailChoices = {
    types: notificationTypes.filter((type) => byMail[type]),
    outcomes: emailedOutcomes.filter((outcome) => outcomes[outcome === 'first-view' ? 'firstView' : outcome]),
  }
  await services.database.transact(person, async (tx) => {
    const before = await findEmailChoices(tx, person.id)
    await upsertEmailChoices(tx, person.id, choices, at)
    await recordAudit(tx, call, {
      at,
      action: 'notification-preferences.update',
      target: { kind: 'person', id: person.id },
      details: { ...byMail, ...outcomes },
      changes: { types: [before.types, choices.types], outcomes: [before.outcomes, choices.outcomes] },
    })
  })
}
