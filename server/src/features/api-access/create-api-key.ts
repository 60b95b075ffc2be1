import type { createApiKey as contract } from '@exempta/contract/api-access'
import { limits } from '@exempta/contract/limits'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { hashToken } from '../../platform/random-token.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { requireManager } from '../businesses/index.ts'
import { asApiKey } from './as-api-key.ts'
import { newKeyText, prefixOf } from './key-text.ts'
import { lockAccess } from './queries/access.ts'
import { countLiveKeys, insertKey, keyPage } from './queries/keys.ts'

const dayMs = 24 * 60 * 60_000

/** The one answer that holds the key; only its hash is kept. */
export async function createApiKey(
  services: Services,
  call: Call,
  { name, scopes, expiresInDays, ranges }: RouteParsed<typeof contract>['body'],
): Promise<RouteReturn<typeof contract>> {
  const person = personOf(call)
  const at = services.clock.now()
  const id = timeOrderedId(at)
  const key = newKeyText()
  return services.database.transact(person, async (tx) => {
    const { businessId, businessStatus } = await requireManager(tx, person)
    if (businessStatus !== 'active') throw new AppError('business-not-active')
    // Locked: a withdrawal at the same moment revokes this key, too, or refuses it.
    const access = await lockAccess(tx, businessId)
    if (access?.state !== 'approved') throw new AppError('api-access-off')
    if ((await countLiveKeys(tx, businessId, at)) >= limits.apiKeysKept) {
      throw new AppError('conflict', { text: `Please revoke a key first: ${limits.apiKeysKept} are enough.` })
    }
    await insertKey(tx, {
      id,
      businessId,
      name,
      prefix: prefixOf(key),
      keyHash: hashToken(key),
      canReview: scopes.includes('review'),
      ranges,
      createdBy: person.id,
      createdAt: at,
      expiresAt: expiresInDays === null ? null : new Date(at.getTime() + expiresInDays * dayMs),
    })
    await recordAudit(tx, call, {
      at,
      action: 'api-key.create',
      target: { kind: 'api-key', id },
      details: { business: businessId, review: scopes.includes('review'), ranges: ranges.length },
    })
    const [made] = await keyPage(tx, { businessId, id }, undefined, 1)
    if (!made) throw new Error('The key that was made is not there')
    await publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
    return { ...asApiKey(made), key }
  })
}
