import type { AreaResolution } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type UncertainAreaRow = Row<'document_uncertain_areas'>

export async function insertUncertainAreas(
  tx: Transaction,
  areas: readonly UncertainAreaRow[],
): Promise<void> {
  if (areas.length === 0) return
  await sql`
    insert into document_uncertain_areas
    select * from jsonb_populate_recordset(null::document_uncertain_areas, ${JSON.stringify(areas)}::jsonb)`.execute(
    tx,
  )
}

/** With what was decided so far. The pages of the new version must be there. */
export async function copyUncertainAreas(
  tx: Transaction,
  documentId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    insert into document_uncertain_areas
      (document_id, version, page, position, expected, reason, quad, resolution, resolved_at)
    select document_id, ${to}, page, position, expected, reason, quad, resolution, resolved_at
    from document_uncertain_areas where document_id = ${documentId} and version = ${from}`.execute(tx)
}

export const listUncertainAreas = (
  tx: Transaction,
  documentId: string,
  version: number,
): Promise<UncertainAreaRow[]> =>
  tx
    .selectFrom('document_uncertain_areas')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .orderBy('position')
    .execute()

/** Changes nothing, and returns undefined, when the decision is not the one that was shown. */
export const resolveUncertainArea = (
  tx: Transaction,
  area: { documentId: string; version: number; position: number },
  { shown, resolution }: { shown: AreaResolution | null; resolution: AreaResolution },
  now: Date,
): Promise<UncertainAreaRow | undefined> =>
  tx
    .updateTable('document_uncertain_areas')
    .set({ resolution, resolved_at: now })
    .where('document_id', '=', area.documentId)
    .where('version', '=', area.version)
    .where('position', '=', area.position)
    .where(sql<boolean>`resolution is not distinct from ${shown}`)
    .returningAll()
    .executeTakeFirst()

/** Of all documents of a person, in a fixed order. */
export async function uncertainAreasOf(
  tx: Transaction,
  ownerId: string,
  after: Pick<UncertainAreaRow, 'document_id' | 'version' | 'position'> | undefined,
  limit: number,
): Promise<UncertainAreaRow[]> {
  let page = tx
    .selectFrom('document_uncertain_areas as a')
    .innerJoin('documents as d', 'd.id', 'a.document_id')
    .selectAll('a')
    .where('d.owner_id', '=', ownerId)
  if (after) {
    page = page.where(
      sql<boolean>`(a.document_id, a.version, a.position)
        > (${after.document_id}::uuid, ${after.version}::integer, ${after.position}::integer)`,
    )
  }
  return page.orderBy('a.document_id').orderBy('a.version').orderBy('a.position').limit(limit).execute()
}
