import * as contract from '@exempta/contract/api/keys'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { decideApiAccess, getApiAccess, listApiAccess, requestApiAccess } from './api-access.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'

export const apiAccessRoutes = (services: Services): Implementation[] => [
  implement(contract.getApiAccess, ({ call }) => getApiAccess(services, call)),
  implement(contract.requestApiAccess, ({ call, body }) => requestApiAccess(services, call, body.purpose)),
  implement(contract.listApiKeys, ({ call, query }) => listApiKeys(services, call, query)),
  implement(contract.createApiKey, ({ call, body }) => createApiKey(services, call, body)),
  implement(contract.revokeApiKey, async ({ call, params }) => {
    await revokeApiKey(services, call, params.id)
    return undefined
  }),
  implement(contract.listApiAccess, ({ call, query }) => listApiAccess(services, call, query)),
  implement(contract.decideApiAccess, ({ call, params, body }) =>
    decideApiAccess(services, call, { ...params, ...body }),
  ),
]
