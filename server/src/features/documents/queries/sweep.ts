import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { DocumentRow } from './documents.ts'

/** Failed documents whose original was kept for a retry that is now overdue. */
export const listOldOriginals = (tx: Transaction, until: Date, limit: number): Promise<DocumentRow[]> =>
  tx
    .selectFrom('documents')
    .selectAll()
    .where('has_original', '=', true)
    .where('status', '=', 'failed')
    .where('updated_at', '<=', until)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const listLongProcessing = (tx: Transaction, until: Date, limit: number): Promise<DocumentRow[]> =>
  tx
    .selectFrom('documents')
    .selectAll()
    .where('has_original', '=', true)
    .where('status', '=', 'processing')
    .where('updated_at', '<=', until)
    .orderBy('updated_at')
    .limit(limit)
    .execute()

/** Versions that were requested before `until` and are still unfinished. */
export const listUnfinished = (tx: Transaction, until: Date, limit: number) =>
  tx
    .selectFrom('document_versions')
    .select(['document_id', 'version'])
    .where('ready_at', 'is', null)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Documents past their owner's retention setting. */
export async function listExpired(
  tx: Transaction,
  now: Date,
  limit: number,
): Promise<Pick<DocumentRow, 'id' | 'owner_id'>[]> {
  return tx
    .selectFrom('privacy_settings as p')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('documents')
          .select(['id', 'owner_id'])
          .whereRef('owner_id', '=', 'p.user_id')
          .where(sql<boolean>`created_at <= ${now}::timestamptz - make_interval(days => p.retention_days)`)
          .orderBy('created_at')
          .orderBy('id')
          .limit(limit)
          .as('d'),
      (join) => join.onTrue(),
    )
    .select(['d.id', 'd.owner_id'])
    .where('p.retention_days', 'is not', null)
    .limit(limit)
    .execute()
}

export async function listIdsOf(tx: Transaction, ownerId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('documents')
    .select('id')
    .where('owner_id', '=', ownerId)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
