import type { MemberRole } from '@exempta/contract/businesses'
import type { Role } from '@exempta/contract/people'
import { firmMissing } from '@exempta/contract/users'
import { AppError } from '../../platform/app-error.ts'
import type { Place } from './queries.ts'

/** Where a person of role business is to work, if that is somewhere else than now. */
export function wantedPlace(
  wanted: { role: Role; businessId: string | null; businessName: string | null; memberRole: MemberRole },
  present?: { role: Role; business_id: string | null },
): Place | undefined {
  const { role, businessId, businessName, memberRole } = wanted
  if (role !== 'business') return undefined
  if (businessName !== null) return { businessName }
  if (businessId !== null) {
    return businessId === present?.business_id ? undefined : { businessId, memberRole }
  }
  // Whoever was removed from a team waits for another one, and can be suspended meanwhile.
  if (present?.role === 'business') return undefined
  throw new AppError('invalid-input', { fields: [{ path: 'businessId', message: firmMissing }] })
}
