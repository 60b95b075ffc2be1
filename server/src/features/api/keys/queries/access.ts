import type { ApiAccessState } from '@exempta/contract/api/keys'
import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import { containing } from '../../../../platform/db/like.ts'
import type { Row } from '../../../../platform/db/schema.ts'

export type AccessRow = Row<'api_access'>

export const findAccess = (tx: Transaction, businessId: string): Promise<AccessRow | undefined> =>
  tx.selectFrom('api_access').selectAll().where('business_id', '=', businessId).executeTakeFirst()

/**
 * Until this transaction ends, nobody else can decide or create a key. Uses an advisory lock, because a
 * manager may not lock the row.
 */
export async function lockAccess(tx: Transaction, businessId: string): Promise<AccessRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`API access ${businessId}`}, 0))`.execute(tx)
  return findAccess(tx, businessId)
}

/** Returns undefined if someone else has already requested access or it is approved. */
export function upsertRequest(
  tx: Transaction,
  request: { businessId: string; personId: string; purpose: string },
  now: Date,
): Promise<AccessRow | undefined> {
  const asked = {
    state: 'requested',
    requested_by: request.personId,
    requested_at: now,
    purpose: request.purpose,
    decided_at: null,
    reason: null,
  } as const
  return tx
    .insertInto('api_access')
    .values({ business_id: request.businessId, ...asked })
    .onConflict((conflict) =>
      conflict
        .column('business_id')
        .doUpdateSet(asked)
        .where('api_access.state', 'in', ['declined', 'withdrawn']),
    )
    .returningAll()
    .executeTakeFirst()
}

export async function updateState(
  tx: Transaction,
  businessId: string,
  { state, reason }: { state: ApiAccessState; reason: string | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('api_access')
    .set({ state, reason, decided_at: now })
    .where('business_id', '=', businessId)
    .execute()
}

export interface RequestFilter {
  search?: string | undefined
  state?: ApiAccessState | undefined
  businessId?: string
}

/** The page is cut before keys are counted. */
export function requestPage(
  tx: Transaction,
  { search, state, businessId }: RequestFilter,
  before: readonly [requestedAt: string, businessId: string] | undefined,
  limit: number,
  now: Date,
) {
  let page = tx
    .selectFrom('api_access as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .selectAll('a')
    .select('b.name as business_name')
    .orderBy('a.requested_at', 'desc')
    .orderBy('a.business_id', 'desc')
    .limit(limit)
  if (businessId) page = page.where('a.business_id', '=', businessId)
  if (state) page = page.where('a.state', '=', state)
  if (search) page = page.where('b.name', 'ilike', containing(search))
  if (before) {
    page = page.where(
      sql<boolean>`(a.requested_at, a.business_id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`,
    )
  }
  return tx
    .selectFrom(page.as('p'))
    .leftJoin('users as u', 'u.id', 'p.requested_by')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('api_keys')
          .select(({ fn }) => [
            sql<number>`(count(*) filter (
              where revoked_at is null and (expires_at is null or expires_at > ${now})))::int`.as('keys'),
            fn.max('last_used_at').as('last_used_at'),
          ])
          .whereRef('business_id', '=', 'p.business_id')
          .as('k'),
      (join) => join.onTrue(),
    )
    .selectAll('p')
    .select(['u.name as requester_name', 'k.keys', 'k.last_used_at'])
    .orderBy('p.requested_at', 'desc')
    .orderBy('p.business_id', 'desc')
    .execute()
}

export type RequestRow = Awaited<ReturnType<typeof requestPage>>[number]

/** The people who can react: the managers of the business. */
export const listManagers = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('business_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email'])
    .where('m.business_id', '=', businessId)
    .where('m.role', '=', 'manager')
    .where('m.status', '=', 'active')
    .where('u.status', '=', 'active')
    .orderBy('u.id')
    .execute()
