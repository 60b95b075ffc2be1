import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hasOtherAdministrator, isActiveAdministrator, lockAdministrators } from './queries/administrators.ts'

/** Somebody always administers the installation: asked before one leaves, is demoted or suspended. */
export async function refuseLastAdministrator(tx: Transaction, personId: string): Promise<void> {
  await lockAdministrators(tx)
  if (!(await isActiveAdministrator(tx, personId)) || (await hasOtherAdministrator(tx, personId))) return
  throw new AppError('last-of-its-kind', {
    text: 'This is the only active administrator. Please name another one first.',
  })
}
