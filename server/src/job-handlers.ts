import { accountJobHandlers } from './features/accounts/index.ts'
import { applicationJobHandlers } from './features/admin/applications/jobs.ts'
import { auditLogJobHandlers } from './features/admin/audit/jobs.ts'
import { webhookJobHandlers } from './features/api/webhooks/jobs.ts'
import { businessMailJobHandlers } from './features/businesses/emails/jobs.ts'
import { invitationJobHandlers } from './features/businesses/invitations/jobs.ts'
import { chatJobHandlers } from './features/chat/index.ts'
import { documentJobHandlers } from './features/documents/index.ts'
import { clearNotifications, mailNotification } from './features/notifications/index.ts'
import { privacyJobHandlers } from './features/privacy/index.ts'
import { reportJobHandlers } from './features/reports/index.ts'
import { mailShareJobHandlers } from './features/sharing/email-links/jobs.ts'
import { shareJobHandlers } from './features/sharing/index.ts'
import { personalData } from './personal-data.ts'
import { auditJobHandlers, clearOriginsHandler } from './platform/audit/jobs.ts'
import { keepClockMarkHandler } from './platform/clock-mark/clock-mark.ts'
import { clearOutboxHandler } from './platform/email/jobs.ts'
import { sendMailHandler } from './platform/email/send-email.ts'
import { clearCallsHandler } from './platform/idempotency/clear-calls.ts'
import { clearTurnsHandler } from './platform/jobs/clear-turns.ts'
import type { JobHandler } from './platform/jobs/handle.ts'
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
