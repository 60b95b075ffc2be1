import type { BinderCounts } from '@exempta/contract/binders'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    binders: { counts: BinderCounts }
  }
}
