import { AppError } from '../../platform/app-error.ts'
import type { PersonActor } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hasOtherAdministrator, isActiveAdministrator, lockAdministrators } from './queries/accounts.ts'

/** Somebody always administers the installation: asked before one leaves, is demoted or suspended. */
export async function refuseLastAdministrator(tx: Transaction, personId: string): Promise<void> {
  await lockAdministrators(tx)
  if (!(await isActiveAdministrator(tx, personId)) || (await hasOtherAdministrator(tx, personId))) return
  throw new AppError('last-of-its-kind', {
    text: 'This is the only active administrator. Please name another one first.',
  })
}

/** Asked inside the act: whoever lost the right a moment ago is refused. */
export async function requireAdministrator(tx: Transaction, person: PersonActor): Promise<void> {
  if (!(await isActiveAdministrator(tx, person.id))) throw new AppError('not-allowed')
}
