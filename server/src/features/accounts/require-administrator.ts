import { AppError } from '../../platform/app-error.ts'
import type { PersonActor } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { isActiveAdministrator } from './queries/administrators.ts'

/** Asked inside the act: whoever lost the right a moment ago is refused. */
export async function requireAdministrator(tx: Transaction, person: PersonActor): Promise<void> {
  if (!(await isActiveAdministrator(tx, person.id))) throw new AppError('not-allowed')
}
