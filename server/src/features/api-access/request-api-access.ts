import type { ApiAccess } from '@exempta/contract/api-access'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { notify } from '../notifications/index.ts'
import { asApiAccess } from './as-api-access.ts'
import { upsertRequest } from './queries/access.ts'

export function requestApiAccess(services: Services, call: Call, purpose: string): Promise<ApiAccess> {
  const person = personOf(call)
  const at = services.clock.now()
  return services.database.transact(person, async (tx) => {
    const { businessId, businessName } = await requireManager(tx, person)
    const row = await upsertRequest(tx, { businessId, personId: person.id, purpose }, at)
    if (!row) throw new AppError('conflict')
    await recordAudit(tx, call, {
      at,
      action: 'api-access.request',
      target: { kind: 'business', id: businessId },
    })
    await publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [businessId] })
    await notify(services, tx, {
      audience: { kind: 'role', role: 'admin' },
      type: 'businesses',
      title: 'A business requests API access',
      message: `${businessName} waits for an answer.`,
      link: '/admin/api-access?state=requested',
      alsoByMail: true,
    })
    await publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [businessId] })
    return asApiAccess(row)
  })
}
