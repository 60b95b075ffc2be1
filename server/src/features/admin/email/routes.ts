import * as contract from '@exempta/contract/admin/email'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { listEmails, readEmail, resendEmail, revealEmail } from './email.ts'

export const outboxRoutes = (services: Services): Implementation[] => [
  implement(contract.listEmails, ({ call, query }) => listEmails(services, call, query)),
  implement(contract.readEmail, ({ call, params }) => readEmail(services, call, params.id)),
  implement(contract.revealEmail, ({ call, params, body }) =>
    revealEmail(services, call, { ...body, id: params.id }),
  ),
  implement(contract.resendEmail, ({ call, params }) => resendEmail(services, call, params.id)),
]
