import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { findEmailedTypes, type NotificationRow, notificationPage } from './queries.ts'

export const notificationData: DataContributor = async function* ({ database }, person) {
  const byMail = await database.transact(person, (tx) => findEmailedTypes(tx, person.id), { readOnly: true })
  yield { path: 'notification-preferences.json', value: { byMail: byMail ?? [] } }

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
