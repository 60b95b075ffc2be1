/** The sales of a binder with what is decided about each: live while it is a draft, and as it was made from then on. */
import type { BinderCounts, BinderSale } from '@exempta/contract/binders'
import { isGap } from '@exempta/contract/coverage/sale-outcome'
import type { Transaction } from '../../platform/db/database.ts'
import { certificatesForState, type Decision, decideSale, type KnownCertificate } from '../coverage/index.ts'
import {
  type ContentScope,
  deleteDecisions,
  insertDecisions,
  type SalePosition,
  type SaleRow,
  salesPage,
} from './queries/sales.ts'

/** `isMade`: the file exists, so what was decided then is what counts. */
export type DecidedScope = ContentScope & {
  isMade: boolean
  /** The day as of which sales without a date are judged; without it, they're open. */
  undatedOn?: string
}
type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

export interface DecidedSale {
  row: SaleRow
  decision: Decision
}

const salesAtOnce = 1000

export const positionOf = ({ line, sale_on, check_id }: SaleRow): SalePosition =>
  line === null ? [sale_on ?? '', check_id ?? ''] : [line]

export async function decidedPage(
  tx: Transaction,
  scope: DecidedScope,
  page: { after: SalePosition | undefined; limit: number; hasReasons: boolean },
): Promise<DecidedSale[]> {
  const rows = await salesPage(tx, scope, page)
  const stored = rows.map((row) => (scope.isMade ? storedDecision(row) : undefined))
  // Binders of earlier releases kept no decisions.
  const open = rows.filter((_, at) => stored[at] === undefined)
  const certificates = await certificatesOf(tx, scope, open)
  return rows.map((row, at) => ({
    row,
    decision: stored[at] ?? decideSale(saleOf(row, scope), certificates(row)),
  }))
}

const storedDecision = ({ outcome, reasons, decided_share_id: shareId }: SaleRow): Decision | undefined =>
  outcome === null ? undefined : { outcome, reasons: reasons ?? [], shareId }

const saleOf = (row: SaleRow, { state, undatedOn }: DecidedScope) => ({
  state,
  on: row.sale_on ?? undatedOn ?? null,
  kind: row.kind ?? 'goods',
  amountCents: row.amount_cents,
  isOwnUse: row.is_own_use ?? false,
  paidBy: row.paid_by,
  isTaxed: row.is_taxed,
  receipt:
    row.verdict === null
      ? null
      : {
          verdict: row.verdict,
          reasons: row.at_sale ?? [],
          allowedReason: row.allowed_reason,
          accepted: row.accepted,
          shareId: row.share_id,
        },
})

async function certificatesOf(
  tx: Transaction,
  { business_id: businessId, state }: ContentScope,
  rows: readonly SaleRow[],
): Promise<(row: SaleRow) => KnownCertificate[]> {
  // What was covered at the sale stays so, and asks for nothing.
  const open = rows.filter(({ verdict }) => verdict !== 'covered')
  const ids = [...new Set(open.flatMap(({ customer_id }) => customer_id ?? []))]
  const names = [...new Set(open.flatMap((row) => nameOf(row) ?? []))]
  if (ids.length === 0 && names.length === 0) return () => []
  const found = await certificatesForState(tx, { businessId, state }, { ids, names })
  const byId = Map.groupBy(found, ({ customer_id }) => customer_id)
  const byName = Map.groupBy(found, ({ customer_name }) => customer_name)
  return (row) => [
    ...new Set([...(byId.get(row.customer_id ?? '') ?? []), ...(byName.get(nameOf(row) ?? '') ?? [])]),
  ]
}

/** Nobody's certificate is asked about where a card paid, whatever a list says about it. */
const nameOf = ({ customer_name, card, is_numbered }: SaleRow) =>
  card === null && !is_numbered ? customer_name : null

/** Every sale, some at a time. Refunds are among them. */
export async function* everySale(
  read: Transact,
  scope: DecidedScope,
  hasReasons: boolean,
): AsyncGenerator<DecidedSale[], void, void> {
  for (let after: SalePosition | undefined; ; ) {
    const position = after
    const page = await read((tx) =>
      decidedPage(tx, scope, { after: position, limit: salesAtOnce, hasReasons }),
    )
    yield page
    const last = page.at(-1)
    if (!last || page.length < salesAtOnce) return
    after = positionOf(last.row)
  }
}

