import type { ApiAccess } from '@exempta/contract/api-access'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { asApiAccess } from './as-api-access.ts'
import { findAccess } from './queries/access.ts'

export async function getApiAccess({ database }: Services, call: Call): Promise<ApiAccess> {
  const person = personOf(call)
  const row = await database.transact(
    person,
    async (tx) => findAccess(tx, (await requireMember(tx, person)).businessId),
    { readOnly: true },
  )
  return asApiAccess(row)
}
