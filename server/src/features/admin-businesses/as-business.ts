import type { Business } from '@exempta/contract/admin-businesses'
import { AppError } from '../../platform/app-error.ts'
import type { PersonActor } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { type BusinessRow, findBusiness } from './queries/businesses.ts'

export async function readBusiness(
  { database }: Services,
  admin: PersonActor,
  id: string,
): Promise<Business> {
  const row = await database.transact(admin, (tx) => findBusiness(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return asBusiness(row)
}

export const asBusiness = (row: BusinessRow): Business => ({
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
  userCount: row.user_count,
  documentsReceived: row.documents_received,
  registeredAt: row.date_registered.toISOString(),
  version: row.profile_version,
})
