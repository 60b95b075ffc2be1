import type { FixedColumn, TimestampColumn } from './columns.ts'

export interface LiveStreamsTable {
  stream: FixedColumn<string>
  last_seq: number
}

export interface LiveEventsTable {
  stream: FixedColumn<string>
  seq: FixedColumn<number>
  name: FixedColumn<string>
  payload: FixedColumn<string>
  created_at: TimestampColumn
}

export interface RealtimeSchema {
  live_streams: LiveStreamsTable
  live_events: LiveEventsTable
}
