import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { confirmPassword, lockConfirmedPerson, refuseLastAdministrator } from '../accounts/index.ts'
import { refuseLastManager } from '../businesses/index.ts'
import { closeAccount } from './erasure.ts'

/** Deletes the caller's own account after checking the password. */
export async function deleteAccount(services: Services, call: Call, password: string): Promise<void> {
  const { id } = personOf(call)
  const confirmed = await confirmPassword(services, call, password)
  await services.database.transact(systemActor, async (tx) => {
    if (!(await lockConfirmedPerson(tx, confirmed))) throw new AppError('wrong-password')
    await refuseLastAdministrator(tx, id)
    await refuseLastManager(tx, id)
    await closeAccount(services, tx, call, id)
  })
}
