import * as contract from '@exempta/contract/admin/documents'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { listDocuments, listShares, retryFailedDocument } from './documents.ts'

export const administeredDocumentRoutes = (services: Services): Implementation[] => [
  implement(contract.listAdministeredDocuments, ({ call, query }) => listDocuments(services, call, query)),
  implement(contract.retryFailedDocument, ({ call, params }) =>
    retryFailedDocument(services, call, params.id),
  ),
  implement(contract.listAdministeredShares, ({ call, query }) => listShares(services, call, query)),
]
