/** Who bought without tax and without a good certificate, by customer, and what that may cost. */
import type { GapCustomer } from '@exempta/contract/binders/sales-lists'
import { isGap } from '@exempta/contract/coverage/sale-outcome'
import type { Transaction } from '../../../platform/db/database.ts'
import { type DecidedSale, everySale } from '../decided-sales.ts'
import { bindersOf } from '../queries/sales-lists.ts'
import { type Rate, taxCents } from './rates.ts'

export interface ListedDecision extends DecidedSale {
  state: string
}

/** Every line of the list with what is decided about it now, also where a binder's file was made of it since. */
export async function* everyListed(
  tx: Transaction,
  listId: string,
  now: Date,
): AsyncGenerator<ListedDecision, void, void> {
  for (const binder of await bindersOf(tx, listId)) {
    const scope = { ...binder, until: now, isMade: false, undatedOn: judgedOn(binder.to_on, now) }
    for await (const page of everySale((work) => work(tx), scope, true)) {
      for (const sale of page) yield { ...sale, state: binder.state }
    }
  }
}

/** Nothing is judged in the future. */
export function judgedOn(lastDay: string, now: Date): string {
  const today = now.toISOString().slice(0, 10)
  return lastDay < today ? lastDay : today
}

export interface Gap extends Omit<GapCustomer, 'states' | 'canAsk'> {
  email: string | null
  /** Credits count against the sales of their state. */
  byState: Map<string, { amountCents: number; atRiskCents: number }>
  largestCents: number
}

type RateOf = (state: string) => Rate | undefined

/** The highest risk first. */
export async function findGaps(sales: AsyncIterable<ListedDecision>, rateOf: RateOf): Promise<Gap[]> {
  const found = new Map<string, Gap>()
  for await (const { row, decision, state } of sales) {
    if (row.is_refund || !isGap(decision.outcome)) continue
    const key = row.customer_id ?? row.customer_number ?? row.customer_name?.toLowerCase() ?? ''
    const gap = found.get(key) ?? newGap(key)
    found.set(key, gap)
    const cents = row.amount_cents ?? 0
    gap.customerId ??= row.customer_id
    gap.number ??= row.customer_number
    gap.name ??= row.customer_name
    gap.email ??= row.customer_email
    gap.sales += 1
    const inState = gap.byState.get(state) ?? { amountCents: 0, atRiskCents: 0 }
    inState.amountCents += cents
    gap.byState.set(state, inState)
    if (cents > gap.largestCents) {
      gap.largestCents = cents
      gap.reason = decision.reasons.join(' ')
    }
  }
  for (const gap of found.values()) {
    for (const [state, inState] of gap.byState) {
      inState.amountCents = Math.max(0, inState.amountCents)
      inState.atRiskCents = taxCents(inState.amountCents, rateOf(state))
      gap.amountCents += inState.amountCents
      gap.atRiskCents += inState.atRiskCents
    }
  }
  return [...found.values()].sort(
    (one, other) => other.atRiskCents - one.atRiskCents || (one.key < other.key ? -1 : 1),
  )
}

const newGap = (key: string): Gap => ({
  key,
  customerId: null,
  number: null,
  name: null,
  email: null,
  sales: 0,
  amountCents: 0,
  atRiskCents: 0,
  reason: '',
  largestCents: Number.NEGATIVE_INFINITY,
  byState: new Map(),
})

/** The state in which a customer's certificate is worth the most. */
export const worstState = ({ byState }: Gap): string =>
  [...byState].sort(([, one], [, other]) => other.atRiskCents - one.atRiskCents)[0]?.[0] ?? ''
