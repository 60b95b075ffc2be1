import * as contract from '@exempta/contract/businesses/team'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { listMembers, removeMember, updateMember } from './team.ts'

export const teamRoutes = (services: Services): Implementation[] => [
  implement(contract.listMembers, ({ call, query }) => listMembers(services, call, query)),
  implement(contract.updateMember, ({ call, params, body }) =>
    updateMember(services, call, { ...params, ...body }),
  ),
  implement(contract.removeMember, async ({ call, params }) => {
    await removeMember(services, call, params.id)
    return undefined
  }),
]
