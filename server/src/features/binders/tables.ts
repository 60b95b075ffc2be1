import type { BinderCounts } from '@exempta/contract/binders'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    binders: { counts: BinderCounts }
    binder_auditors: { revoked_at: Date | null; last_seen_at: Date | null; inviter_name: string | null }
  }
}
