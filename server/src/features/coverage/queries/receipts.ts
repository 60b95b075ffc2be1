import type { ReceiptFilter } from '@exempta/contract/coverage'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

/** Everything we know is long, so it's written out only when it isn't stored yet. */
export async function insertRules(
  tx: Transaction,
  row: { knowledge_version: string; first_used_at: Date; states: () => string; forms: () => string },
): Promise<void> {
  const { rows } = await sql`
    select from coverage_rules where knowledge_version = ${row.knowledge_version}`.execute(tx)
  if (rows.length > 0) return
  await sql`
    insert into coverage_rules (knowledge_version, states, forms, first_used_at)
    values (${row.knowledge_version}, ${row.states()}::jsonb, ${row.forms()}::jsonb, ${row.first_used_at})
    on conflict do nothing`.execute(tx)
}

/** The rules that a receipt names. */
export const findRules = (tx: Transaction, version: string) =>
  tx
    .selectFrom('coverage_rules')
    .select(['states', 'forms'])
    .where('knowledge_version', '=', version)
    .executeTakeFirstOrThrow()

/** False if the code is taken. */
export async function insertCheck(tx: Transaction, row: NewRow<'coverage_checks'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('coverage_checks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['business_id', 'code']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function insertSubject(tx: Transaction, row: NewRow<'coverage_check_subjects'>): Promise<void> {
  await tx.insertInto('coverage_check_subjects').values(row).execute()
}

const checks = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('coverage_checks as c')
    .leftJoin('coverage_check_subjects as s', 's.check_id', 'c.id')
    .leftJoin('coverage_checks as r', 'r.id', 'c.refund_of')
    .leftJoin('team_members as m', 'm.user_id', 'c.person_id')
    .leftJoin('team_members as a', 'a.user_id', 'c.accepted_by')
    .leftJoin('api_keys as k', 'k.id', 'c.key_id')
    .selectAll('c')
    .select(['s.customer_name', 's.owner_id', 's.facts', 'r.code as refunded_code', 'a.name as accepter'])
    .select('r.is_taxed as refunded_is_taxed')
    .select(sql<string | null>`current_customer(c.customer_id)`.as('record_id'))
    .select(sql<string | null>`coalesce(m.name, k.name || ' (API key)')`.as('saved_by'))
    .where('c.business_id', '=', businessId)

export const findCheck = (tx: Transaction, businessId: string, id: string) =>
  checks(tx, businessId).where('c.id', '=', id).executeTakeFirst()

export type CheckRow = Awaited<ReturnType<typeof checksPage>>[number]

export type CheckPosition = readonly [at: string, id: string]

/** A search is the beginning of a receipt's code or of an invoice number. */
export function checksPage(
  tx: Transaction,
  businessId: string,
  { search, customerId, state, verdict, from, to }: ReceiptFilter,
  position: CheckPosition | undefined,
  limit: number,
) {
  let page = checks(tx, businessId)
  if (search) {
    const begin = search.toUpperCase()
    const end = `${begin}\u{10FFFF}`
    page = page.where(
      sql<boolean>`((c.code collate "C" >= ${begin} and c.code collate "C" < ${end})
        or (upper(c.reference) collate "C" >= ${begin} and upper(c.reference) collate "C" < ${end}))`,
    )
  }
  // A receipt names what its certificate said, or the record of its day.
  if (customerId) {
    page = page.where(
      sql<boolean>`c.customer_id in (
        select customer_family(${customerId})
        union
        select v.id from coverage_customers v where v.record_id in (select customer_family(${customerId})))`,
    )
  }
  if (state) page = page.where('c.state', '=', state)
  if (verdict) page = page.where('c.verdict', '=', verdict)
  if (from) page = page.where('c.on_date', '>=', from)
  if (to) page = page.where('c.on_date', '<=', to)
  if (position) {
    page = page.where(sql<boolean>`(c.at, c.id) < (${position[0]}::timestamptz, ${position[1]}::uuid)`)
  }
  return page.orderBy('c.at', 'desc').orderBy('c.id', 'desc').limit(sql.lit(limit)).execute()
}

/** Lets one refund of a sale after the other in. Nobody may change a receipt, so its row can't be locked. */
export async function lockRefundsOf(tx: Transaction, checkId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refunds of ${checkId}`}, 0))`.execute(tx)
}

/** A list says whether tax was charged for sales whose receipts don't. */
export async function noteTaxOfListed(tx: Transaction, binderId: string): Promise<void> {
  await sql`
    update coverage_checks c set is_taxed = s.is_taxed from binder_sales s
    where s.binder_id = ${binderId} and s.check_id = c.id and not s.is_twice and s.is_taxed is not null
      and c.is_taxed is null`.execute(tx)
}

export interface Refunded {
  count: number
  cents: number
  /** One of them has no amount, and so was of the whole sale. */
  isWhole: boolean
}

export async function sumRefunds(tx: Transaction, checkId: string): Promise<Refunded> {
  const { cents, ...refunded } = await tx
    .selectFrom('coverage_checks')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<string>`coalesce(sum(amount_cents), 0)::text`.as('cents'),
      sql<boolean>`count(*) > count(amount_cents)`.as('isWhole'),
    ])
    .where('refund_of', '=', checkId)
    .executeTakeFirstOrThrow()
  return { ...refunded, cents: Number(cents) }
}

export async function deleteChecksBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from coverage_checks where id in (
      select id from coverage_checks where at < ${before}::timestamptz limit ${sql.lit(limit)})
    returning id`.execute(tx)
  return rows.length
}

/** Rules that no receipt names anymore. */
export async function deleteUnusedRules(tx: Transaction, before: Date): Promise<void> {
  await sql`
    delete from coverage_rules r where r.first_used_at < ${before}::timestamptz
      and not exists (select from coverage_checks c where c.knowledge_version = r.knowledge_version)`.execute(
    tx,
  )
}

/** Sales that relied on the person's certificates. */
export const reliedOn = (tx: Transaction, after: string | undefined, limit: number) =>
  tx
    .selectFrom('relied_on_certificates')
    .select(['id', 'state', 'on_date as on', 'verdict', 'at', 'business_name as business'])
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Receipts that the person saved. */
export const savedBy = (tx: Transaction, personId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('coverage_checks')
    .select([
      'id',
      'code',
      'state',
      'on_date as on',
      'verdict',
      'reference',
      'allowed_reason as allowedReason',
      'at',
    ])
    .where('person_id', '=', personId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
