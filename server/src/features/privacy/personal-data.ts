import { systemActor } from '../../platform/db/actor.ts'
import type { AccountEraser, DataContributor } from '../../platform/personal-data.ts'
import { removeExports } from './exports.ts'
import { findRetentionDays, listEmailsTo } from './queries.ts'

export const privacyData: DataContributor = async function* ({ database }, person) {
  const retentionDays = await database.transact(person, (tx) => findRetentionDays(tx, person.id))
  yield { path: 'privacy-settings.json', value: { retentionDays } }
  // Only administrators and the system can read the outbox; the query filters by the person.
  yield {
    path: 'mails.json',
    value: await database.transact(systemActor, (tx) => listEmailsTo(tx, person.id)),
  }
}

export const eraseExports: AccountEraser = (services, personId) =>
  services.database.transact(systemActor, (tx) => removeExports(services, tx, personId))
