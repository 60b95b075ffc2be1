import * as contract from '@exempta/contract/public'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { sendContactMessage } from './contact.ts'

export const contactRoutes = (services: Services): Implementation[] => [
  implement(contract.sendContactMessage, async ({ call, body }) => {
    await sendContactMessage(services, call, body)
    return undefined
  }),
]
