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

type FieldKey = Pick<FieldRow, 'document_id' | 'version' | 'page' | 'name' | 'position'>

/** Of all documents of a person, in a fixed order. */
export async function fieldsOf(
  tx: Transaction,
  ownerId: string,
  after: FieldKey | undefined,
  limit: number,
): Promise<(FieldRow & Pick<ReadingRow, 'form'>)[]> {
  const { rows } = await sql<FieldRow & Pick<ReadingRow, 'form'>>`
    select f.*, r.form
    from document_fields f
      join documents d on d.id = f.document_id
      join document_readings r
        on r.document_id = f.document_id and r.version = f.version and r.page = f.page
    where d.owner_id = ${ownerId}
      ${
        after
          ? sql`and (f.document_id, f.version, f.page, f.name, f.position)
              > (${after.document_id}::uuid, ${after.version}::integer, ${after.page}::integer, ${after.name},
                ${after.position}::integer)`
          : sql``
      }
    order by f.document_id, f.version, f.page, f.name, f.position limit ${limit}`.execute(tx)
  return rows
}

/** Processed before pages were read, oldest first. */
export async function listUnread(tx: Transaction, limit: number): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select d.id, d.version from documents d
    where d.status = 'processed' and not d.is_card
      and not exists (
        select from document_readings r where r.document_id = d.id and r.version = d.version)
    order by d.created_at, d.id limit ${limit}`.execute(tx)
  return rows
}
