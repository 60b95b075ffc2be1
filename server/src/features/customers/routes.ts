import * as contract from '@exempta/contract/customers'
import * as lists from '@exempta/contract/customers/import'
import * as merging from '@exempta/contract/customers/merging'
import * as page from '@exempta/contract/customers/page'
import { memberOf } from '../../platform/call.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody } from '../../platform/upload-slots.ts'
import { downloadTemplate, exportCustomers } from './import/export.ts'
import {
  downloadBadLines,
  getImport,
  listImports,
  mapImport,
  removeImport,
  startImport,
} from './import/imports.ts'
import { receiveImport } from './import/receive-list.ts'
import { getCustomer, listCustomerActivity, listCustomers, listCustomerTags } from './list-customers.ts'
import { mergeCustomers, previewMerge, undoMerge } from './merging.ts'
import { createCustomer, removeCustomer, setCustomerInactive, updateCustomer } from './records.ts'
import { acceptSuggestion, listSuggestions, moveCertificates, refuseSuggestion } from './suggestions.ts'
import { tagCustomers } from './tag-customers.ts'

export const customerRoutes = (services: Services): Implementation[] => [
  ...importRoutes(services),
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

const listUpload = { files: 1, fieldBytes: 100, fileBytes: lists.importLimits.fileBytes }

function importRoutes(services: Services): Implementation[] {
  return [
    implement(lists.listImports, ({ call, query }) => listImports(services, call, query)),
    implement(lists.createImport, async ({ call, request }) => {
      const arriving = new ArrivingBody(services.clock, {
        source: sourceOf(request.ip),
        account: memberOf(call).id,
      })
      const id = await receiveImport(services, call, readUpload(request.raw, arriving, listUpload))
      return getImport(services, call, id)
    }),
    implement(lists.getImport, ({ call, params }) => getImport(services, call, params.id)),
    implement(lists.mapImport, ({ call, params, body }) =>
      mapImport(services, call, { ...params, mapping: body }),
    ),
    implement(lists.startImport, ({ call, params }) => startImport(services, call, params.id)),
    implement(lists.removeImport, async ({ call, params }) => {
      await removeImport(services, call, params.id)
      return undefined
    }),
    implement(lists.downloadBadLines, ({ call, params }) => downloadBadLines(services, call, params.id)),
    implement(lists.downloadTemplate, () => downloadTemplate()),
    implement(lists.exportCustomers, ({ call }) => exportCustomers(services, call)),
  ]
}
