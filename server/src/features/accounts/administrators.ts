import { AppError } from '../../platform/app-error.ts'
import type { PersonActor } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hasOtherAdministrator, isActiveAdministrator, lockAdministrators } from './queries/accounts.ts'

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
