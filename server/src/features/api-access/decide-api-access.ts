import {
  type ApiAccessDecision,
  type ApiAccessRequest,
  type ApiAccessState,
  apiAccessDecisions,
} from '@exempta/contract/api-access'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireAdministrator } from '../accounts/index.ts'
import { asRequest } from './as-api-access.ts'
import { lockAccess, requestPage, updateState } from './queries/access.ts'
import { revokeKeys } from './queries/keys.ts'
import { tellManagers } from './tell-managers.ts'

export interface Deciding {
  businessId: string
  decision: ApiAccessDecision
  reason?: string | undefined
}

/** An approval after a withdrawal starts without keys: none that was forgotten comes back to life. */
export function decideApiAccess(
  services: Services,
  call: Call,
  { businessId, decision, reason }: Deciding,
): Promise<ApiAccessRequest> {
  const admin = personOf(call)
  const at = services.clock.now()
  return services.database.transact(admin, async (tx) => {
    await requireAdministrator(tx, admin)
    const access = await lockAccess(tx, businessId)
    if (!access) throw new AppError('not-found')
    const { from, to } = apiAccessDecisions[decision]
    if (!(from as readonly ApiAccessState[]).includes(access.state)) throw new AppError('conflict')
    const told = to === 'approved' ? null : reason || null
    await updateState(tx, businessId, { state: to, reason: told }, at)
    const revoked = to === 'withdrawn' ? await revokeKeys(tx, { businessId }, at) : []
    await recordAudit(tx, call, {
      at,
      action: `api-access.${decision}`,
      target: { kind: 'business', id: businessId },
      ...(to === 'withdrawn' && { details: { keys: revoked.length } }),
    })
    const [row] = await requestPage(tx, { businessId }, undefined, 1, at)
    if (!row) throw new AppError('not-found')
    await tellManagers(services, tx, { businessId, businessName: row.business_name, decision, reason: told })
    await publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [businessId] })
    await publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [businessId] })
    return asRequest(row)
  })
}
