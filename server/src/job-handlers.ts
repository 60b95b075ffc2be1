import { accountJobHandlers } from './features/accounts/index.ts'
import { applicationJobHandlers } from './features/applications/index.ts'
import { auditLogJobHandlers } from './features/audit-log/index.ts'
import { businessMailJobHandlers } from './features/business-mails/index.ts'
import { chatJobHandlers } from './features/chat/index.ts'
import { documentJobHandlers } from './features/documents/index.ts'
import { invitationJobHandlers } from './features/invitations/index.ts'
import { mailShareJobHandlers } from './features/mail-shares/index.ts'
import { clearNotifications, mailNotification } from './features/notifications/index.ts'
import { privacyJobHandlers } from './features/privacy/index.ts'
import { reportJobHandlers } from './features/reports/index.ts'
import { shareJobHandlers } from './features/shares/index.ts'
import { webhookJobHandlers } from './features/webhooks/index.ts'
import { personalData } from './personal-data.ts'
import { clearOriginsHandler } from './platform/audit/clear-origins.ts'
import { auditJobHandlers } from './platform/audit/jobs.ts'
import { keepClockMarkHandler } from './platform/clock-mark/clock-mark.ts'
import { clearCallsHandler } from './platform/idempotency/clear-calls.ts'
import { clearTurnsHandler } from './platform/jobs/clear-turns.ts'
import type { JobHandler } from './platform/jobs/handle.ts'
import { clearOutboxHandler } from './platform/mail/clear-outbox.ts'
import { sendMailHandler } from './platform/mail/send-mail.ts'
import { liveJobHandlers } from './platform/realtime/jobs.ts'
import type { Services } from './platform/services.ts'
import { fileJobHandlers } from './platform/storage/jobs.ts'

/** Every job there is. A process without the worker role reads the list too: it makes the queues it sends to. */
export function jobHandlers(services: Services): JobHandler[] {
  return [
    ...accountJobHandlers(services),
    ...applicationJobHandlers(services),
    ...auditJobHandlers(services),
    ...auditLogJobHandlers(services),
    ...businessMailJobHandlers(services),
    ...chatJobHandlers(services),
    ...documentJobHandlers(services),
    mailNotification(services),
    clearNotifications(services),
    ...invitationJobHandlers(services),
    ...mailShareJobHandlers(services),
    ...reportJobHandlers(services),
    ...shareJobHandlers(services),
    ...webhookJobHandlers(services),
    ...privacyJobHandlers(services, personalData),
    ...fileJobHandlers(services),
    ...liveJobHandlers(services),
    clearOriginsHandler(services),
    clearCallsHandler(services),
    clearOutboxHandler(services),
    clearTurnsHandler(services),
    keepClockMarkHandler(services),
    sendMailHandler(services),
  ]
}
