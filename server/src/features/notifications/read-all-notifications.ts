import { limits } from '@exempta/contract/limits'
import { type Call, personOf } from '../../platform/call.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { markAllRead } from './queries.ts'

export async function readAllNotifications(services: Services, call: Call): Promise<void> {
  const person = personOf(call)
  await services.database.transact(person, async (tx) => {
    const now = services.clock.now()
    const { numAffectedRows } = await markAllRead(person, now, limits.notificationsMarked).execute(tx)
    if (numAffectedRows)
      await publish(tx, `person:${person.id}`, 'changed', { topic: 'notifications', ids: [] })
  })
}
