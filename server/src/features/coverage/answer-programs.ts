/** The questions of a business's own systems, with receipts unless they only want to know. */
import type { askCoverage as contract, explainTax as whyRoute } from '@exempta/contract/api/v1'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'
import type { Services } from '../../platform/services.ts'
import { type Member, requireMember } from '../businesses/index.ts'
import { customersWithTerm, emailTerm, findByNumber, numberTerm } from '../customers/index.ts'
import { acceptedFor } from './accepted.ts'
import { type Answered, answerFor, asAnswer, saleOf } from './customers.ts'
import { bestOf } from './judge.ts'
import { findCheck } from './queries/receipts.ts'
import { recordAnswer } from './receipts.ts'
import { explainFor } from './why-taxed.ts'

type Question = RouteParsed<typeof contract>['body']
type Answer = RouteReturn<typeof contract>

export async function answerForProgram(services: Services, call: Call, question: Question): Promise<Answer> {
  const [answer] = await answerAll(services, call, [question], () => 'on')
  if (!answer) throw new Error('A question got no answer.')
  return answer
}

/** All of them or none: a receipt is never saved for half a list. */
export const answerForPrograms = (
  services: Services,
  call: Call,
  questions: readonly Question[],
): Promise<Answer[]> => answerAll(services, call, questions, (index) => `sales.${index}.on`)

/** `dayPath` is where an error about a sale's day points. */
function answerAll(
  services: Services,
  call: Call,
  questions: readonly Question[],
  dayPath: (index: number) => string,
): Promise<Answer[]> {
  const actor = memberOf(call)
  const isReading = questions.every(({ record }) => !record)
  return services.database.transact(
    actor,
    async (tx) => {
      const own = await requireMember(tx, actor)
      const answers: Answer[] = []
      for (const [index, question] of questions.entries()) {
        answers.push(await answerOne(services, tx, call, own, question, dayPath(index)))
      }
      return answers
    },
    isReading ? { readOnly: true } : {},
  )
}

async function answerOne(
  services: Services,
  tx: Transaction,
  call: Call,
  own: Member,
  { customer, record, reference, isTaxed, ...asked }: Question,
  dayPath: string,
): Promise<Answer> {
  const now = services.clock.now()
  const sale = saleOf(asked, now)
  const all: Answered[] = []
  for (const id of await customerIds(tx, own.businessId, customer)) {
    all.push(await answerFor(tx, own, id, sale, now))
  }
  const nobody: Answered = {
    customer: undefined,
    certificate: undefined,
    judgement: undefined,
    notes: [],
    sale,
  }
  const best = bestOf(
    all.map((answered) => ({ ...answered, verdict: answered.judgement?.verdict ?? 'not-covered' })),
  )
  const found = best ?? nobody
  const accepted = await acceptedFor(tx, own.businessId, found.judgement)
  const answer = {
    ...asAnswer(found, { mayOpen: true, now, accepted }),
    knowledgeVersion: rulesInForce().version,
  }
  const names = new Set(all.flatMap(({ certificate }) => certificate?.customer_name ?? []))
  // An account can hold the certificates of several buyers, and only the register knows which of them is buying.
  if ('email' in customer && names.size > 1) {
    const text = 'This email address has certificates of several customers. Ask with the customer’s ID.'
    const several = { code: 'several-customers', text, step: null, ground: null, rule: null }
    return {
      ...answer,
      customer: null,
      part: null,
      accepted: null,
      canAccept: false,
      verdict: answer.verdict === 'not-covered' ? 'not-covered' : 'check',
      reasons: [several, ...answer.reasons],
      receipt: null,
    }
  }
  if (!record) return { ...answer, receipt: null }
  const nothingElse = { reference, allowedReason: null, isTaxed, location: null, dayPath }
  const id = await recordAnswer(services, tx, call, own, found, nothingElse)
  const saved = id === undefined ? undefined : await findCheck(tx, own.businessId, id)
  return { ...answer, receipt: saved ? { id: saved.id, code: saved.code } : null }
}

/** For one customer only: what was known about several can't be told apart. */
export function explainTaxForProgram(
  { database, clock }: Services,
  call: Call,
  { customer, ...sale }: RouteParsed<typeof whyRoute>['body'],
): Promise<RouteReturn<typeof whyRoute>> {
  const actor = memberOf(call)
  return database.transact(
    actor,
    async (tx) => {
      const own = await requireMember(tx, actor)
      const [id, ...others] = await customerIds(tx, own.businessId, customer)
      if (id === undefined) throw new AppError('not-found')
      if (others.length > 0) {
        throw new AppError('conflict', { text: 'Several customers match. Ask with the customer’s ID.' })
      }
      return explainFor(tx, own.businessId, { customerId: id, ...sale }, { now: clock.now(), mayOpen: true })
    },
    { readOnly: true },
  )
}

const mostFound = 20

async function customerIds(
  tx: Transaction,
  businessId: string,
  customer: Question['customer'],
): Promise<string[]> {
  if ('id' in customer) return [customer.id]
  if ('customerNumber' in customer) {
    const record = await findByNumber(tx, businessId, customer.customerNumber)
    return record ? [record.id] : []
  }
  const term = 'email' in customer ? emailTerm(customer.email) : numberTerm(customer.number)
  return customersWithTerm(tx, businessId, term, mostFound)
}
