import { lazy } from 'react'

export const AddWebhookDialog = lazy(() => import('./add-webhook-dialog.tsx'))
export const Webhooks = lazy(async () => ({ default: (await import('./webhooks.tsx')).Webhooks }))
export const WebhookDetail = lazy(async () => ({
  default: (await import('./webhook-detail.tsx')).WebhookDetail,
}))
