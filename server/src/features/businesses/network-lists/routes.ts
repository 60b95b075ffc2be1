import * as contract from '@exempta/contract/businesses/network-lists'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import {
  getAdminIpList,
  getBusinessIpList,
  updateAdminIpList,
  updateBusinessIpList,
} from './network-lists.ts'

export function ipAccessRoutes(services: Services): Implementation[] {
  return [
    implement(contract.getAdminIpList, ({ call }) => getAdminIpList(services, call)),
    implement(contract.updateAdminIpList, async ({ call, body }) => {
      await updateAdminIpList(services, call, body)
      return getAdminIpList(services, call)
    }),
    implement(contract.getBusinessIpList, ({ call }) => getBusinessIpList(services, call)),
    implement(contract.updateBusinessIpList, async ({ call, body }) => {
      await updateBusinessIpList(services, call, body)
      return getBusinessIpList(services, call)
    }),
  ]
}
