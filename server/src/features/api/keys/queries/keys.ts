import type { ApiScope } from '@exempta/contract/access'
import type { ApiAccessState } from '@exempta/contract/api/keys'
import type { BusinessStatus } from '@exempta/contract/businesses'
import { CompiledQuery, sql } from 'kysely'
import { systemActor } from '../../../../platform/db/actor.ts'
import { batchLookups } from '../../../../platform/db/batch-lookups.ts'
import type { Database, Transaction } from '../../../../platform/db/database.ts'
import type { Row } from '../../../../platform/db/schema.ts'

export type KeyRow = Omit<Row<'api_keys'>, 'key_hash'> & { creator_name: string | null }

export interface KeyFilter {
  businessId: string
  id?: string
}

export async function keyPage(
  tx: Transaction,
  { businessId, id }: KeyFilter,
  before: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<KeyRow[]> {
  let page = tx
    .selectFrom('api_keys as k')
    .leftJoin('team_members as t', 't.user_id', 'k.created_by')
    .select(['k.id', 'k.business_id', 'k.name', 'k.prefix', 'k.created_by', 'k.created_at'])
    .select(['k.can_read', 'k.can_review', 'k.can_read_customers', 'k.can_write_customers'])
    .select(['k.expires_at', 'k.last_used_at', 'k.revoked_at', 't.name as creator_name'])
    .select(sql<string[]>`k.ranges::text[]`.as('ranges'))
    .where('k.business_id', '=', businessId)
  if (id) page = page.where('k.id', '=', id)
  if (before) {
    page = page.where(sql<boolean>`(k.created_at, k.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('k.created_at', 'desc').orderBy('k.id', 'desc').limit(limit).execute()
}

/** Counts keys that are neither revoked nor expired. */
export async function countLiveKeys(tx: Transaction, businessId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return count
}

export interface NewKey {
  id: string
  businessId: string
  name: string
  prefix: string
  keyHash: Buffer
  scopes: ReadonlySet<ApiScope>
  ranges: readonly string[]
  createdBy: string
  createdAt: Date
  expiresAt: Date | null
}

export async function insertKey(tx: Transaction, key: NewKey): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      id: key.id,
      business_id: key.businessId,
      name: key.name,
      prefix: key.prefix,
      key_hash: key.keyHash,
      can_read: key.scopes.has('read'),
      can_review: key.scopes.has('review'),
      can_read_customers: key.scopes.has('read-customers'),
      can_write_customers: key.scopes.has('write-customers'),
      ranges: sql<string[]>`
        array(select distinct network(range::inet) from unnest(${[...key.ranges]}::text[]) range order by 1)`,
      created_by: key.createdBy,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .execute()
}

/** Returns undefined if it does not exist; a revoked key is returned unchanged. */
export async function findKey(tx: Transaction, businessId: string, id: string) {
  return tx
    .selectFrom('api_keys')
    .select(['id', 'revoked_at'])
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
}

/** Revokes one key or all keys of a business, and returns the ids of those that were live. */
export async function revokeKeys(
  tx: Transaction,
  { businessId, id }: KeyFilter,
  now: Date,
): Promise<string[]> {
  let query = tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('business_id', '=', businessId)
    .where('revoked_at', 'is', null)
  if (id) query = query.where('id', '=', id)
  const rows = await query.returning('id').execute()
  return rows.map((row) => row.id)
}

export type ScopeColumns = Pick<
  Row<'api_keys'>,
  'can_read' | 'can_review' | 'can_read_customers' | 'can_write_customers'
>

/** A key with everything that decides whether it is valid now. */
export interface PresentedKeyRow extends ScopeColumns {
  id: string
  business_id: string
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  key_ranges: string[]
  business_ranges: string[] | null
  business_name: string
  business_status: BusinessStatus
  access_state: ApiAccessState | null
}

/** Plain SQL, like the session lookup, because it runs on every call. */
const keysWhere = (condition: string) => `
  select k.key_hash, k.id, k.business_id, k.can_read, k.can_review, k.can_read_customers, k.can_write_customers, k.expires_at, k.last_used_at, k.revoked_at,
    k.ranges::text[] as key_ranges, l.ranges::text[] as business_ranges,
    b.name as business_name, b.status as business_status, a.state as access_state
  from api_keys k
    join businesses b on b.id = k.business_id
    left join api_access a on a.business_id = k.business_id
    left join business_ip_lists l on l.business_id = k.business_id
  where k.key_hash ${condition}`

const askedAtOnce = 16
const keyByHash = keysWhere('= $1')
const keysByHashes = keysWhere(`in (${Array.from({ length: askedAtOnce }, (_, at) => `$${at + 1}`)})`)

async function findKeys(database: Database, hashes: Buffer[]): Promise<(PresentedKeyRow | undefined)[]> {
  const [text, values] =
    hashes.length === 1
      ? [keyByHash, hashes]
      : [keysByHashes, Array.from({ length: askedAtOnce }, (_, at) => hashes[at] ?? null)]
  const { rows } = await database.transact(
    systemActor,
    (tx) => tx.executeQuery<PresentedKeyRow & { key_hash: Buffer }>(CompiledQuery.raw(text, values)),
    { readOnly: true },
  )
  const found = new Map(rows.map((row) => [row.key_hash.toString('base64'), row]))
  return hashes.map((hash) => found.get(hash.toString('base64')))
}

/** One indexed query that concurrent calls share. Nothing is cached, so a revoked key is refused at once. */
export const keyFinder = (database: Database) =>
  batchLookups((hashes: Buffer[]) => findKeys(database, hashes), { maxBatchSize: askedAtOnce })

export async function noteUse(tx: Transaction, keyId: string, now: Date): Promise<void> {
  await tx.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', keyId).execute()
}
