import type { DocumentType } from '@exempta/contract/documents'
import type { ReviewState } from '@exempta/contract/review'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    received_shares: {
      status: ReviewState
      reviewed_at: Date | null
      reviewed_by: string | null
      reject_reason: string | null
      document_type: DocumentType
      reviewing_key: string | null
      form: string | null
      expires_on: string | null
      states: string | null
      numbers: string | null
    }
  }
}
