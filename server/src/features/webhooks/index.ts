export { webhookJobHandlers } from './jobs/handlers.ts'
export { recordWebhookEvents } from './record-webhook-events.ts'
export { webhookRoutes } from './routes.ts'
