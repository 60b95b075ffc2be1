import type { FormZone } from '@exempta/contract/knowledge/blank-forms'
import type { FieldName } from '@exempta/knowledge/terms'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    blank_forms: {
      pages: { page: number; width: number; height: number }[]
      zones: FormZone[]
      unread: FieldName[]
    }
  }
}
