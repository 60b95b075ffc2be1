import * as contract from '@exempta/contract/exemptions'
import { forms } from '@exempta/knowledge/forms'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { confirmExemption, getReading, withdrawExemption } from './confirm-exemption.ts'
import { summaryOf } from './read-certificates.ts'

export const exemptionRoutes = (services: Services): Implementation[] => [
  implement(contract.listForms, async () => ({ forms: [...forms.values()].map(summaryOf) })),
  implement(contract.getReading, ({ call, params }) => getReading(services, call, params.id)),
  implement(contract.confirmExemption, ({ call, params, body }) =>
    confirmExemption(services, call, { id: params.id, ...body }),
  ),
  implement(contract.withdrawExemption, ({ call, params }) => withdrawExemption(services, call, params.id)),
]
