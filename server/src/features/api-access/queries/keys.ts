import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ApiKeysTable } from '../../../platform/db/schema/api-access.ts'

export type KeyRow = Omit<Selectable<ApiKeysTable>, 'key_hash'> & { creator_name: string | null }

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
  const { rows } = await sql<KeyRow>`
    select k.id, k.business_id, k.name, k.prefix, k.can_review, k.ranges::text[] as ranges, k.created_by,
      k.created_at, k.expires_at, k.last_used_at, k.revoked_at, t.name as creator_name
    from api_keys k left join team_members t on t.user_id = k.created_by
    where k.business_id = ${businessId} ${id ? sql`and k.id = ${id}` : sql``}
      ${before ? sql`and (k.created_at, k.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by k.created_at desc, k.id desc limit ${limit}`.execute(tx)
  return rows
}

/** Those that count. */
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
  canReview: boolean
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
      can_review: key.canReview,
      ranges: sql<string[]>`
        array(select distinct network(range::inet) from unnest(${[...key.ranges]}::text[]) range order by 1)`,
      created_by: key.createdBy,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .execute()
}

/** Undefined when there is none; one that is revoked stays as it was. */
export async function findKey(tx: Transaction, businessId: string, id: string) {
  return tx
    .selectFrom('api_keys')
    .select(['id', 'revoked_at'])
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
}

/** Of one key, or of all of a business; answers the ids of those that were not revoked before. */
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
