import type { CoverageReason } from '@exempta/contract/coverage'
import type { SaleOutcome } from '@exempta/contract/coverage/sale-outcome'
import type { Verdict } from '@exempta/contract/verdict'
import type { Facts } from '@exempta/knowledge/facts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../../platform/db/database.ts'

export interface ListedSale {
  line: number
  reference: string | null
  customer_name: string | null
  email: string | null
  sale_on: string | null
  is_taxed: boolean | null
  customer_number: string | null
  amount_cents: number | null
}

/** What decides which sales a binder is about. */
export interface BinderScope {
  id: string
  business_id: string
  state: string
  from_on: string
  to_on: string
  has_list: boolean
}

/** Receipts that are saved later don't change a binder that is being made. */
export type ContentScope = BinderScope & { until: Date }

/** An invoice that was on an earlier line is kept, and doesn't count. The latest receipt with a number is the sale's. */
export async function insertSales(
  tx: Transaction,
  { id, business_id, state }: Pick<BinderScope, 'id' | 'business_id' | 'state'>,
  sales: readonly ListedSale[],
): Promise<void> {
  const rows = sql`
    select r.line, r.reference, upper(r.reference) as reference_key, r.customer_name, r.email, r.sale_on,
      r.is_taxed, r.customer_number, r.amount_cents, (
        select c.id from coverage_checks c
        where c.business_id = ${business_id} and c.state = ${state} and c.refund_of is null
          and upper(c.reference) collate "C" = upper(r.reference) collate "C"
        order by c.at desc, c.id desc limit 1) as check_id
    from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as r (line integer, reference text, customer_name text,
      email text, sale_on date, is_taxed boolean, customer_number text, amount_cents bigint)`
  await sql`
    insert into binder_sales (binder_id, line, reference, reference_key, customer_name, email, sale_on, is_taxed, check_id,
      customer_number, amount_cents, is_twice)
    select ${id}::uuid, r.line, r.reference, r.reference_key, r.customer_name, r.email, r.sale_on, r.is_taxed,
      r.check_id, r.customer_number, r.amount_cents, false
    from (${rows} order by r.line) r
    on conflict (binder_id, reference_key) where reference_key is not null and not is_twice do nothing`.execute(
    tx,
  )
  await sql`
    insert into binder_sales (binder_id, line, reference, reference_key, customer_name, email, sale_on, is_taxed, check_id,
      customer_number, amount_cents, is_twice)
    select ${id}::uuid, r.line, r.reference, r.reference_key, r.customer_name, r.email, r.sale_on, r.is_taxed,
      r.check_id, r.customer_number, r.amount_cents, true
    from (${rows}) r
    on conflict (binder_id, line) do nothing`.execute(tx)
}

/** The first and last day of a list: its own dates, and those of the receipts that it names. */
export async function periodOf(
  tx: Transaction,
  binderId: string,
): Promise<{ from: string; to: string } | undefined> {
  const found = await tx
    .selectFrom('binder_sales as s')
    .leftJoin('coverage_checks as c', 'c.id', 's.check_id')
    .select([
      sql<string | null>`min(coalesce(s.sale_on, c.on_date))::text`.as('from'),
      sql<string | null>`max(coalesce(s.sale_on, c.on_date))::text`.as('to'),
    ])
    .where('s.binder_id', '=', binderId)
    .executeTakeFirst()
  return found?.from && found.to ? { from: found.from, to: found.to } : undefined
}

/**
 * The sales that an auditor asks about, and refunds, which aren't sales: the lines of the list, or else every receipt of the
 * state and period.
 */
const salesOf = ({ id, business_id, state, from_on, to_on, has_list, until }: ContentScope) =>
  has_list
    ? sql`
      select s.line::text as sale_key, s.line, coalesce(c.reference, s.reference) as reference,
        coalesce(p.customer_name, s.customer_name, c.card) as customer_name, s.email::text as email,
        coalesce(c.on_date, s.sale_on) as sale_on, coalesce(c.is_taxed, s.is_taxed) as is_taxed, c.id as check_id,
        s.customer_number, s.amount_cents as listed_cents
      from binder_sales s
        left join coverage_checks c on c.id = s.check_id
        left join coverage_check_subjects p on p.check_id = c.id
      where s.binder_id = ${id} and not s.is_twice`
    : sql`
      select c.id::text as sale_key, null::integer as line, c.reference, coalesce(p.customer_name, c.card) as customer_name,
        null::text as email,
        c.on_date as sale_on, coalesce(r.is_taxed, c.is_taxed) as is_taxed, c.id as check_id,
        null::text as customer_number, null::bigint as listed_cents
      from coverage_checks c
        left join coverage_check_subjects p on p.check_id = c.id
        left join coverage_checks r on r.id = c.refund_of
      where c.business_id = ${business_id} and c.state = ${state} and c.at <= ${until}::timestamptz
        and c.on_date between ${from_on}::date and ${to_on}::date`

/** In the order of the list, or by day. */
export const SalePosition = z.union([
  z.tuple([z.int().min(0).max(1e9)]).readonly(),
  z.tuple([z.iso.date(), z.uuid()]).readonly(),
])
export type SalePosition = z.infer<typeof SalePosition>

