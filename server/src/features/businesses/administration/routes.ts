import * as contract from '@exempta/contract/businesses/administration'
import { personOf } from '../../../platform/call.ts'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { createBusiness, listBusinesses, listTypes, readBusiness, updateBusiness } from './businesses.ts'
import { removeBusiness, setBusinessStanding } from './change-business.ts'
import { addMember, listMembers, updateMember } from './members.ts'

export const adminBusinessRoutes = (services: Services): Implementation[] => [
  implement(contract.listBusinesses, ({ call, query }) => listBusinesses(services, call, query)),
  implement(contract.listBusinessTypes, async ({ call }) => ({ types: await listTypes(services, call) })),
  implement(contract.createBusiness, ({ call, body }) => createBusiness(services, call, body)),
  implement(contract.getBusiness, ({ call, params }) => readBusiness(services, personOf(call), params.id)),
  implement(contract.updateBusiness, ({ call, params, body }) =>
    updateBusiness(services, call, { ...params, ...body }),
  ),
  implement(contract.setBusinessStanding, ({ call, params, body }) =>
    setBusinessStanding(services, call, { ...params, ...body }),
  ),
  implement(contract.removeBusiness, async ({ call, params, body }) => {
    await removeBusiness(services, call, { ...params, ...body })
    return undefined
  }),
  implement(contract.listBusinessMembers, ({ call, params, query }) =>
    listMembers(services, call, { ...params, ...query }),
  ),
  implement(contract.addBusinessMember, ({ call, params, body }) =>
    addMember(services, call, { ...params, ...body }),
  ),
  implement(contract.updateBusinessMember, ({ call, params, body }) =>
    updateMember(services, call, { ...params, ...body }),
  ),
]
