import type { Business, NewBusiness } from '@exempta/contract/admin-businesses'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireAdministrator } from '../accounts/index.ts'
import { readBusiness } from './as-business.ts'
import { insertBusiness } from './queries/businesses.ts'

export async function createBusiness(services: Services, call: Call, input: NewBusiness): Promise<Business> {
  const admin = personOf(call)
  const at = services.clock.now()
  const id = await services.database.transact(systemActor, async (tx) => {
    await requireAdministrator(tx, admin)
    const id = await insertBusiness(tx, input, at)
    await recordAudit(tx, call, {
      at,
      action: 'business.create',
      target: { kind: 'business', id },
      details: { status: input.status },
    })
    await publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
    return id
  })
  return readBusiness(services, admin, id)
}
