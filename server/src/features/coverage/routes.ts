import * as contract from '@exempta/contract/coverage'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { askCoverage, searchCustomers } from './customers.ts'
import { downloadCoverage, listCoverage } from './list-coverage.ts'
import { createLocation, listLocations, removeLocation, updateLocation } from './locations.ts'
import { getCheck, listChecks, refundCheck, saveCheck } from './receipts.ts'

export const coverageRoutes = (services: Services): Implementation[] => [
  implement(contract.searchCustomers, ({ call, query }) => searchCustomers(services, call, query.search)),
  implement(contract.askCoverage, ({ call, params, query }) =>
    askCoverage(services, call, { ...params, ...query }),
  ),
  implement(contract.listCoverage, ({ call, query }) => listCoverage(services, call, query)),
  implement(contract.downloadCoverage, ({ call, query }) => downloadCoverage(services, call, query)),
  implement(contract.saveCheck, ({ call, body }) => saveCheck(services, call, body)),
  implement(contract.listChecks, ({ call, query }) => listChecks(services, call, query)),
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
]
