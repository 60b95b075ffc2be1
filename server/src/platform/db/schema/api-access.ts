import type { ApiAccessState } from '@exempta/contract/api/keys'
import type { Generated } from 'kysely'
import type { FixedColumn } from './columns.ts'

export interface ApiAccessTable {
  business_id: FixedColumn<string>
  state: ApiAccessState
  requested_by: string | null
  requested_at: Date
  purpose: string
  decided_at: Date | null
  reason: string | null
}

export interface ApiKeysTable {
  id: FixedColumn<string>
  business_id: FixedColumn<string>
  name: FixedColumn<string>
  prefix: FixedColumn<string>
  key_hash: FixedColumn<Buffer>
  can_review: FixedColumn<boolean>
  ranges: FixedColumn<string[]>
  created_by: FixedColumn<string | null>
  created_at: FixedColumn<Date>
  expires_at: FixedColumn<Date | null>
  last_used_at: Generated<Date | null>
  revoked_at: Generated<Date | null>
}

export interface ApiAccessSchema {
  api_access: ApiAccessTable
  api_keys: ApiKeysTable
}
