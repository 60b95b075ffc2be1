import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { insertRead, isAddressedTo } from './queries.ts'

export async function readNotification(services: Services, call: Call, id: string): Promise<void> {
  const person = personOf(call)
  await services.database.transact(person, async (tx) => {
    if (!(await isAddressedTo(tx, person, id))) throw new AppError('not-found')
    const isNews = await insertRead(tx, person, id, services.clock.now())
    // Other tabs of the same person show it as read too.
    if (isNews) await publish(tx, `person:${person.id}`, 'changed', { topic: 'notifications', ids: [id] })
  })
}
