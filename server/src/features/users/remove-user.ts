import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { refuseLastAdministrator, requireAdministrator } from '../accounts/index.ts'
import { refuseLastManager } from '../businesses/index.ts'
import { closeAccount } from '../privacy/index.ts'
import { lockUser } from './queries.ts'

/** Like somebody who deletes the own account, without the password. */
export function removeUser(services: Services, call: Call, id: string): Promise<void> {
  const admin = personOf(call)
  return services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    if (id === admin.id) throw new AppError('own-account')
    const user = await lockUser(tx, id)
    if (!user) throw new AppError('not-found')
    await refuseLastAdministrator(tx, id)
    await refuseLastManager(tx, id)
    await closeAccount(services, tx, call, id)
    if (user.business_id) {
      await publish(tx, `business:${user.business_id}`, 'changed', { topic: 'business', ids: [id] })
    }
    await publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
  })
}
