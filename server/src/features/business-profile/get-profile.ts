import type { BusinessProfile } from '@exempta/contract/business-profile'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { type Member, requireMember } from '../businesses/index.ts'
import { type BusinessRow, findBusiness } from './queries.ts'

export async function getProfile(services: Services, call: Call): Promise<BusinessProfile> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => {
      const member = await requireMember(tx, person)
      return asProfile(await findBusiness(tx, member.businessId), member)
    },
    { readOnly: true },
  )
}

export const asProfile = (row: BusinessRow, { role }: Pick<Member, 'role'>): BusinessProfile => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  website: row.website,
  address: row.address,
  taxId: row.tax_id,
  type: row.business_type,
  status: row.status,
  isVerified: row.verified,
  registeredAt: row.date_registered.toISOString(),
  ownRole: role,
  version: row.profile_version,
})
