import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** Normalizes the ranges as the database does: networks, sorted, without duplicates. */
const networks = (ranges: readonly string[]) => sql<string[]>`
  array(select distinct network(range::inet) from unnest(${ranges}::text[]) range order by 1)`

const rangesAsText = sql<string[]>`ranges::text[]`.as('ranges')

export async function findAdminRanges(tx: Transaction): Promise<string[]> {
  const row = await tx.selectFrom('admin_ip_list').select(rangesAsText).executeTakeFirst()
  return row?.ranges ?? []
}

export async function findBusinessRanges(tx: Transaction, businessId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('business_ip_lists')
    .select(rangesAsText)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row?.ranges ?? []
}

/**
 * An advisory lock, because a list that was never saved has no row to lock; of two concurrent changes each
 * sees what it replaces.
 */
export async function lockIpList(tx: Transaction, list: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`IP list ${list}`}, 0))`.execute(tx)
}

export async function upsertAdminRanges(
  tx: Transaction,
  ranges: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('admin_ip_list')
    .values({ ranges: networks(ranges), updated_at: now })
    .onConflict((conflict) =>
      conflict.expression(sql`(true)`).doUpdateSet({ ranges: networks(ranges), updated_at: now }),
    )
    .execute()
}

export async function upsertBusinessRanges(
  tx: Transaction,
  businessId: string,
  ranges: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('business_ip_lists')
    .values({ business_id: businessId, ranges: networks(ranges), updated_at: now })
    .onConflict((conflict) =>
      conflict.column('business_id').doUpdateSet({ ranges: networks(ranges), updated_at: now }),
    )
    .execute()
}

export async function listAdministratorIds(tx: Transaction): Promise<string[]> {
  const rows = await tx.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  return rows.map(({ id }) => id)
}
