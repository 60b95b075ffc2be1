import type { AuditAction, AuditTargetKind } from '@exempta/contract/admin/audit'

declare module '../db/schema.ts' {
  interface ColumnValues {
    audit_entries: {
      action: AuditAction
      target_kind: AuditTargetKind
      details: Record<string, string | number | boolean>
    }
  }
}
