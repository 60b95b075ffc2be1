import * as contract from '@exempta/contract/inbound'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { acceptEmail, discardEmail, getAddress, getEmail, listEmails } from './received-emails.ts'

export const inboundRoutes = (services: Services): Implementation[] => [
  implement(contract.getEmailAddress, ({ call }) => getAddress(services, call)),
  implement(contract.listReceivedEmails, ({ call, query }) => listEmails(services, call, query)),
  implement(contract.getReceivedEmail, ({ call, params }) => getEmail(services, call, params.id)),
  implement(contract.acceptReceivedEmail, ({ call, params }) => acceptEmail(services, call, params.id)),
  implement(contract.discardReceivedEmail, ({ call, params }) => discardEmail(services, call, params.id)),
]
