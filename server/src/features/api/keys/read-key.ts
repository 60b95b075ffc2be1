import type { ApiScope } from '@exempta/contract/access'
import type { ErrorCode } from '@exempta/contract/errors'
import { AppError } from '../../../platform/app-error.ts'
import type { KeyActor } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { GuardOptions } from '../../../platform/http/access-guard.ts'
import { isAllowedFrom } from '../../../platform/http/address-list.ts'
import { hashToken } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { limits } from '../limits.ts'
import { bearerKey, scopesOf } from './api-keys.ts'
import { keyFinder, noteUse, type PresentedKeyRow } from './queries/keys.ts'

/**
 * Returns why a key is refused now, or undefined. Checks the key first, then its business, then this call.
 */
function refusalOf(
  key: PresentedKeyRow,
  { now, ip, scope }: { now: Date; ip: string; scope: ApiScope },
): ErrorCode | undefined {
  if (key.revoked_at) return 'key-revoked'
  if (key.expires_at && key.expires_at <= now) return 'key-expired'
  if (key.business_status !== 'active') return 'business-not-active'
  if (key.access_state !== 'approved') return 'api-access-off'
  // The business's network list applies to its keys as well; a key's own list can only narrow it.
  if (!isAllowedFrom(key.key_ranges, ip) || !isAllowedFrom(key.business_ranges, ip))
    return 'address-not-allowed'
  return scopesOf(key).includes(scope) ? undefined : 'scope-missing'
}

/**
 * Reads the key and everything that decides about it on each call, so that any change takes effect at once.
 */
export function keyReader(services: Services): GuardOptions['authenticateKey'] {
  const find = keyFinder(services.database)
  return async (request, scope) => {
    const { headers, ip } = request
    const text = bearerKey(headers.authorization)
    const key = text && (await find(hashToken(text)))
    if (!key) throw new AppError('key-invalid')
    const { clock } = services
    const refusal = refusalOf(key, { now: clock.latest(), ip, scope })
    if (refusal) {
      request.refusedActor = asActor(key)
      throw new AppError(refusal)
    }
    const now = clock.now()
    if (isUseToNote(key, now)) await services.database.transact(systemActor, (tx) => noteUse(tx, key.id, now))
    return asActor(key)
  }
}

const asActor = (key: PresentedKeyRow): KeyActor => ({
  kind: 'key',
  id: key.id,
  businessId: key.business_id,
  businessName: key.business_name,
  canReview: key.can_review,
  canWriteCustomers: key.can_write_customers,
})

/** People look at the day or hour of the last use, so one write a minute is enough. */
const isUseToNote = ({ last_used_at }: PresentedKeyRow, now: Date) =>
  !last_used_at || now.getTime() - last_used_at.getTime() >= limits.apiKeyUseNotedMs