/** The next sales that are wanted, from a place on. */
export async function wantedPage(
  tx: Transaction,
  scope: DecidedScope,
  {
    after,
    limit,
    isWanted,
  }: { after: SalePosition | undefined; limit: number; isWanted: (sale: DecidedSale) => boolean },
): Promise<DecidedSale[]> {
  const found: DecidedSale[] = []
  for (let from = after; ; ) {
    const page = await decidedPage(tx, scope, { after: from, limit: salesAtOnce, hasReasons: true })
    found.push(...page.filter(isWanted))
    const last = page.at(-1)
    if (!last || page.length < salesAtOnce || found.length >= limit) return found.slice(0, limit)
    from = positionOf(last.row)
  }
}

type SaleCounts = Pick<
  BinderCounts,
  'sales' | 'covered' | 'coveredLater' | 'partly' | 'taxed' | 'notCovered' | 'haveNone' | 'canAsk'
>

/** Decides anew, and hands each page to `keep`. */
export async function countSales(
  read: Transact,
  scope: ContentScope,
  keep?: (page: readonly DecidedSale[]) => Promise<void>,
): Promise<SaleCounts> {
  const counts = { sales: 0, covered: 0, coveredLater: 0, partly: 0, taxed: 0, notCovered: 0, haveNone: 0 }
  const addresses = new Set<string>()
  for await (const page of everySale(read, { ...scope, isMade: false }, keep !== undefined)) {
    for (const { row, decision } of page) {
      if (row.is_refund) continue
      counts.sales += 1
      if (decision.outcome === 'covered' || decision.outcome === 'later') counts.covered += 1
      if (decision.outcome === 'later') counts.coveredLater += 1
      if (decision.outcome === 'part') counts.partly += 1
      if (decision.outcome === 'taxed') counts.taxed += 1
      if (decision.outcome === 'not-covered') counts.notCovered += 1
      if (decision.outcome === 'none') counts.haveNone += 1
      if (isGap(decision.outcome) && row.customer_email) addresses.add(row.customer_email.toLowerCase())
    }
    await keep?.(page)
  }
  return { ...counts, canAsk: addresses.size }
}

const nameLength = 120

/** The customers of sales that nothing covers, each address once. */
export async function customersToAsk(
  read: Transact,
  scope: DecidedScope,
): Promise<{ email: string; customer_name: string | null }[]> {
  const found = new Map<string, { email: string; customer_name: string | null }>()
  for await (const page of everySale(read, scope, false)) {
    for (const { row, decision } of page) {
      const { customer_email: email, customer_name: name } = row
      if (row.is_refund || !isGap(decision.outcome) || !email || found.has(email.toLowerCase())) continue
      found.set(email.toLowerCase(), { email, customer_name: name?.slice(0, nameLength) ?? null })
    }
  }
  return [...found.values()]
}

/** Decides about every sale of a binder whose file is being made, and keeps what was decided. */
export async function keepDecisions(transact: Transact, scope: ContentScope): Promise<SaleCounts> {
  await transact((tx) => deleteDecisions(tx, scope.id))
  return countSales(transact, scope, (page) =>
    transact((tx) =>
      insertDecisions(
        tx,
        scope.id,
        page.map(({ row: { sale_key }, decision: { shareId, ...decision } }) => ({
          sale_key,
          share_id: shareId,
          ...decision,
        })),
      ),
    ),
  )
}

export function asBinderSale(
  { row, decision }: DecidedSale,
  certificate: BinderSale['certificate'],
): BinderSale {
  return {
    id: row.sale_key,
    line: row.line,
    on: row.sale_on,
    reference: row.reference,
    customer: row.customer_name,
    amountCents: row.amount_cents,
    code: row.code,
    isRefund: row.is_refund,
    outcome: decision.outcome,
    reasons: decision.reasons,
    certificate,
  }
}
