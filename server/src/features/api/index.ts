export { recordCoverageEvents, recordWebhookEvents } from './webhooks/record-events.ts'
