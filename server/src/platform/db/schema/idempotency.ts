import type { FixedColumn } from './columns.ts'

export interface IdempotentCallsTable {
  key_id: FixedColumn<string>
  name: FixedColumn<string>
  request_hash: Buffer
  taken_at: Date
  status: number | null
  answer: Buffer | null
}

export interface IdempotencySchema {
  idempotent_calls: IdempotentCallsTable
}
