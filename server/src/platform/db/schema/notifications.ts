import type { Stream } from '@exempta/contract/events'
import type { NotificationType } from '@exempta/contract/notifications'
import type { FixedColumn } from './columns.ts'

export interface NotificationsTable {
  id: FixedColumn<string>
  audience: FixedColumn<Stream>
  person_id: FixedColumn<string | null>
  type: FixedColumn<NotificationType>
  title: FixedColumn<string>
  message: FixedColumn<string>
  link: FixedColumn<string | null>
  created_at: FixedColumn<Date>
}

export interface NotificationReadsTable {
  user_id: FixedColumn<string>
  notification_id: FixedColumn<string>
  read_at: FixedColumn<Date>
}

export interface NotificationPreferencesTable {
  user_id: FixedColumn<string>
  mailed_types: NotificationType[]
  updated_at: Date
}

export interface NotificationsSchema {
  notifications: NotificationsTable
  notification_reads: NotificationReadsTable
  notification_preferences: NotificationPreferencesTable
}
