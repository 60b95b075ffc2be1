import type { Business } from '@exempta/contract/admin-businesses'
import type { BusinessProfileChange } from '@exempta/contract/business-profile'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { readBusiness } from './as-business.ts'
import { changeBusiness, tellOfBusiness } from './change-business.ts'
import { saveBusiness } from './queries/businesses.ts'

/** A verified business stays verified: whoever changes it here is who checks it. */
export async function updateBusiness(
  services: Services,
  call: Call,
  { id, ...change }: BusinessProfileChange & { id: string },
): Promise<Business> {
  const at = services.clock.now()
  await changeBusiness(services, call, id, async (tx, before) => {
    if (before.profile_version !== change.version) throw new AppError('conflict')
    await saveBusiness(tx, id, change, at)
    await recordAudit(tx, call, { at, action: 'business.update', target: { kind: 'business', id } })
    await tellOfBusiness(tx, id)
  })
  return readBusiness(services, personOf(call), id)
}
