import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import type { DataContributor } from '../../platform/personal-data.ts'
import type { AccountCookies, EnterSession } from '../accounts/index.ts'
import { companyLinkedEmail } from './emails.ts'
import { singleSignOnJobHandlers } from './jobs.ts'
import { listIdentityData } from './queries.ts'
import { singleSignOnRoutes } from './routes.ts'

/** Exports the company accounts that open the account; they are deleted together with it. */
const identityData: DataContributor = async function* ({ database }, person) {
  const identities = await database.transact(systemActor, (tx) => listIdentityData(tx, person.id), {
    readOnly: true,
  })
  yield { path: 'company-accounts.json', value: identities }
}

export const singleSignOn: Feature<{ cookies: AccountCookies; enter: EnterSession }> = {
  name: 'single-sign-on',
  routes: (services, { cookies, enter }) => singleSignOnRoutes(services, cookies, enter),
  jobs: singleSignOnJobHandlers,
  emails: [companyLinkedEmail],
  personalData: { contributors: [identityData], erasers: [] },
  topics: [],
  hooks: () => ({}),
  links: [],
}
