import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import type { AccountCookies } from './cookies.ts'
import * as emails from './emails.ts'
import { accountJobHandlers } from './jobs.ts'
import { findAccountData, listBrowserData, listPasskeyData, listSessionData } from './queries/accounts.ts'
import { type ActivityRow, activityPage } from './queries/profile.ts'
import { accountRoutes } from './routes.ts'
import type { SessionReader } from './sessions.ts'
import type { EnterSession } from './start-session.ts'

/**
 * Exports the account and its activity. Hashes and keys are left out: they tell a person nothing and would
 * help an attacker.
 */
const accountData: DataContributor = async function* ({ database }, person) {
  // Only the system can read sessions and second factors; the queries filter by the person.
  const account = await database.transact(
    systemActor,
    async (tx) => ({
      ...(await findAccountData(tx, person.id)),
      sessions: await listSessionData(tx, person.id),
      passkeys: await listPasskeyData(tx, person.id),
      knownBrowsers: await listBrowserData(tx, person.id),
    }),
    { readOnly: true },
  )
  yield { path: 'account.json', value: account }

  const readActivity = (last: ActivityRow | undefined, limit: number) =>
    database.transact(
      person,
      async (tx) => {
        const before = last && ([last.at.toISOString(), last.id] as const)
        return (await activityPage(person.id, before, limit).execute(tx)).rows
      },
      { readOnly: true },
    )
  yield { path: 'activity.json', rows: readInBatches(readActivity) }
}

export const accounts: Feature<{ cookies: AccountCookies; sessions: SessionReader; enter: EnterSession }> = {
  name: 'accounts',
  routes: (services, { cookies, sessions, enter }) => accountRoutes(services, cookies, sessions, enter),
  jobs: accountJobHandlers,
  emails: [
    emails.accountNoticeEmail,
    emails.confirmNewAddressEmail,
    emails.choosePasswordEmail,
    emails.resetPasswordEmail,
    emails.verifyAddressEmail,
  ],
  personalData: { contributors: [accountData], erasers: [] },
  topics: ['account'],
  hooks: () => ({}),
  links: ['set-up', 'reset-password', 'choose-password', 'verify-email', 'change-email'],
}