export interface SaleRow {
  sale_key: string
  line: number | null
  reference: string | null
  customer_name: string | null
  /** The kind of government card that paid, which stands for a name. */
  card: string | null
  customer_email: string | null
  sale_on: string | null
  is_taxed: boolean | null
  check_id: string | null
  code: string | null
  customer_id: string | null
  customer_number: string | null
  /** The number is that of a customer we know, so names decide nothing. */
  is_numbered: boolean
  kind: Facts['kind'] | null
  amount_cents: number | null
  is_own_use: boolean | null
  paid_by: Facts['paidBy']
  verdict: Verdict | null
  at_sale: CoverageReason[] | null
  allowed_reason: string | null
  accepted: { reason: string; on: string; until: string } | null
  share_id: string | null
  kept_copy_id: string | null
  is_refund: boolean
  /** As it was decided when the file was made. */
  outcome: SaleOutcome | null
  reasons: string[] | null
  decided_share_id: string | null
}

interface SalesPage {
  after: SalePosition | undefined
  limit: number
  /** Long, and needed only where they are shown. */
  hasReasons: boolean
}

export async function salesPage(
  tx: Transaction,
  scope: ContentScope,
  { after, limit, hasReasons }: SalesPage,
): Promise<SaleRow[]> {
  const position = !after
    ? sql`true`
    : after.length === 1
      ? sql`line > ${after[0]}`
      : sql`(sale_on, check_id) > (${after[0]}::date, ${after[1]}::uuid)`
  const order = scope.has_list ? sql.raw('line') : sql.raw('sale_on, check_id')
  const { rows } = await sql<SaleRow>`
    select x.sale_key, x.line, x.reference, coalesce(x.customer_name, n.name) as customer_name, c.card,
      coalesce(nullif(k.email, ''), x.email::text, (
        select one ->> 'email' from jsonb_array_elements(n.contacts) one
        where coalesce(one ->> 'email', '') <> '' limit 1)) as customer_email,
      x.sale_on::text as sale_on, x.is_taxed, x.check_id, c.code, coalesce(c.customer_id, n.id) as customer_id,
      x.customer_number, n.id is not null as is_numbered, c.kind,
      coalesce(c.amount_cents, x.listed_cents)::float8 as amount_cents, c.is_own_use, c.paid_by, c.verdict,
      case when ${hasReasons} or c.verdict <> 'covered' then c.reasons else '[]'::jsonb end as at_sale, c.allowed_reason,
      case when c.accepted_on is not null then jsonb_build_object(
        'reason', c.accepted_reason, 'on', c.accepted_on::text, 'until', c.accepted_until::text) end as accepted,
      c.share_id, c.kept_copy_id, c.refund_of is not null as is_refund, d.outcome, d.reasons,
      d.share_id as decided_share_id
    from (
        select * from (${salesOf(scope)}) every where ${position} order by ${order} limit ${sql.lit(limit)}) x
      left join coverage_checks c on c.id = x.check_id
      left join coverage_customers k on k.id = c.customer_id and k.business_id = ${scope.business_id}
      left join customers n on n.id = (
        select current_customer(r.id) from customers r
        where r.business_id = ${scope.business_id} and lower(r.number) = lower(x.customer_number))
      left join binder_decisions d on d.binder_id = ${scope.id} and d.sale_key = x.sale_key collate "C"
    order by ${scope.has_list ? sql.raw('x.line') : sql.raw('x.sale_on, x.check_id')}`.execute(tx)
  return rows
}

export interface DecisionRow {
  sale_key: string
  outcome: SaleOutcome
  reasons: string[]
  share_id: string | null
}

export async function insertDecisions(
  tx: Transaction,
  binderId: string,
  decisions: readonly DecisionRow[],
): Promise<void> {
  await sql`
    insert into binder_decisions (binder_id, sale_key, outcome, reasons, share_id)
    select ${binderId}::uuid, d.sale_key, d.outcome, d.reasons, d.share_id
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb)
      as d (sale_key text, outcome text, reasons text[], share_id uuid)`.execute(tx)
}

export async function deleteDecisions(tx: Transaction, binderId: string): Promise<void> {
  await tx.deleteFrom('binder_decisions').where('binder_id', '=', binderId).execute()
}

export const countList = (tx: Transaction, binderId: string) =>
  tx
    .selectFrom('binder_sales')
    .select(({ fn }) => [
      fn.countAll<number>().as('rows'),
      fn
        .countAll<number>()
        .filterWhere('check_id', 'is', null)
        .filterWhere('is_twice', '=', false)
        .as('unknown'),
      fn.countAll<number>().filterWhere('is_twice', '=', true).as('twice'),
    ])
    .where('binder_id', '=', binderId)
    .executeTakeFirstOrThrow()

export type ListCounts = Awaited<ReturnType<typeof countList>>

/** Lines about the person, by their address. */
export function listedLinesOf(
  tx: Transaction,
  personId: string,
  after: { binder_id: string; line: number } | undefined,
  limit: number,
) {
  let page = tx
    .selectFrom('binder_sales as s')
    .innerJoin('binders as b', 'b.id', 's.binder_id')
    .innerJoin('businesses as o', 'o.id', 'b.business_id')
    .innerJoin('users as u', 'u.email', 's.email')
    .select(['s.binder_id', 's.line', 's.reference', 's.customer_name as customerName'])
    .select(['s.sale_on as saleOn', 'o.name as business'])
    .where('u.id', '=', personId)
    .where('u.email_verified_at', 'is not', null)
  if (after) {
    page = page.where(
      sql<boolean>`(s.binder_id, s.line) > (${after.binder_id}::uuid, ${after.line}::integer)`,
    )
  }
  return page.orderBy('s.binder_id').orderBy('s.line').limit(sql.lit(limit)).execute()
}

export async function forgetLinesOf(tx: Transaction, personId: string): Promise<void> {
  await sql`
    update binder_sales s set email = null, customer_name = null
    from users u where u.id = ${personId} and u.email = s.email`.execute(tx)
}
