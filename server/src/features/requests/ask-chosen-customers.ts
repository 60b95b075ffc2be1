/** Asks customers whom a manager chose from the records. The preview and the asking decide in the same way. */
import { dayMs } from '@exempta/contract/durations'
import type {
  askChosenCustomers as askContract,
  ChosenAnswer,
  NotAsked,
  previewChosenCustomers as previewContract,
} from '@exempta/contract/requests/chosen-customers'
import { requestLimits } from '@exempta/contract/requests/limits'
import type { RouteParsed } from '@exempta/contract/route'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { requestEmail } from './emails.ts'
import { askedAmong, refusedAmong } from './queries/campaigns.ts'
import { type ChosenCustomer, findChosenCustomers } from './queries/chosen-customers.ts'
import { insertRequest } from './queries/requests.ts'
import { addressHash } from './refusals.ts'
import { requestLinks } from './request-links.ts'
import { nameOfState, publishRequest, requireActive, requireEmailsLeft, requireState } from './requests.ts'

type Chosen = RouteParsed<typeof previewContract>['body']

export function previewChosenCustomers(
  services: Services,
  call: Call,
  chosen: Chosen,
): Promise<ChosenAnswer> {
  requireState(chosen.state)
  const member = memberOf(call)
  return services.database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireManager(tx, member)
      return answerOf(await sortOut(services, tx, businessId, chosen))
    },
    { readOnly: true },
  )
}

export async function askChosenCustomers(
  services: Services,
  call: Call,
  { message, ...chosen }: RouteParsed<typeof askContract>['body'],
): Promise<ChosenAnswer> {
  const { state } = chosen
  requireState(state)
  const member = memberOf(call)
  const at = services.clock.now()
  const own = await services.database.transact(member, (tx) => requireManager(tx, member))
  requireActive(own)
  const { businessId, businessName: business } = own
  const linkTo = await requestLinks(services, businessId)
  return services.database.transact(member, async (tx) => {
    const sorted = await sortOut(services, tx, businessId, chosen)
    await requireEmailsLeft(services, tx, businessId, sorted.asked.length)
    for (const { id: customerId, name, number, email } of sorted.asked) {
      const id = timeOrderedId(at)
      const replyTo = linkTo.replyTo(id)
      const canReply = replyTo !== undefined
      const link = linkTo(id)
      const data = { business, state: nameOfState(state), message, isReminder: false, link, canReply }
      const mailId = await queueEmail(services, tx, { to: email, replyTo, template: requestEmail, data })
      await insertRequest(tx, {
        id,
        business_id: businessId,
        kind: 'email',
        email,
        customer_id: customerId,
        customer_name: name.slice(0, nameLength),
        customer_ref: number,
        state,
        message,
        mail_id: mailId,
        sent_at: at,
        created_by: member.kind === 'person' ? member.id : null,
        created_at: at,
        updated_at: at,
      })
      await recordAudit(tx, call, { at, action: 'request.create', target: { kind: 'request', id } })
      publishRequest(tx, businessId, id)
    }
    return answerOf(sorted)
  })
}

/** A request holds the name as it is written on its page, which is shorter than a customer’s can be. */
const nameLength = 120

interface SortedOut {
  asked: (ChosenCustomer & { email: string })[]
  left: { id: string; name: string; reason: NotAsked }[]
}

const answerOf = ({ asked, left }: SortedOut): ChosenAnswer => ({
  asked: asked.map(({ id, name, email }) => ({ id, name, email })),
  left,
})

/** Nobody is asked who has answered for good, whose certificate is good, or who was asked lately. */
async function sortOut(
  { clock }: Services,
  tx: Transaction,
  businessId: string,
  { customerIds, state }: Chosen,
): Promise<SortedOut> {
  const customers = await findChosenCustomers(tx, businessId, customerIds, state)
  if (customers.length < new Set(customerIds).size) throw new AppError('not-found')
  const emails = customers.flatMap(({ email }) => email ?? [])
  const since = new Date(clock.now().getTime() - requestLimits.askedAgainDays * dayMs)
  const hashOf = (email: string) => addressHash(businessId, email)
  const [refused, lately] =
    emails.length === 0
      ? [new Map<string, never>(), new Set<string>()]
      : [
          await refusedAmong(tx, businessId, emails.map(hashOf)),
          await askedAmong(tx, businessId, emails, since),
        ]
  const taken = new Set<string>()
  const reasonOf = ({ email, isCovered }: ChosenCustomer): NotAsked | undefined => {
    if (isCovered) return 'has-certificate'
    if (email === null) return 'no-address'
    const refusal = refused.get(hashOf(email).toString('hex'))
    if (refusal) return refusal
    if (lately.has(email.toLowerCase())) return 'asked-lately'
    return taken.has(email.toLowerCase()) ? 'twice' : undefined
  }
  const sorted: SortedOut = { asked: [], left: [] }
  for (const customer of customers) {
    const { id, name, email } = customer
    const reason = reasonOf(customer)
    if (reason) sorted.left.push({ id, name, reason })
    else if (email !== null) {
      taken.add(email.toLowerCase())
      sorted.asked.push({ ...customer, email })
    }
  }
  return sorted
}
