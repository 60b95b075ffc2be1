import type {
  Box,
  CardSide,
  DocumentStatus,
  DocumentType,
  FindingKind,
  Quad,
} from '@exempta/contract/documents'
import type { ColumnType, Generated } from 'kysely'
import type { FixedColumn, JsonColumn } from './columns.ts'

export type FindingCounts = Partial<Record<FindingKind, number>>

export interface DocumentsTable {
  id: FixedColumn<string>
  owner_id: FixedColumn<string>
  name: string
  type: FixedColumn<DocumentType>
  status: DocumentStatus
  size_bytes: FixedColumn<number>
  content_hash: FixedColumn<Buffer>
  card_side: FixedColumn<CardSide | null>
  is_card: Generated<boolean>
  hides_contact_details: Generated<boolean>
  keeps_driver_license: Generated<boolean>
  has_original: boolean
  attempts: Generated<number>
  page_count: number | null
  progress_page: Generated<number>
  version: Generated<number>
  finding_counts: ColumnType<FindingCounts, string | undefined, string>
  failure: string | null
  created_at: FixedColumn<Date>
  updated_at: Date
  processed_at: Date | null
}

export interface DocumentVersionsTable {
  document_id: FixedColumn<string>
  version: FixedColumn<number>
  boxes: ColumnType<Box[], string | undefined, never>
  size_bytes: number | null
  created_at: FixedColumn<Date>
  ready_at: Date | null
}

export interface DocumentPagesTable {
  document_id: FixedColumn<string>
  version: FixedColumn<number>
  page: FixedColumn<number>
  width: FixedColumn<number>
  height: FixedColumn<number>
  rendition: FixedColumn<'redacted' | 'pages'>
  type: FixedColumn<'image/jpeg' | 'image/png'>
  start_byte: FixedColumn<number>
  end_byte: FixedColumn<number>
}

export interface DocumentFindingsTable {
  document_id: FixedColumn<string>
  version: FixedColumn<number>
  page: FixedColumn<number>
  position: FixedColumn<number>
  kind: FixedColumn<FindingKind>
  quad: JsonColumn<Quad>
}

export interface DocumentsSchema {
  documents: DocumentsTable
  document_versions: DocumentVersionsTable
  document_pages: DocumentPagesTable
  document_findings: DocumentFindingsTable
}
