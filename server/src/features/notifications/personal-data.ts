import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { asPreferences } from './notifications.ts'
import { findEmailChoices, type NotificationRow, notificationPage } from './queries.ts'

export const notificationData: DataContributor = async function* ({ database }, person) {
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
