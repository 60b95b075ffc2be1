import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type ReadingRow = Row<'document_readings'>
export type FieldRow = Row<'document_fields'>

export async function insertReadings(
  tx: Transaction,
  readings: readonly ReadingRow[],
  fields: readonly FieldRow[],
): Promise<void> {
  if (readings.length === 0) return
  await sql`
    insert into document_readings
    select * from jsonb_populate_recordset(null::document_readings, ${JSON.stringify(readings)}::jsonb)`.execute(
    tx,
  )
  if (fields.length === 0) return
  await sql`
    insert into document_fields
    select * from jsonb_populate_recordset(null::document_fields, ${JSON.stringify(fields)}::jsonb)`.execute(
    tx,
  )
}

export const listReadings = (tx: Transaction, documentId: string, version: number): Promise<ReadingRow[]> =>
  tx
    .selectFrom('document_readings')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .orderBy('page')
    .execute()

export const listFields = (tx: Transaction, documentId: string, version: number): Promise<FieldRow[]> =>
  tx
    .selectFrom('document_fields')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .orderBy('page')
    .orderBy('name')
    .orderBy('position')
    .execute()

export interface PageWithFields
  extends Pick<
    ReadingRow,
    | 'document_id'
    | 'version'
    | 'page'
    | 'form'
    | 'form_edition'
    | 'printed_revision'
    | 'not_a_certificate'
    | 'has_hidden_license'
  > {
  fields: (Pick<FieldRow, 'name' | 'value' | 'state'> & { isSure: boolean })[]
}

/** Of all documents of a person, page by page in a fixed order. */
export async function readingsOf(
  tx: Transaction,
  ownerId: string,
  after: Pick<ReadingRow, 'document_id' | 'version' | 'page'> | undefined,
  limit: number,
): Promise<PageWithFields[]> {
  let page = tx
    .selectFrom('document_readings as r')
    .innerJoin('documents as d', 'd.id', 'r.document_id')
    .select(['r.document_id', 'r.version', 'r.page', 'r.form', 'r.not_a_certificate'])
    .select(['r.form_edition', 'r.printed_revision', 'r.has_hidden_license'])
    .select(
      sql<PageWithFields['fields']>`coalesce((
        select jsonb_agg(
          jsonb_build_object('name', f.name, 'value', f.value, 'state', f.state, 'isSure', f.is_sure)
          order by f.name, f.position)
        from document_fields f
        where f.document_id = r.document_id and f.version = r.version and f.page = r.page), '[]')`.as(
        'fields',
      ),
    )
    .where('d.owner_id', '=', ownerId)
  if (after) {
    page = page.where(
      sql<boolean>`(r.document_id, r.version, r.page)
        > (${after.document_id}::uuid, ${after.version}::integer, ${after.page}::integer)`,
    )
  }
  return page.orderBy('r.document_id').orderBy('r.version').orderBy('r.page').limit(limit).execute()
}

/** Processed before pages were read, oldest first. */
export const listUnread = (tx: Transaction, limit: number) =>
  tx
    .selectFrom('documents as d')
    .select(['d.id', 'd.version'])
    .where('d.status', '=', 'processed')
    .where('d.is_card', '=', false)
    .where(
      sql<boolean>`not exists (
        select from document_readings r where r.document_id = d.id and r.version = d.version)`,
    )
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()
