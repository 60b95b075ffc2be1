import * as contract from '@exempta/contract/exemptions'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { confirmExemption, getReading, withdrawExemption } from './confirm-exemption.ts'

export const exemptionRoutes = (services: Services): Implementation[] => [
  implement(contract.getReading, ({ call, params }) => getReading(services, call, params.id)),
  implement(contract.confirmExemption, ({ call, params, body }) =>
    confirmExemption(services, call, { id: params.id, ...body }),
  ),
  implement(contract.withdrawExemption, ({ call, params }) => withdrawExemption(services, call, params.id)),
]
