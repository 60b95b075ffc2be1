export { recordCoverageEvents, recordRequestEvent, recordWebhookEvents } from './webhooks/record-events.ts'
