import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { findKey, revokeKeys } from './queries/keys.ts'

/** From the moment this commits, the key is refused in every process. Doing it again changes nothing. */
export async function revokeApiKey(services: Services, call: Call, id: string): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  await services.database.transact(person, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    if (!(await findKey(tx, businessId, id))) throw new AppError('not-found')
    if ((await revokeKeys(tx, { businessId, id }, at)).length === 0) return
    await recordAudit(tx, call, {
      at,
      action: 'api-key.revoke',
      target: { kind: 'api-key', id },
      details: { business: businessId },
    })
    await publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
  })
}
