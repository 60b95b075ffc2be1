import type { MemberRole } from '@exempta/contract/businesses'
import type { Role } from '@exempta/contract/people'
import { firmMissing } from '@exempta/contract/users'
import { AppError } from '../../platform/app-error.ts'
import type { Place } from './queries.ts'

/** Where a person of role business is to work, if that is somewhere else than now. */
export function wantedPlace(
  wanted: { role: Role; businessId: string | null; businessName: string | null; memberRole: MemberRole },
  presentBusinessId: string | null,
): Place | undefined {
  const { role, businessId, businessName, memberRole } = wanted
  if (role !== 'business') return undefined
  if (businessName !== null) return { businessName }
  if (businessId !== null) {
    return businessId === presentBusinessId ? undefined : { businessId, memberRole }
  }
  if (presentBusinessId !== null) return undefined
  throw new AppError('invalid-input', { fields: [{ path: 'businessId', message: firmMissing }] })
}
