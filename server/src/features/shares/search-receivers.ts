import { limits } from '@exempta/contract/limits'
import type { ReceivingBusiness } from '@exempta/contract/shares'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { findReceivers } from './queries/receivers.ts'

export async function searchReceivers(
  { database }: Services,
  call: Call,
  search: string | undefined,
): Promise<ReceivingBusiness[]> {
  const person = personOf(call)
  const rows = await database.transact(
    person,
    (tx) => findReceivers(tx, person.id, search, limits.receiversFound),
    { readOnly: true },
  )
  return rows.map(({ id, name, verified, last_shared_at }) => ({
    id,
    name,
    isVerified: verified,
    lastSharedAt: last_shared_at?.toISOString() ?? null,
  }))
}
