import { type Call, personOf } from '../../platform/call.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { insertAllReads } from './queries.ts'

export async function readAllNotifications(services: Services, call: Call): Promise<void> {
  const person = personOf(call)
  await services.database.transact(person, async (tx) => {
    const count = await insertAllReads(tx, person, services.clock.now())
    if (count > 0) await publish(tx, `person:${person.id}`, 'changed', { topic: 'notifications', ids: [] })
  })
}
