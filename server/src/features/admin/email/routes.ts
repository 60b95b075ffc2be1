import * as contract from '@exempta/contract/admin/email'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { listMails, readMail, resendMail, revealMail } from './email.ts'

export const outboxRoutes = (services: Services): Implementation[] => [
  implement(contract.listMails, ({ call, query }) => listMails(services, call, query)),
  implement(contract.readMail, ({ call, params }) => readMail(services, call, params.id)),
  implement(contract.revealMail, ({ call, params, body }) =>
    revealMail(services, call, { ...body, id: params.id }),
  ),
  implement(contract.resendMail, ({ call, params }) => resendMail(services, call, params.id)),
]
