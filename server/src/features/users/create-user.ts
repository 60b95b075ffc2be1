import type { NewUser, User } from '@exempta/contract/users'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { createPerson, prepareTemporaryPassword, requireAdministrator } from '../accounts/index.ts'
import { readUser } from './list-users.ts'
import { placeInBusiness } from './place-in-business.ts'
import { saveUser } from './queries.ts'
import { wantedPlace } from './wanted-place.ts'

export async function createUser(services: Services, call: Call, input: NewUser): Promise<User> {
  const admin = personOf(call)
  const { name, email, role, status } = input
  const prepared = await prepareTemporaryPassword(input.password)
  const id = await services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    const place = wantedPlace(input)
    const id = await createPerson(services, tx, call, { name, email, role, ...prepared })
    if (status !== 'active') await saveUser(tx, id, { status }, services.clock.now())
    if (place) await placeInBusiness(services, tx, call, { id, email }, place)
    await publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
    return id
  })
  return readUser(services, admin, id)
}
