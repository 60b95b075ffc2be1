import * as keys from '@exempta/contract/api/keys'
import * as programs from '@exempta/contract/api/v1'
import * as pages from '@exempta/contract/api/webhooks'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { decideApiAccess, getApiAccess, listApiAccess, requestApiAccess } from './keys/api-access.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './keys/api-keys.ts'
import { sendTestEvent } from './webhooks/deliver.ts'
import { getDelivery, listDeliveries, redeliver } from './webhooks/deliveries.ts'
import {
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from './webhooks/webhooks.ts'

/** The same verbs for people and for API keys. */
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
    implement(contract.testWebhook, ({ call, params }) => sendTestEvent(services, call, params.id)),
    implement(contract.listWebhookDeliveries, ({ call, params, query }) =>
      listDeliveries(services, call, { ...query, ...params }),
    ),
    implement(contract.getWebhookDelivery, ({ call, params }) => getDelivery(services, call, params)),
    implement(contract.redeliverWebhook, ({ call, params }) => redeliver(services, call, params)),
  ])

export const apiAccessRoutes = (services: Services): Implementation[] => [
  implement(keys.getApiAccess, ({ call }) => getApiAccess(services, call)),
  implement(keys.requestApiAccess, ({ call, body }) => requestApiAccess(services, call, body.purpose)),
  implement(keys.listApiKeys, ({ call, query }) => listApiKeys(services, call, query)),
  implement(keys.createApiKey, ({ call, body }) => createApiKey(services, call, body)),
  implement(keys.revokeApiKey, async ({ call, params }) => {
    await revokeApiKey(services, call, params.id)
    return undefined
  }),
  implement(keys.listApiAccess, ({ call, query }) => listApiAccess(services, call, query)),
  implement(keys.decideApiAccess, ({ call, params, body }) =>
    decideApiAccess(services, call, { ...params, ...body }),
  ),
]
