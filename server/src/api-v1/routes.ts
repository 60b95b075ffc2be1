import * as contract from '@exempta/contract/api/v1'
import * as customers from '@exempta/contract/api/v1-customers'
import { listMembers } from '../features/businesses/index.ts'
import { answerForProgram, answerForPrograms, explainTaxForProgram } from '../features/coverage/index.ts'
import {
  getByNumber,
  listChangedCustomers,
  putByNumber,
  removeByNumber,
} from '../features/customers/index.ts'
import { downloadDocument, openPagePicture } from '../features/documents/index.ts'
import { closeRequest, createRequest, getRequest, listRequests } from '../features/requests/index.ts'
import {
  createVerification,
  findReceivedDocumentId,
  getReceived,
  listReceived,
  listReceivedHistory,
  listVerifications,
  rejectReceived,
  verifyReceived,
} from '../features/review/index.ts'
import { AppError } from '../platform/app-error.ts'
import { type Implementation, implement } from '../platform/http/implement.ts'
import type { Services } from '../platform/services.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'

/** The public API for businesses: the same verbs as the pages use, behind routes of their own. */

export const apiV1Routes = (services: Services): Implementation[] => [
  ...mcpRoutes(services),
  implement(contract.listDocuments, ({ call, query }) => listReceived(services, call, query)),
  implement(contract.getDocument, ({ call, params }) => getReceived(services, call, params.id)),
  implement(contract.downloadDocument, async ({ call, params }) => {
    const id = await findReceivedDocumentId(services, call, params.id)
    return downloadDocument(services, call, id)
  }),
  implement(contract.getPage, async ({ call, params }) => {
    const id = await findReceivedDocumentId(services, call, params.id)
    return openPagePicture(services, call, { id, version: undefined, page: params.page })
  }),
  implement(contract.verifyDocument, async ({ call, params, body }) => {
    const [verified] = await verifyReceived(services, call, [{ ...params, ...body }])
    if (!verified) throw new AppError('not-found')
    return verified
  }),
  implement(contract.rejectDocument, ({ call, params, body }) =>
    rejectReceived(services, call, { ...params, ...body }),
  ),
  implement(contract.listHistory, ({ call, params, query }) =>
    listReceivedHistory(services, call, { ...query, ...params }),
  ),
  implement(contract.listVerifications, ({ call, params }) => listVerifications(services, call, params.id)),
  implement(contract.createVerification, ({ call, params, body }) =>
    createVerification(services, call, { ...params, entry: body }),
  ),
  implement(contract.askCoverage, ({ call, body }) => answerForProgram(services, call, body)),
  implement(contract.askCoverageBatch, async ({ call, body }) => ({
    answers: await answerForPrograms(services, call, body.sales),
  })),
  implement(contract.explainTax, ({ call, body }) => explainTaxForProgram(services, call, body)),
  implement(customers.listCustomers, ({ call, query }) => listChangedCustomers(services, call, query)),
  implement(customers.getCustomer, ({ call, params }) => getByNumber(services, call, params.number)),
  implement(customers.putCustomer, ({ call, params, body }) =>
    putByNumber(services, call, { ...params, ...body }),
  ),
  implement(customers.removeCustomer, async ({ call, params }) => {
    await removeByNumber(services, call, params.number)
    return undefined
  }),
  implement(contract.listRequests, ({ call, query }) => listRequests(services, call, query)),
  implement(contract.createRequest, ({ call, body }) =>
    createRequest(services, call, { ...body, isCopied: false }),
  ),
  implement(contract.getRequest, ({ call, params }) => getRequest(services, call, params.id)),
  implement(contract.closeRequest, ({ call, params }) => closeRequest(services, call, params.id)),
  implement(contract.listTeam, ({ call, query }) => listMembers(services, call, query)),
]
