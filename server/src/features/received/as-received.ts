import type { ReceivedDocument } from '@exempta/contract/received'
import type { ReceivedRow } from './queries/received.ts'

/** The document as people of the receiving business see it. */
export const asReceived = (row: ReceivedRow): ReceivedDocument => ({
  id: row.id,
  document: {
    id: row.document_id,
    name: row.document_name,
    type: row.document_type,
    version: row.document_version,
    pageCount: row.page_count,
    sizeBytes: row.size_bytes,
  },
  user: { name: row.user_name, email: row.user_email },
  status: row.status,
  message: row.message,
  receivedAt: row.shared_at.toISOString(),
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  reviewer: row.reviewer_name,
  rejectReason: row.reject_reason,
  canDownload: row.can_download,
})
