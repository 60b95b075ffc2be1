import type {
  AuditAction,
  AuditResult,
  AuditTargetKind,
  AuditVerification,
} from '@exempta/contract/admin/audit'
import type { Role } from '@exempta/contract/people'
import type { ColumnType, Generated } from 'kysely'
import type { Actor } from '../actor.ts'
import type { FixedColumn, JsonColumn } from './columns.ts'

export interface AuditEntriesTable {
  id: FixedColumn<string>
  at: FixedColumn<Date>
  actor_kind: FixedColumn<Actor['kind']>
  actor_id: FixedColumn<string | null>
  actor_role: FixedColumn<Role | null>
  action: FixedColumn<AuditAction>
  target_kind: FixedColumn<AuditTargetKind | null>
  target_id: FixedColumn<string | null>
  result: FixedColumn<AuditResult>
  request_id: FixedColumn<string | null>
  details: JsonColumn<Record<string, string | number | boolean>>
  origin_digest: FixedColumn<Buffer | null>
}

export interface AuditOriginsTable {
  entry_id: FixedColumn<string>
  ip: FixedColumn<string>
  salt: FixedColumn<Buffer>
}

export interface AuditSealsTable {
  position: FixedColumn<number>
  entry_id: FixedColumn<string>
  entry_digest: FixedColumn<Buffer>
  hash: FixedColumn<Buffer>
}

export interface AuditUnsealedTable {
  entry_id: FixedColumn<string>
  arrival: ColumnType<number, never, never>
}

export interface AuditVerificationsTable {
  id: FixedColumn<string>
  requested_by: FixedColumn<string | null>
  requested_at: FixedColumn<Date>
  state: AuditVerification['state']
  checked: Generated<number>
  unsealed: number | null
  head_position: number | null
  head_hash: string | null
  bad_entry_id: string | null
  problem: string | null
  finished_at: Date | null
}

export interface AuditSchema {
  audit_entries: AuditEntriesTable
  audit_origins: AuditOriginsTable
  audit_seals: AuditSealsTable
  audit_unsealed: AuditUnsealedTable
  audit_verifications: AuditVerificationsTable
}
