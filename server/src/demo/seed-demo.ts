import { prepareAccount } from '../features/accounts/index.ts'
import { createBusiness } from '../features/businesses/index.ts'
import { notify } from '../features/notifications/index.ts'
import { AppError } from '../platform/app-error.ts'
import { systemCall } from '../platform/call.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { Services } from '../platform/services.ts'
import { demoNews } from './news.ts'
import { demoPassword, demoPeople } from './people.ts'

/** Loads lively data through the same verbs as real use; what is there already stays as it is. */
export async function seedDemo(services: Services): Promise<void> {
  for (const person of demoPeople) {
    const create = await prepareAccount({ ...person, password: demoPassword, isEmailVerified: true })
    try {
      await services.database.transact(systemActor, async (tx) => {
        const id = await create(services, tx)
        if (person.role === 'business') {
          await createBusiness(services, tx, systemCall, { ...person, managerId: id })
        }
        for (const news of demoNews[person.role]) {
          await notify(services, tx, { ...news, audience: { kind: 'person', id } })
        }
      })
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'address-taken')) throw error
    }
  }
}
