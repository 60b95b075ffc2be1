export { recordWebhookEvents } from './webhooks/record-events.ts'
