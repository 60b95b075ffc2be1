import * as contract from '@exempta/contract/coverage'
import * as whyTaxed from '@exempta/contract/coverage/why-taxed'
import * as customerPage from '@exempta/contract/customers/page'
import { personOf } from '../../platform/call.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { limits } from '../../platform/limits.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody, UploadSlots } from '../../platform/upload-slots.ts'
import { createAcceptance, endAcceptance, listAcceptances } from './acceptances.ts'
import { listCustomerAnswers, listCustomerCertificates, listCustomerDecisions } from './customer-page.ts'
import { askCoverage, searchCustomers } from './customers.ts'
import { downloadReceipts } from './download-receipts.ts'
import { listKeptCopies } from './kept-copies.ts'
import { downloadCoverage, listCoverage } from './list-coverage.ts'
import { createLocation, listLocations, removeLocation, updateLocation } from './locations.ts'
import { readCard } from './read-card.ts'
import { getCheck, listChecks, refundCheck, saveCheck } from './receipts.ts'
import { saveCardCheck } from './save-card-check.ts'
import { explainTax } from './why-taxed.ts'

const photoLimits = { files: 1, fieldBytes: 100 }

export const coverageRoutes = (services: Services): Implementation[] => [
  implement(contract.searchCustomers, ({ call, query }) => searchCustomers(services, call, query.search)),
  implement(contract.askCoverage, ({ call, params, query }) =>
    askCoverage(services, call, { ...params, ...query }),
  ),
  implement(whyTaxed.explainTax, ({ call, params, query }) =>
    explainTax(services, call, { ...params, ...query }),
  ),
  implement(contract.listCoverage, ({ call, query }) => listCoverage(services, call, query)),
  implement(contract.downloadCoverage, ({ call, query }) => downloadCoverage(services, call, query)),
  implement(contract.saveCheck, ({ call, body }) => saveCheck(services, call, body)),
  implement(contract.saveCardCheck, ({ call, body }) => saveCardCheck(services, call, body)),
  implement(contract.listChecks, ({ call, query }) => listChecks(services, call, query)),
  implement(contract.downloadChecks, ({ call, query }) => downloadReceipts(services, call, query)),
  implement(contract.getCheck, ({ call, params }) => getCheck(services, call, params.id)),
  implement(contract.refundCheck, ({ call, params, body }) =>
    refundCheck(services, call, { ...params, ...body }),
  ),
  implement(contract.listLocations, ({ call }) => listLocations(services, call)),
  implement(contract.createLocation, ({ call, body }) => createLocation(services, call, body)),
  implement(contract.updateLocation, ({ call, params, body }) =>
    updateLocation(services, call, { ...params, ...body }),
  ),
  implement(contract.removeLocation, async ({ call, params }) => {
    await removeLocation(services, call, params.id)
    return undefined
  }),
  implement(contract.createAcceptance, ({ call, body }) => createAcceptance(services, call, body)),
  implement(contract.listAcceptances, ({ call, query }) => listAcceptances(services, call, query)),
  implement(contract.endAcceptance, async ({ call, params }) => {
    await endAcceptance(services, call, params.id)
    return undefined
  }),
  implement(contract.listKeptCopies, ({ call, query }) => listKeptCopies(services, call, query)),
  implement(customerPage.listCustomerAnswers, ({ call, params }) =>
    listCustomerAnswers(services, call, params.id),
  ),
  implement(customerPage.listCustomerCertificates, ({ call, params, query }) =>
    listCustomerCertificates(services, call, { ...params, ...query }),
  ),
  implement(customerPage.listCustomerDecisions, ({ call, params, query }) =>
    listCustomerDecisions(services, call, { ...params, ...query }),
  ),
  cardRoute(services),
]

/** Photos are held in memory, so only so many at a time. */
function cardRoute(services: Services): Implementation {
  const slots = new UploadSlots({
    total: limits.cardsInMemory,
    perSource: limits.cardsInMemoryPerSource,
    perAccount: limits.cardsInMemoryPerAccount,
  })
  return implement(contract.readCounterCard, ({ call, request, reply }) => {
    const from = { source: sourceOf(request.ip), account: personOf(call).id }
    const arriving = new ArrivingBody(services.clock, from)
    return slots.use(arriving, (slot) =>
      readCard(services, call, {
        parts: readUpload(request.raw, arriving, photoLimits),
        slot,
        signal: disconnectSignal(reply),
      }),
    )
  })
}
