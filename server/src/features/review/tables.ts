import type { DocumentType } from '@exempta/contract/documents'
import type { ReviewState } from '@exempta/contract/review'
import type { VerificationKind, VerificationResult } from '@exempta/contract/review/verifications'
import type { CardClass } from '@exempta/knowledge/terms'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    received_documents: {
      status: ReviewState
      message: string | null
      reviewed_at: Date | null
      reject_reason: string | null
      document_type: DocumentType
      reviewer_name: string | null
      replaced_name: string | null
      replaced_rejected_at: Date | null
      assigned_to: string | null
      assignee_name: string | null
      /** These five are of the certificate, as its owner confirmed it. */
      form: string | null
      expires_on: string | null
      purchaser: string | null
      confirmed_at: Date | null
      states: { state: string; number: string | null }[] | null
      card_program: CardClass['program'] | null
      card_line: CardClass['line'] | null
      card_billing: CardClass['billing'] | null
    }
    ledger_entries: {
      kind: VerificationKind
      result: VerificationResult
      due_on: string | null
      source: string | null
      file_date: string | null
      found_name: string | null
      note: string | null
      proof_type: 'image/jpeg' | 'image/png' | null
      proof_bytes: number | null
      checked_by: string | null
    }
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
