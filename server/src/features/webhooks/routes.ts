import * as programs from '@exempta/contract/api-v1-webhooks'
import * as pages from '@exempta/contract/webhooks'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { createWebhook } from './create-webhook.ts'
import { getDelivery } from './get-delivery.ts'
import { listDeliveries } from './list-deliveries.ts'
import { getWebhook, listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { removeWebhook } from './remove-webhook.ts'
import { rotateSecret } from './rotate-secret.ts'
import { updateWebhook } from './update-webhook.ts'

/** The same verbs for people and for programs. */
export const webhookRoutes = (services: Services): Implementation[] =>
  [pages, programs].flatMap((contract) => [
    implement(contract.listWebhooks, ({ call }) => listWebhooks(services, call)),
    implement(contract.createWebhook, ({ call, body }) => createWebhook(services, call, body)),
    implement(contract.getWebhook, ({ call, params }) => getWebhook(services, call, params.id)),
    implement(contract.updateWebhook, ({ call, params, body }) =>
      updateWebhook(services, call, { ...body, ...params }),
    ),
    implement(contract.removeWebhook, async ({ call, params }) => {
      await removeWebhook(services, call, params.id)
      return undefined
    }),
    implement(contract.rotateWebhookSecret, ({ call, params }) => rotateSecret(services, call, params.id)),
    implement(contract.listWebhookDeliveries, ({ call, params, query }) =>
      listDeliveries(services, call, { ...query, ...params }),
    ),
    implement(contract.getWebhookDelivery, ({ call, params }) => getDelivery(services, call, params)),
    implement(contract.redeliverWebhook, ({ call, params }) => redeliver(services, call, params)),
  ])
