import type { Box, DocumentStatus, FindingKind, Quad } from '@exempta/contract/documents'

export type FindingCounts = Partial<Record<FindingKind, number>>

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    documents: { finding_counts: FindingCounts }
    document_versions: { boxes: Box[] }
    document_findings: { kind: FindingKind; quad: Quad }
    document_fields: { quad: Quad }
    document_uncertain_areas: { expected: FindingKind; quad: Quad }
    document_names: { status: DocumentStatus }
  }
}
