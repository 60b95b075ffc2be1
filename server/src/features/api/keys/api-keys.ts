import { type ApiScope, apiScopes } from '@exempta/contract/access'
import type { ApiKey, createApiKey as contract } from '@exempta/contract/api/keys'
import { dayMs } from '@exempta/contract/durations'
import type { PageQuery } from '@exempta/contract/paging'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { hashToken, randomToken, timeOrderedId } from '../../../platform/identifiers.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { requireManager } from '../../businesses/index.ts'
import { limits } from '../limits.ts'
import { lockAccess } from './queries/access.ts'
import {
  countLiveKeys,
  findKey,
  insertKey,
  type KeyRow,
  keyPage,
  revokeKeys,
  type ScopeColumns,
} from './queries/keys.ts'

export const scopesOf = (row: ScopeColumns): ApiScope[] =>
  apiScopes.filter((scope) => row[columnOfScope[scope]])

const columnOfScope = {
  read: 'can_read',
  review: 'can_review',
  'read-customers': 'can_read_customers',
  'write-customers': 'can_write_customers',
} as const satisfies Record<ApiScope, keyof ScopeColumns>

/** What acts can also look. */
const including = { review: 'read', 'write-customers': 'read-customers' } as const
const withIncluded = (scopes: readonly ApiScope[]): ReadonlySet<ApiScope> =>
  new Set(
    scopes.flatMap((scope) =>
      scope in including ? [scope, including[scope as keyof typeof including]] : scope,
    ),
  )

const asApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: scopesOf(row),
  ranges: row.ranges,
  createdAt: row.created_at.toISOString(),
  createdBy: row.creator_name,
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})

/** Secret scanners recognize a key by this prefix. */
const beginning = 'exk_'
const prefixLength = beginning.length + 6
const keyText = /^exk_[A-Za-z0-9_-]{43}$/

export const newKeyText = (): string => beginning + randomToken()

/** The part of a key that people recognize it by. */
const prefixOf = (key: string): string => key.slice(0, prefixLength)

/** Returns the key from an `Authorization` header; undefined unless it looks like one. */
export function bearerKey(untrustedHeader: string | undefined): string | undefined {
  const given = untrustedHeader?.match(/^Bearer +(\S+) *$/i)?.[1]
  return given && keyText.test(given) ? given : undefined
}

const newestFirst = defineKeyset('API keys', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listApiKeys(
  { database }: Services,
  call: Call,
  { cursor, limit }: PageQuery,
): Promise<{ items: ApiKey[]; nextCursor: string | null }> {
  const person = personOf(call)
  const before = newestFirst.read(cursor)
  const rows = await database.transact(
    person,
    async (tx) => keyPage(tx, await requireManager(tx, person), before, limit + 1),
    { readOnly: true },
  )
  const { items, nextCursor } = newestFirst.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
  return { items: items.map(asApiKey), nextCursor }
}

/** The only response that contains the key; just its hash is stored. */
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
    // The lock makes a concurrent withdrawal either revoke this key too or refuse it.
    const access = await lockAccess(tx, businessId)
    if (access?.state !== 'approved') throw new AppError('api-access-off')
    if ((await countLiveKeys(tx, businessId, at)) >= limits.apiKeysKept) {
      throw new AppError('conflict', {
        text: `You can have ${limits.apiKeysKept} API keys. Revoke one before you create another.`,
      })
    }
    await insertKey(tx, {
      id,
      businessId,
      name,
      prefix: prefixOf(key),
      keyHash: hashToken(key),
      scopes: withIncluded(scopes),
      ranges,
      createdBy: person.id,
      createdAt: at,
      expiresAt:
        expiresInDays === null ? null : new Date(services.clock.latest().getTime() + expiresInDays * dayMs),
    })
    await recordAudit(tx, call, {
      at,
      action: 'api-key.create',
      target: { kind: 'api-key', id },
      details: {
        business: businessId,
        review: scopes.includes('review'),
        customers: scopes.includes('write-customers'),
        ranges: ranges.length,
      },
    })
    const [made] = await keyPage(tx, { businessId, id }, undefined, 1)
    if (!made) throw new Error('The key that was made is not there')
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
    return { ...asApiKey(made), key }
  })
}

/** Once this commits, every process refuses the key. Revoking it again changes nothing. */
export async function revokeApiKey(services: Services, call: Call, id: string): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  await services.database.transact(person, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    if (!(await findKey(tx, businessId, id))) throw new AppError('not-found')
    if ((await revokeKeys(tx, { businessId, id }, at)).length === 0) return
    await recordAudit(tx, call, {
      at,
      action: 'api-key.revoke',
      target: { kind: 'api-key', id },
      details: { business: businessId },
    })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
  })
}
