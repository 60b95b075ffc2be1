import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { CustomerRecord } from './records.ts'

export type ChangedPosition = readonly [updatedAt: string, id: string]

/** The least recently changed first, through the index of changes. */
export const changedPage = (
  tx: Transaction,
  businessId: string,
  { since, after }: { since: Date | undefined; after: ChangedPosition | undefined },
  limit: number,
): Promise<CustomerRecord[]> =>
  tx
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('merged_into', 'is', null)
    .$if(since !== undefined, (query) => query.where('updated_at', '>=', since as Date))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(updated_at, id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute()

/** The numbers of these customers, by their ids. */
export async function numbersOf(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('customers')
    .select(['id', 'number'])
    .where('business_id', '=', businessId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.flatMap(({ id, number }) => (number === null ? [] : [[id, number]])))
}
