import * as contract from '@exempta/contract/admin/users'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { createUser, listUsers, removeUser, updateUser } from './users.ts'

export const userRoutes = (services: Services): Implementation[] => [
  implement(contract.listUsers, ({ call, query }) => listUsers(services, call, query)),
  implement(contract.createUser, ({ call, body }) => createUser(services, call, body)),
  implement(contract.updateUser, ({ call, params, body }) =>
    updateUser(services, call, { ...params, ...body }),
  ),
  implement(contract.removeUser, async ({ call, params }) => {
    await removeUser(services, call, params.id)
    return undefined
  }),
]
