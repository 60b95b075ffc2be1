/** "Why was tax charged?" */
import type { explainTax as contract, WhyTaxed } from '@exempta/contract/coverage/why-taxed'
import type { RouteParsed } from '@exempta/contract/route'
import { nextDay, startOfDay } from '@exempta/knowledge/dates'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { findCurrent } from '../customers/index.ts'
import { type Answered, answerFor, asAnswer, saleOf } from './customers.ts'
import { judge, type Sale, todayIn, zoneOf } from './judge.ts'
import { answerAt, firstChange } from './known-then.ts'
import { limits } from './limits.ts'
import { type CustomerCertificate, certificatesOf } from './queries/customers.ts'
import { type CheckRow, checksPage } from './queries/receipts.ts'

type Explained = WhyTaxed['sales'][number]
type Difference = Explained['difference']
export type TaxedSale = RouteParsed<typeof contract>['query']

export function explainTax(
  { database, clock }: Services,
  call: Call,
  { id, ...asked }: TaxedSale & { id: string },
): Promise<WhyTaxed> {
  const actor = memberOf(call)
  return database.transact(
    actor,
    async (tx) => {
      const own = await requireMember(tx, actor)
      const mayOpen = own.role === 'manager'
      return explainFor(tx, own.businessId, { customerId: id, ...asked }, { now: clock.now(), mayOpen })
    },
    { readOnly: true },
  )
}

export async function explainFor(
  tx: Transaction,
  businessId: string,
  { customerId, ...asked }: TaxedSale & { customerId: string },
  seen: { now: Date; mayOpen: boolean },
): Promise<WhyTaxed> {
  const { now } = seen
  const sale = saleOf({ isOwnUse: false, ...asked }, now)
  if (sale.on > todayIn(sale.state, now)) {
    const message = 'Please choose a day that isn’t in the future'
    throw new AppError('invalid-input', { fields: [{ path: 'on', message }] })
  }
  const customer = await findCurrent(tx, businessId, customerId)
  if (!customer) throw new AppError('not-found')
  const ofDay = { customerId: customer.id, state: sale.state, from: sale.on, to: sale.on }
  const [certificates, found] = await Promise.all([
    certificatesOf(tx, businessId, customer.id, sale.state),
    checksPage(tx, businessId, ofDay, undefined, limits.explainedReceipts + 1),
  ])
  const receipts = found.slice(0, limits.explainedReceipts).filter(({ refund_of }) => refund_of === null)
  const sales = receipts.map((row) => ({ row, sale: saleOfReceipt(row) }))
  const explained: Explained[] = []
  for (const one of sales.length > 0 ? sales : [{ row: undefined, sale }]) {
    const answered = await answerFor(tx, { businessId }, customer.id, one.sale, now)
    explained.push(explainSale(one, certificates, answered, seen))
  }
  return {
    customer: { id: customer.id, name: customer.name },
    state: sale.state,
    on: sale.on,
    sales: explained,
    hasMore: found.length > limits.explainedReceipts,
  }
}

const saleOfReceipt = (row: CheckRow): Sale => ({
  state: row.state,
  on: row.on_date,
  kind: row.kind,
  amountCents: row.amount_cents,
  isOwnUse: row.is_own_use,
  paidBy: row.paid_by,
})

interface OneSale {
  row: CheckRow | undefined
  sale: Sale
}

function explainSale(
  { row, sale }: OneSale,
  certificates: readonly CustomerCertificate[],
  answered: Answered,
  seen: { now: Date; mayOpen: boolean },
): Explained {
  const { verdict, reasons, part, receivedId } = asAnswer(answered, { ...seen, accepted: null })
  const endOfDay = new Date(startOfDay(zoneOf(sale.state), nextDay(sale.on)).getTime() - 1)
  const thatDay = row
    ? { verdict: row.verdict, reasons: row.reasons, source: 'receipt' as const }
    : { ...answerAt(certificates, sale, endOfDay), source: 'dates' as const }
  const difference =
    (row && settledByReceipt(row)) ??
    (verdict === thatDay.verdict
      ? nothingChanged
      : ((row && sinceReceipt(row, sale, certificates)) ??
        firstChange(certificates, sale, { after: row?.at ?? endOfDay, verdict: thatDay.verdict }) ??
        detailsChanged))
  return {
    receipt: row
      ? {
          id: row.id,
          code: row.code,
          reference: row.reference,
          isTaxed: row.is_taxed,
          savedAt: row.at.toISOString(),
        }
      : null,
    thatDay: { ...thatDay, reasons: [...thatDay.reasons] },
    today: { verdict, reasons, part, receivedId },
    difference,
    step: stepFor(difference, { verdict, reasons, part }),
  }
}

const nothingChanged: Difference = { code: 'none', text: 'The answer is still the same today.', on: null }

const detailsChanged: Difference = {
  code: 'details',
  text: 'What is stored about the certificate has changed since.',
  on: null,
}

/** What the receipt itself says about the tax. */
function settledByReceipt(row: CheckRow): Difference | undefined {
  if (row.is_taxed === false)
    return { code: 'not-taxed', text: 'The receipt says that no tax was charged.', on: null }
  if (row.allowed_reason !== null)
    return { code: 'allowed', text: `A manager allowed this sale: ${row.allowed_reason}`, on: null }
  if (row.is_taxed && row.verdict === 'covered') {
    return {
      code: 'not-followed',
      text: 'The answer was that the sale is covered, and tax was charged anyway.',
      on: null,
    }
  }
  return undefined
}

/** The facts of the receipt with today's rules: if they answer differently, the rules have changed. */
function sinceReceipt(
  row: CheckRow,
  sale: Sale,
  certificates: readonly CustomerCertificate[],
): Difference | undefined {
  if (row.facts && judge(row.facts, sale).verdict !== row.verdict) {
    return {
      code: 'rules',
      text: 'Exempta’s rules have changed since: the same certificate gets another answer today.',
      on: null,
    }
  }
  const sameThen = answerAt(certificates, sale, row.at).verdict === row.verdict
  return sameThen ? undefined : detailsChanged
}

/** Nobody is advised to refund what may have been due. */
function stepFor(
  { code }: Difference,
  now: Pick<Explained['today'], 'verdict' | 'reasons' | 'part'>,
): string | null {
  if (code === 'not-taxed' || code === 'allowed') return null
  const beforeRefund = 'Before you refund tax, check how your state wants it done.'
  if (now.verdict === 'covered') return `By what we know today, this sale is covered. ${beforeRefund}`
  if (now.verdict === 'charge-part') {
    return `By what we know today, only a part of the tax was due. ${now.part?.text ?? ''} ${beforeRefund}`
  }
  const [first] = now.reasons
  return (
    first?.step ??
    (now.verdict === 'check' ? 'Ask a manager to look at the certificate.' : 'Ask for a certificate.')
  )
}
