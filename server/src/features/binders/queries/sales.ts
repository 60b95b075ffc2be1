import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface ListedSale {
  line: number
  reference: string | null
  customer_name: string | null
  email: string | null
  sale_on: string | null
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

/** An invoice that was on an earlier line is kept, and doesn't count. */
export async function insertSales(
  tx: Transaction,
  { id, business_id, state }: Pick<BinderScope, 'id' | 'business_id' | 'state'>,
  sales: readonly ListedSale[],
): Promise<void> {
  const rows = sql`
    select r.line, r.reference, upper(r.reference) as reference_key, r.customer_name, r.email, r.sale_on, (
        select c.id from coverage_checks c
        where c.business_id = ${business_id} and c.state = ${state} and c.refund_of is null
          and upper(c.reference) collate "C" = upper(r.reference) collate "C"
        order by c.verdict = 'covered' desc, c.at desc, c.id desc limit 1) as check_id
    from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as r (line integer, reference text, customer_name text,
      email text, sale_on date)`
  await sql`
    insert into binder_sales (binder_id, line, reference, reference_key, customer_name, email, sale_on, check_id, is_twice)
    select ${id}::uuid, r.line, r.reference, r.reference_key, r.customer_name, r.email, r.sale_on, r.check_id, false
    from (${rows} order by r.line) r
    on conflict (binder_id, reference_key) where reference_key is not null and not is_twice do nothing`.execute(
    tx,
  )
  await sql`
    insert into binder_sales (binder_id, line, reference, reference_key, customer_name, email, sale_on, check_id, is_twice)
    select ${id}::uuid, r.line, r.reference, r.reference_key, r.customer_name, r.email, r.sale_on, r.check_id, true
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
 * The sales that an auditor asks about: the lines of the list, or else every recorded sale of the state and period. A
 * refund isn't a sale, and what the customer uses was to be taxed.
 */
const salesOf = ({ id, business_id, state, from_on, to_on, has_list }: BinderScope) =>
  has_list
    ? sql`
      select s.line, s.reference, coalesce(p.customer_name, s.customer_name) as customer_name, s.email::text as email,
        coalesce(s.sale_on, c.on_date) as sale_on, c.id as check_id, c.code, c.customer_id, c.verdict, p.owner_id
      from binder_sales s
        left join coverage_checks c on c.id = s.check_id
        left join coverage_check_subjects p on p.check_id = c.id
      where s.binder_id = ${id} and not s.is_twice`
    : sql`
      select null::integer as line, c.reference, p.customer_name, null::text as email, c.on_date as sale_on,
        c.id as check_id, c.code, c.customer_id, c.verdict, p.owner_id
      from coverage_checks c left join coverage_check_subjects p on p.check_id = c.id
      where c.business_id = ${business_id} and c.state = ${state}
        and c.on_date between ${from_on}::date and ${to_on}::date and c.refund_of is null and not c.is_own_use`

/** A certificate that came later covers a sale, too, if it is the same customer's or bears the same name. */
const outcome = ({ business_id, state }: BinderScope) => sql`
  case
    when x.verdict = 'covered' then 'covered'
    when exists (
      select from coverage_index i
      where i.business_id = ${business_id} and i.state = ${state} and i.verdict = 'covered'
        and i.customer_id = x.customer_id) then 'later'
    when exists (
      select from coverage_index i
      where i.business_id = ${business_id} and i.state = ${state} and i.verdict = 'covered'
        and i.customer_name = x.customer_name collate "C") then 'later'
    when x.check_id is not null then 'newer'
    else 'none'
  end`

export type SaleOutcome = 'covered' | 'later' | 'newer' | 'none'

export interface SaleRow {
  line: number | null
  reference: string | null
  customer_name: string | null
  sale_on: string | null
  check_id: string | null
  code: string | null
  outcome: SaleOutcome
}

export interface SaleCounts {
  sales: number
  covered: number
  coveredLater: number
  needNewer: number
  haveNone: number
}

export async function countSales(tx: Transaction, scope: BinderScope): Promise<SaleCounts> {
  const outcomes = sql<{
    outcome: SaleOutcome
  }>`(select ${outcome(scope)} as outcome from (${salesOf(scope)}) x)`
  return tx
    .selectFrom(outcomes.as('o'))
    .select(({ fn }) => {
      const countOf = (...some: SaleOutcome[]) => fn.countAll<number>().filterWhere('o.outcome', 'in', some)
      return [
        fn.countAll<number>().as('sales'),
        countOf('covered', 'later').as('covered'),
        countOf('later').as('coveredLater'),
        countOf('newer').as('needNewer'),
        countOf('none').as('haveNone'),
      ]
    })
    .executeTakeFirstOrThrow()
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

/** All lines of the auditor's list, each with what covers it. */
export async function listedSalesPage(
  tx: Transaction,
  scope: BinderScope,
  afterLine: number,
  limit: number,
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select x.line, x.reference, x.customer_name, x.sale_on::text as sale_on, x.check_id, x.code,
      ${outcome(scope)} as outcome
    from (select * from (${salesOf(scope)}) all_sales where line > ${afterLine} order by line limit ${sql.lit(limit)}) x
    order by x.line`.execute(tx)
  return rows
}

/** Sales that nothing covers, by the day of the sale. */
export async function uncoveredPage(
  tx: Transaction,
  scope: BinderScope,
  offset: number,
  limit: number,
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select * from (
      select x.line, x.reference, x.customer_name, x.sale_on::text as sale_on, x.check_id, x.code,
        ${outcome(scope)} as outcome
      from (${salesOf(scope)}) x) o
    where o.outcome in ('newer', 'none')
    order by o.sale_on, o.line, o.check_id offset ${sql.lit(offset)} limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

export interface Asked {
  email: string
  customer_name: string | null
}

const toAsk = (scope: BinderScope) => sql`
  select distinct on (lower(a.email)) a.email, a.customer_name from (
    select coalesce(k.email, x.email) as email, left(x.customer_name, 120) as customer_name, x.customer_id
    from (${salesOf(scope)}) x
      left join coverage_customers k on k.id = x.customer_id and k.business_id = ${scope.business_id}
    where ${outcome(scope)} in ('newer', 'none')) a
  where a.email is not null
  order by lower(a.email), a.customer_name`

/** The customers of sales that nothing covers, each address once. */
export async function listToAsk(tx: Transaction, scope: BinderScope): Promise<Asked[]> {
  const { rows } = await sql<Asked>`${toAsk(scope)}`.execute(tx)
  return rows
}

export async function countToAsk(tx: Transaction, scope: BinderScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${toAsk(scope)}) a`.execute(tx)
  return rows[0]?.count ?? 0
}

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
