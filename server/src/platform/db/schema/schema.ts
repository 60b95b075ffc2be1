import type { AccountsSchema } from './accounts.ts'
import type { AdministrationSchema } from './administration.ts'
import type { Agreement, Disagreements } from './agreement.ts'
import type { ApiAccessSchema } from './api-access.ts'
import type { ApplicationsSchema } from './applications.ts'
import type { AuditSchema } from './audit.ts'
import type { BusinessesSchema } from './businesses.ts'
import type { ChatSchema } from './chat.ts'
import type { ClockMarkSchema } from './clock-mark.ts'
import type { DocumentsSchema } from './documents.ts'
import type { FilesSchema } from './files.ts'
import type { IdempotencySchema } from './idempotency.ts'
import type { IpAccessSchema } from './ip-access.ts'
import type { MailSchema } from './mail.ts'
import type { NotificationsSchema } from './notifications.ts'
import type { PrivacySchema } from './privacy.ts'
import type { RealtimeSchema } from './realtime.ts'
import type { ReportsSchema } from './reports.ts'
import type { SettingsSchema } from './settings.ts'
import type { SharesSchema } from './shares.ts'
import type { WebhooksSchema } from './webhooks.ts'

/**
 * All tables as the query builder sees them. Each feature describes its own tables in a file beside this one
 * (`accounts.ts` exports `AccountsSchema`) and is added here: `Schema = AccountsSchema & DocumentsSchema`.
 * Names are those of the database, in snake_case; the columns of special kinds are in `columns.ts`.
 */
type WrittenSchema = AccountsSchema &
  AdministrationSchema &
  ApiAccessSchema &
  ApplicationsSchema &
  AuditSchema &
  BusinessesSchema &
  ChatSchema &
  ClockMarkSchema &
  DocumentsSchema &
  FilesSchema &
  IdempotencySchema &
  IpAccessSchema &
  MailSchema &
  NotificationsSchema &
  PrivacySchema &
  RealtimeSchema &
  ReportsSchema &
  SettingsSchema &
  SharesSchema &
  WebhooksSchema

export type Schema = WrittenSchema & Agreement<Disagreements<WrittenSchema>>
