import * as contract from '@exempta/contract/admin/users'
import { personOf } from '../../../platform/call.ts'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import {
  createUser,
  endUserSessions,
  listUserSessions,
  listUsers,
  readUser,
  removeUser,
  sendResetLink,
  updateUser,
} from './users.ts'

export const userRoutes = (services: Services): Implementation[] => [
  implement(contract.listUsers, ({ call, query }) => listUsers(services, call, query)),
  implement(contract.getUser, ({ call, params }) => readUser(services, personOf(call), params.id)),
  implement(contract.listUserSessions, async ({ call, params }) => ({
    sessions: await listUserSessions(services, call, params.id),
  })),
  implement(contract.endUserSessions, ({ call, params }) => endUserSessions(services, call, params.id)),
  implement(contract.sendResetLink, async ({ call, params }) => {
    await sendResetLink(services, call, params.id)
    return undefined
  }),
  implement(contract.createUser, ({ call, body }) => createUser(services, call, body)),
  implement(contract.updateUser, ({ call, params, body }) =>
    updateUser(services, call, { ...params, ...body }),
  ),
  implement(contract.removeUser, async ({ call, params }) => {
    await removeUser(services, call, params.id)
    return undefined
  }),
]
