import type { SettingKey } from '@exempta/contract/admin/settings'
import type { JsonColumn } from './columns.ts'

export interface SettingsSchema {
  settings: {
    key: SettingKey
    value: JsonColumn<unknown>
    updated_at: Date
  }
}
