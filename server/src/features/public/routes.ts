import * as contract from '@exempta/contract/public'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { sendContactMessage } from './contact.ts'
import { createFormStamp } from './form-stamp.ts'

export const publicFormRoutes = (services: Services): Implementation[] => [
  implement(contract.getFormStamp, async () => ({ stamp: await createFormStamp(services) })),
]

export const contactRoutes = (services: Services): Implementation[] => [
  implement(contract.sendContactMessage, async ({ call, body }) => {
    await sendContactMessage(services, call, body)
    return undefined
  }),
]
