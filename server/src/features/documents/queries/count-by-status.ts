import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface DocumentCounts {
  uploaded: number
  processed: number
  pending: number
}

/** Read from the index by owner and status alone; `documentsKept` bounds what it passes over. */
export const countByStatus = (tx: Transaction, ownerId: string): Promise<DocumentCounts> =>
  tx
    .selectFrom('documents')
    .select((select) => [
      select.fn.countAll<number>().as('uploaded'),
      sql<number>`count(*) filter (where status = 'processed')`.as('processed'),
      sql<number>`count(*) filter (where status = 'processing')`.as('pending'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
