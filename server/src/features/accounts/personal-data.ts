import { systemActor } from '../../platform/db/actor.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { findAccountData, listBrowserData, listPasskeyData, listSessionData } from './queries/accounts.ts'
import { type ActivityRow, activityPage } from './queries/profile.ts'

/** The account and what was done with it. Hashes and keys stay: they tell a person nothing and open a lot. */
export const accountData: DataContributor = async function* ({ database }, person) {
  // Sessions and factors are seen by the system alone; the queries name the person.
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
