import type { Feature } from '../../platform/feature.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { notificationEmail } from './emails.ts'
import { notificationJobHandlers } from './jobs.ts'
import { asPreferences } from './notifications.ts'
import { findEmailChoices, type NotificationRow, notificationPage } from './queries.ts'
import { notificationRoutes } from './routes.ts'

const notificationData: DataContributor = async function* ({ database }, person) {
  const choices = await database.transact(person, (tx) => findEmailChoices(tx, person.id), { readOnly: true })
  yield { path: 'notification-preferences.json', value: asPreferences(choices) }

  const read = (last: NotificationRow | undefined, limit: number) =>
    database.transact(
      person,
      async (tx) => {
        const before = last && ([last.created_at.toISOString(), last.id] as const)
        return (await notificationPage(person, before, limit).execute(tx)).rows
      },
      { readOnly: true },
    )
  yield { path: 'notifications.json', rows: readInBatches(read) }
}

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  jobs: notificationJobHandlers,
  emails: [notificationEmail],
  personalData: { contributors: [notificationData], erasers: [] },
  topics: ['notifications'],
  hooks: () => ({}),
  links: [],
}
