import * as contract from '@exempta/contract/customers'
import * as merging from '@exempta/contract/customers/merging'
import * as page from '@exempta/contract/customers/page'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { getCustomer, listCustomerActivity, listCustomers, listCustomerTags } from './list-customers.ts'
import { mergeCustomers, previewMerge, undoMerge } from './merging.ts'
import { createCustomer, removeCustomer, setCustomerInactive, updateCustomer } from './records.ts'
import { acceptSuggestion, listSuggestions, moveCertificates, refuseSuggestion } from './suggestions.ts'
import { tagCustomers } from './tag-customers.ts'

export const customerRoutes = (services: Services): Implementation[] => [
  implement(contract.listCustomers, ({ call, query }) => listCustomers(services, call, query)),
  implement(contract.listCustomerTags, ({ call }) => listCustomerTags(services, call)),
  implement(contract.tagCustomers, ({ call, body }) => tagCustomers(services, call, body)),
  implement(contract.getCustomer, ({ call, params }) => getCustomer(services, call, params.id)),
  implement(contract.createCustomer, ({ call, body }) => createCustomer(services, call, body)),
  implement(contract.updateCustomer, ({ call, params, body }) =>
    updateCustomer(services, call, { ...params, ...body }),
  ),
  implement(contract.setCustomerInactive, ({ call, params, body }) =>
    setCustomerInactive(services, call, { ...params, ...body }),
  ),
  implement(contract.removeCustomer, async ({ call, params }) => {
    await removeCustomer(services, call, params.id)
    return undefined
  }),
  implement(merging.listCustomerSuggestions, ({ call, query }) => listSuggestions(services, call, query)),
  implement(merging.acceptCustomerSuggestion, ({ call, params }) =>
    acceptSuggestion(services, call, params.id),
  ),
  implement(merging.declineCustomerSuggestion, async ({ call, params }) => {
    await refuseSuggestion(services, call, params.id)
    return undefined
  }),
  implement(merging.previewCustomerMerge, ({ call, query }) => previewMerge(services, call, query)),
  implement(merging.mergeCustomers, ({ call, body }) => mergeCustomers(services, call, body)),
  implement(merging.undoCustomerMerge, ({ call, params }) => undoMerge(services, call, params.id)),
  implement(merging.moveCustomerCertificates, ({ call, params, body }) =>
    moveCertificates(services, call, { ...params, ...body }),
  ),
  implement(page.listCustomerActivity, ({ call, params, query }) =>
    listCustomerActivity(services, call, { ...params, ...query }),
  ),
]
