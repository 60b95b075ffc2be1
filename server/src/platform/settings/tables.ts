import type { SettingKey } from '@exempta/contract/admin/settings'

declare module '../db/schema.ts' {
  interface ColumnValues {
    settings: { key: SettingKey }
  }
}
