import * as contract from '@exempta/contract/api-access'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { createApiKey } from './create-api-key.ts'
import { decideApiAccess } from './decide-api-access.ts'
import { getApiAccess } from './get-api-access.ts'
import { listApiAccess } from './list-api-access.ts'
import { listApiKeys } from './list-api-keys.ts'
import { requestApiAccess } from './request-api-access.ts'
import { revokeApiKey } from './revoke-api-key.ts'

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
