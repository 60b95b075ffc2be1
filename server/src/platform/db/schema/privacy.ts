import type { dataExportStatuses } from '@exempta/contract/privacy'
import type { Generated } from 'kysely'
import type { FixedColumn } from './columns.ts'

export interface PrivacySettingsTable {
  user_id: FixedColumn<string>
  retention_days: 30 | 90 | 365 | null
  updated_at: Date
}

export interface DataExportsTable {
  id: Generated<string>
  user_id: FixedColumn<string>
  status: Generated<(typeof dataExportStatuses)[number]>
  requested_at: FixedColumn<Date>
  expires_at: Generated<Date | null>
}

export interface AccountErasuresTable {
  user_id: FixedColumn<string>
  requested_at: FixedColumn<Date>
}

export interface PrivacySchema {
  privacy_settings: PrivacySettingsTable
  data_exports: DataExportsTable
  account_erasures: AccountErasuresTable
}
