import * as contract from '@exempta/contract/outbox'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { listMails } from './list-mails.ts'
import { readMail } from './read-mail.ts'
import { resendMail } from './resend-mail.ts'
import { revealMail } from './reveal-mail.ts'

export const outboxRoutes = (services: Services): Implementation[] => [
  implement(contract.listMails, ({ call, query }) => listMails(services, call, query)),
  implement(contract.readMail, ({ call, params }) => readMail(services, call, params.id)),
  implement(contract.revealMail, ({ call, params, body }) =>
    revealMail(services, call, { ...body, id: params.id }),
  ),
  implement(contract.resendMail, ({ call, params }) => resendMail(services, call, params.id)),
]
