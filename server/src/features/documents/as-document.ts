import {
  type Document,
  type DocumentFailureCode,
  documentFailures,
  type FindingKind,
} from '@exempta/contract/documents'
import { canRetry } from './policy.ts'
import type { DocumentRow } from './queries/documents.ts'

/** The document as its owner sees it. */
export const asDocument = (row: DocumentRow, sharedWith: string[] = []): Document => ({
  id: row.id,
  name: row.name,
  type: row.type,
  status: row.status,
  sizeBytes: row.size_bytes,
  pageCount: row.page_count,
  cardSide: row.card_side,
  isCard: row.is_card,
  createdAt: row.created_at.toISOString(),
  processedAt: row.processed_at?.toISOString() ?? null,
  version: row.version,
  progress: row.status === 'processing' ? { page: row.progress_page, pageCount: row.page_count ?? 0 } : null,
  failure: failureOf(row),
  findings: Object.entries(row.finding_counts).map(([kind, count]) => ({ kind: kind as FindingKind, count })),
  sharedWith,
})

function failureOf(row: DocumentRow): Document['failure'] {
  const { failure } = row
  if (failure === null) return null
  const code = failure in documentFailures ? (failure as DocumentFailureCode) : 'not-processed'
  return { code, text: documentFailures[code].text, canRetry: canRetry(row) }
}
