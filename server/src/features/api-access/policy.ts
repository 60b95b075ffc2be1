import type { ApiScope } from '@exempta/contract/access'
import type { ErrorCode } from '@exempta/contract/errors'
import { isAllowedFrom } from '../../platform/http/address-list.ts'
import type { PresentedKeyRow } from './queries/presented-keys.ts'

/** Why a key does not count now, or undefined. What the key is comes first, then its business, then this call. */
export function refusalOf(
  key: PresentedKeyRow,
  { now, ip, scope }: { now: Date; ip: string; scope: ApiScope },
): ErrorCode | undefined {
  if (key.revoked_at) return 'key-revoked'
  if (key.expires_at && key.expires_at <= now) return 'key-expired'
  if (key.business_status !== 'active') return 'business-not-active'
  if (key.access_state !== 'approved') return 'api-access-off'
  // The list of the business holds for its keys as for its people; a key can only narrow it.
  if (!isAllowedFrom(key.key_ranges, ip) || !isAllowedFrom(key.business_ranges, ip))
    return 'address-not-allowed'
  return scope === 'review' && !key.can_review ? 'scope-missing' : undefined
}
