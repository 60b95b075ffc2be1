import * as contract from '@exempta/contract/sharing'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { listShareHistory, listShares, searchRecipients } from './list-shares.ts'
import { revokeShares } from './revoke-shares.ts'
import { shareDocuments } from './share-documents.ts'

export const shareRoutes = (services: Services): Implementation[] => [
  implement(contract.searchRecipients, async ({ call, query }) => ({
    businesses: await searchRecipients(services, call, query.search),
  })),
  implement(contract.shareDocuments, ({ call, body }) => shareDocuments(services, call, body)),
  implement(contract.listShares, ({ call, query }) => listShares(services, call, query)),
  implement(contract.revokeShares, async ({ call, body }) => ({
    revoked: await revokeShares(services, call, body.ids),
  })),
  implement(contract.listShareHistory, ({ call, params, query }) =>
    listShareHistory(services, call, { ...query, ...params }),
  ),
]
