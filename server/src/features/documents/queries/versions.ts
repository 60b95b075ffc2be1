import type { Box } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type PageRow = Row<'document_pages'>
export type FindingRow = Row<'document_findings'>
export type VersionRow = Row<'document_versions'>

/** Returns false if the version already exists. */
export async function insertVersion(
  tx: Transaction,
  documentId: string,
  version: number,
  boxes: readonly Box[],
  now: Date,
  endsCheck = false,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('document_versions')
    .values({
      document_id: documentId,
      version,
      boxes: JSON.stringify(boxes),
      created_at: now,
      ends_check: endsCheck,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

export const findVersion = (
  tx: Transaction,
  documentId: string,
  version: number,
): Promise<VersionRow | undefined> =>
  tx
    .selectFrom('document_versions')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .executeTakeFirst()

export async function finishVersion(
  tx: Transaction,
  documentId: string,
  version: number,
  sizeBytes: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('document_versions')
    .set({ size_bytes: sizeBytes, ready_at: now })
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .execute()
}

export async function deleteVersion(tx: Transaction, documentId: string, version: number): Promise<void> {
  await tx
    .deleteFrom('document_versions')
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .execute()
}

/** Also deletes their findings: only the current version is ever shown. */
export async function deletePages(tx: Transaction, documentId: string, version: number): Promise<void> {
  await tx
    .deleteFrom('document_pages')
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .execute()
}

/** Inserts any number of pages in one statement with one parameter. */
export async function insertPages(
  tx: Transaction,
  pages: readonly NewRow<'document_pages'>[],
): Promise<void> {
  await sql`
    insert into document_pages
    select * from jsonb_populate_recordset(null::document_pages, ${JSON.stringify(pages)}::jsonb)`.execute(tx)
}

export async function insertFindings(
  tx: Transaction,
  findings: readonly (Omit<FindingRow, 'quad'> & { quad: unknown })[],
): Promise<void> {
  if (findings.length === 0) return
  await sql`
    insert into document_findings
    select * from jsonb_populate_recordset(null::document_findings, ${JSON.stringify(findings)}::jsonb)`.execute(
    tx,
  )
}

export const listPages = (tx: Transaction, documentId: string, version: number): Promise<PageRow[]> =>
  tx
    .selectFrom('document_pages')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .orderBy('page')
    .execute()

export const findPage = (
  tx: Transaction,
  documentId: string,
  version: number,
  page: number,
): Promise<PageRow | undefined> =>
  tx
    .selectFrom('document_pages')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .where('page', '=', page)
    .executeTakeFirst()

export const listFindings = (tx: Transaction, documentId: string, version: number): Promise<FindingRow[]> =>
  tx
    .selectFrom('document_findings')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .orderBy('page')
    .orderBy('position')
    .execute()

export const listVersions = (tx: Transaction, documentId: string): Promise<VersionRow[]> =>
  tx
    .selectFrom('document_versions')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('version', 'desc')
    .execute()
