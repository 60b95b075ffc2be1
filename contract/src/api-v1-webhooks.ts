/** Webhooks for programs of a business: the calls of the page, for keys that act as a manager does. */
import { apiKey } from './access.ts'
import { defineRoute, type Route } from './route.ts'
import * as pages from './webhooks.ts'

const forPrograms = <const R extends Route>(route: R, summary: string) =>
  defineRoute({
    ...route,
    path: route.path.replace('/api/business/', '/api/v1/') as Route['path'],
    summary,
    tag: 'API: webhooks',
    access: apiKey('review'),
  })

export const listWebhooks = forPrograms(pages.listWebhooks, 'List webhooks, the oldest first')
export const createWebhook = forPrograms(
  pages.createWebhook,
  'Make a webhook; the answer is the only one that shows its secret',
)
export const getWebhook = forPrograms(pages.getWebhook, 'Get a webhook')
export const updateWebhook = forPrograms(
  pages.updateWebhook,
  'Change a webhook; turned off, what waits for it is given up',
)
export const removeWebhook = forPrograms(pages.removeWebhook, 'Remove a webhook and its log')
export const rotateWebhookSecret = forPrograms(
  pages.rotateWebhookSecret,
  'Make a new secret; for a day both sign what is sent',
)
export const listWebhookDeliveries = forPrograms(
  pages.listWebhookDeliveries,
  'List what was sent, waits or was given up, the newest first',
)
export const getWebhookDelivery = forPrograms(
  pages.getWebhookDelivery,
  'Get a delivery with what is sent and every try',
)
export const redeliverWebhook = forPrograms(
  pages.redeliverWebhook,
  'Send an event once more, under its old id and after what waits for the same document',
)
