import * as contract from '@exempta/contract/public'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { createFormStamp } from './form-stamp.ts'

export const publicFormRoutes = (services: Services): Implementation[] => [
  implement(contract.getFormStamp, async () => ({ stamp: await createFormStamp(services) })),
]
