/** Finding a customer at the counter, and answering for one. */
import type {
  Accepted,
  CoverageAnswer,
  CoverageCustomer,
  askCoverage as contract,
} from '@exempta/contract/coverage'
import type { RouteParsed } from '@exempta/contract/route'
import { dayInWords } from '@exempta/knowledge/dates'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { businessOf, type Member } from '../businesses/index.ts'
import { type FoundCustomer, findCurrent, findCustomers, searchedTerms } from '../customers/index.ts'
import { acceptedFor } from './accepted.ts'
import { bestOf, factsOf, type Judgement, judge, type Sale, todayIn, unknownCustomer } from './judge.ts'
import { limits } from './limits.ts'
import { type CustomerCertificate, certificatesOf } from './queries/customers.ts'

export function searchCustomers(
  { database }: Services,
  call: Call,
  search: string,
): Promise<{ items: CoverageCustomer[] }> {
  const member = memberOf(call)
  const { businessId } = businessOf(member)
  return database.transact(
    member,
    async (tx) => {
      const found = await findCustomers(tx, businessId, searchedTerms(search), limits.customersFound)
      const names = found.map(({ name }) => name.toLowerCase())
      return {
        items: found.map(({ id, name, email, city, state }) => ({
          id,
          name,
          place: [city, state].filter((part) => part !== null).join(', ') || null,
          hint: names.filter((one) => one === name.toLowerCase()).length > 1 && email ? partOf(email) : null,
        })),
      }
    },
    { readOnly: true },
  )
}

/** Enough to tell two customers apart, and no more. */
function partOf(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 2)}…@${host}`
}

export interface Answered {
  /** Undefined if there is no such customer. */
  customer: Pick<FoundCustomer, 'id' | 'name'> | undefined
  /** Undefined if the customer has no certificate. */
  certificate: CustomerCertificate | undefined
  judgement: Judgement | undefined
  notes: string[]
  sale: Sale
}

type AskedSale = Omit<RouteParsed<typeof contract>['query'], 'amountCents'> & {
  amountCents?: number | undefined
}

export function saleOf(asked: AskedSale, now: Date): Sale {
  const { state, kind, isOwnUse, amountCents = null, paidBy = null } = asked
  return { state, kind, isOwnUse, amountCents, paidBy, on: asked.on ?? todayIn(state, now) }
}

/** The best answer that the certificates of a customer give. */
export async function answerFor(
  tx: Transaction,
  { businessId }: Pick<Member, 'businessId'>,
  customerId: string,
  sale: Sale,
  now: Date,
): Promise<Answered> {
  const [customer, certificates] = await Promise.all([
    findCurrent(tx, businessId, customerId),
    certificatesOf(tx, businessId, customerId, sale.state),
  ])
  const best = bestOf(
    certificates.map((certificate) => {
      const judgement = judge(factsOf(certificate, sale, certificate.last_purchase_on), sale)
      return { certificate, judgement, verdict: judgement.verdict }
    }),
  )
  const today = todayIn(sale.state, now)
  const notes: string[] = []
  if (sale.on < today) notes.push(`Answered with today’s rules for a sale on ${dayInWords(sale.on)}.`)
  if (!best) return { customer, certificate: undefined, judgement: undefined, notes, sale }
  return {
    customer,
    certificate: best.certificate,
    judgement: sale.on > today ? onlyUnsure(best.judgement) : best.judgement,
    notes,
    sale,
  }
}

/** Until the day of the sale anything can happen to the certificate. */
const onlyUnsure = (judgement: Judgement): Judgement =>
  judgement.verdict === 'not-covered'
    ? judgement
    : {
        ...judgement,
        verdict: 'check',
        reasons: [
          {
            code: 'future',
            text: 'This day is in the future. Ask again on the day of the sale.',
            step: null,
            ground: null,
            rule: null,
          },
          ...judgement.reasons,
        ],
        part: null,
        canAccept: false,
      }

export function asAnswer(
  { customer, certificate, judgement, notes, sale }: Answered,
  { mayOpen, now, accepted }: { mayOpen: boolean; now: Date; accepted: Accepted | null },
): CoverageAnswer {
  const isShared = certificate !== undefined && certificate.status !== 'revoked'
  return {
    customer: customer ? { id: customer.id, name: customer.name } : null,
    state: sale.state,
    on: sale.on,
    kind: sale.kind,
    verdict: judgement?.verdict ?? 'not-covered',
    reasons: judgement?.reasons ?? [unknownCustomer],
    part: judgement?.part ?? null,
    local: judgement?.local ?? [],
    notes,
    accepted,
    canAccept: judgement?.canAccept ?? false,
    asksWhoPays: judgement?.questions.some(({ about }) => about === 'paid-by-buyer') ?? false,
    expiresOn: judgement?.endsOn ?? null,
    receivedId: mayOpen && isShared ? certificate.share_id : null,
    answeredAt: now.toISOString(),
  }
}

export function askCoverage(
  { database, clock }: Services,
  call: Call,
  { id, ...asked }: AskedSale & { id: string },
): Promise<CoverageAnswer> {
  const member = memberOf(call)
  const own = businessOf(member)
  const now = clock.now()
  return database.transact(
    member,
    async (tx) => {
      const answered = await answerFor(tx, own, id, saleOf(asked, now), now)
      const accepted = await acceptedFor(tx, own.businessId, answered.judgement)
      return asAnswer(answered, { mayOpen: own.role === 'manager', now, accepted })
    },
    { readOnly: true },
  )
}
