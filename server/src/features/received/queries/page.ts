import type { ReviewState } from '@exempta/contract/received'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ReceivedRow } from './received.ts'
import { type SearchBounds, searchPage } from './search.ts'

type ReceivedSort = 'newest' | 'oldest'
type ReceivedPosition = readonly [sharedAt: string, id: string]

interface ReceivedFilter {
  search?: string | undefined
  status?: ReviewState | undefined
}

const orders = {
  newest: { order: sql`s.shared_at desc, s.id desc`, comparison: sql`<` },
  oldest: { order: sql`s.shared_at, s.id`, comparison: sql`>` },
} as const

/**
 * Shares have an index that begins with the business, with and without a state. The page is cut from it before
 * anything is joined, so it costs the same however many there are.
 */
export async function receivedPage(
  tx: Transaction,
  businessId: string,
  { search, status }: ReceivedFilter,
  sort: ReceivedSort,
  position: ReceivedPosition | undefined,
  limit: number,
  bounds?: SearchBounds,
): Promise<ReceivedRow[]> {
  const { order, comparison } = orders[sort]
  const wanted = sql`s.status <> 'revoked'
    ${status ? sql`and s.status = ${status}` : sql``}
    ${position ? sql`and (s.shared_at, s.id) ${comparison} (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``}`
  if (search) return searchPage(tx, businessId, search, { wanted, order, limit }, bounds)
  // The limit is written out: of a number that it does not know the planner expects a tenth of all, and plans anew.
  const { rows } = await sql<ReceivedRow>`
    select s.* from (
      select s.id from document_shares s where s.business_id = ${businessId} and ${wanted}
      order by ${order} limit ${sql.lit(limit)}) page
      join received_documents s on s.id = page.id
    order by ${order}`.execute(tx)
  return rows
}
