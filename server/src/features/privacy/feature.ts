import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import type { AccountEraser, DataContributor } from '../../platform/personal-data.ts'
import { accountDeletedEmail } from './emails.ts'
import { closeAccount } from './erasure.ts'
import { removeExports } from './exports.ts'
import { privacyJobHandlers } from './jobs.ts'
import { findRetentionDays, listEmailsTo } from './queries.ts'
import { privacyRoutes } from './routes.ts'

const privacyData: DataContributor = async function* ({ database }, person) {
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

export const privacy: Feature = {
  name: 'privacy',
  routes: privacyRoutes,
  jobs: privacyJobHandlers,
  emails: [accountDeletedEmail],
  personalData: { contributors: [privacyData], erasers: [eraseExports] },
  topics: [],
  hooks: (services) => ({
    businessRemoved: async (tx, { call, memberIds }) => {
      for (const personId of memberIds) await closeAccount(services, tx, call, personId)
    },
  }),
  links: [],
}
