import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findLink, issueLink, takeLink } from '../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../platform/services.ts'
import { prepareAccount } from './create-account.ts'
import { refuseWeakPassword } from './passwords.ts'
import {
  hasAdministrator,
  hasOtherAdministrator,
  isActiveAdministrator,
  lockAdministrators,
  lockFirstAdministrator,
} from './queries/accounts.ts'
import { sendVerification } from './recovery/email-address.ts'
import { startSession } from './start-session.ts'

/** The link to print while there is no administrator; each start invalidates the previous one. */
export async function issueSetUpLink(services: Services): Promise<string | undefined> {
  return services.database.transact(systemActor, async (tx) => {
    await lockFirstAdministrator(tx)
    if (await hasAdministrator(tx)) return undefined
    const link = await issueLink(services, tx, { purpose: 'set-up' })
    return link.reveal()
  })
}

/** Creates the administrator from the environment unless the installation already has one. */
export async function createFirstAdministrator(
  services: Services,
  input: { email: string; password: string },
): Promise<boolean> {
  const create = await prepareAccount({
    ...input,
    name: 'Administrator',
    role: 'admin',
    isEmailVerified: true,
  })
  return services.database.transact(systemActor, async (tx) => {
    await lockFirstAdministrator(tx)
    if (await hasAdministrator(tx)) return false
    await recordCreation(services, tx, systemCall, await create(services, tx))
    return true
  })
}

/** Refuses a link that isn't the one printed at startup. It stays valid. */
export async function requireSetUpLink(services: Services, token: string): Promise<void> {
  const link = await services.database.transact(systemActor, (tx) => findLink(services, tx, token, 'set-up'))
  if (!link) throw new AppError('gone')
}

/** Returns the new administrator with the session token. */
export async function setUpAdministrator(
  services: Services,
  call: Call,
  input: { token: string; name: string; email: string; password: string },
): Promise<{ token: string; personId: string }> {
  const { token, ...account } = input
  // Hashing is expensive, so invalid links are refused before it.
  await requireSetUpLink(services, token)
  await refuseWeakPassword(account.password, account)
  const create = await prepareAccount({ ...account, role: 'admin' })
  return services.database.transact(systemActor, async (tx) => {
    await lockFirstAdministrator(tx)
    const link = await takeLink(services, tx, token, 'set-up')
    if (!link || (await hasAdministrator(tx))) throw new AppError('gone')
    const id = await create(services, tx)
    await recordCreation(services, tx, call, id)
    await sendVerification(services, tx, { id, email: account.email })
    return { token: await startSession(services, tx, call, { id, role: 'admin' }), personId: id }
  })
}

const recordCreation = (services: Services, tx: Transaction, call: Call, id: string) =>
  recordAudit(tx, call, {
    at: services.clock.now(),
    action: 'administrator.create',
    target: { kind: 'person', id },
  })

/** Call before an administrator leaves or is demoted or suspended: an installation must keep at least one. */
export async function refuseLastAdministrator(tx: Transaction, personId: string): Promise<void> {
  await lockAdministrators(tx)
  if (!(await isActiveAdministrator(tx, personId)) || (await hasOtherAdministrator(tx, personId))) return
  throw new AppError('last-of-its-kind', {
    text: 'This is the only active administrator. Make someone else an administrator first.',
  })
}

/** Call inside the transaction, so that a person who has just lost the role is refused. */
export async function requireAdministrator(tx: Transaction, person: PersonActor): Promise<void> {
  if (!(await isActiveAdministrator(tx, person.id))) throw new AppError('not-allowed')
}
