import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireAdministrator } from '../accounts/index.ts'
import { type LockedBusiness, lockBusiness } from './queries/businesses.ts'
import { listMemberIds } from './queries/members.ts'

/** Work on one business under its lock, by somebody who is an administrator at that moment. */
export function changeBusiness<T>(
  services: Services,
  call: Call,
  id: string,
  work: (tx: Transaction, business: LockedBusiness) => Promise<T>,
): Promise<T> {
  return services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, personOf(call))
    const business = await lockBusiness(tx, id)
    if (!business) throw new AppError('not-found')
    return work(tx, business)
  })
}

/** Name and status stand in the session of each member. Called last: streams are locked in this order. */
export async function tellOfBusiness(tx: Transaction, id: string): Promise<void> {
  await publish(tx, `business:${id}`, 'changed', { topic: 'business', ids: [id] })
  for (const personId of await listMemberIds(tx, id)) {
    await publish(tx, `person:${personId}`, 'changed', { topic: 'account', ids: [personId] })
  }
  await publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
}
