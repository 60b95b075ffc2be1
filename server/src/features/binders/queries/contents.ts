import { expressionBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row, Schema } from '../../../platform/db/schema.ts'
import type { ContentScope } from './sales.ts'

/** The receipts that a binder lists: those that the auditor's list names, or all of the state and period. */
export const checksOf = ({ id, business_id, state, from_on, to_on, has_list, until }: ContentScope) =>
  expressionBuilder<Schema, never>()
    .selectFrom('coverage_checks as c')
    .selectAll('c')
    .where('c.business_id', '=', business_id)
    .where('c.state', '=', state)
    .where('c.at', '<=', until)
    .where(
      has_list
        ? sql<boolean>`c.id in (
            select s.check_id from binder_sales s where s.binder_id = ${id} and s.check_id is not null)`
        : sql<boolean>`c.on_date between ${from_on}::date and ${to_on}::date`,
    )

export const countChecks = (
  tx: Transaction,
  scope: ContentScope,
): Promise<{ checks: number; withoutReference: number }> =>
  tx
    .selectFrom(checksOf(scope).as('c'))
    .select(({ fn }) => [
      fn.countAll<number>().as('checks'),
      fn.countAll<number>().filterWhere('c.reference', 'is', null).as('withoutReference'),
    ])
    .executeTakeFirstOrThrow()

/** What was decided about a receipt: with a list, about the line that names it. */
const decisions = (scope: ContentScope) =>
  scope.has_list
    ? sql<DecisionOfCheck>`(
        select s.check_id, d.outcome, d.reasons, d.share_id from binder_decisions d
          join binder_sales s on s.binder_id = d.binder_id and s.line::text = d.sale_key and not s.is_twice
        where d.binder_id = ${scope.id} and s.check_id is not null)`
    : sql<DecisionOfCheck>`(
        select d.sale_key::uuid as check_id, d.outcome, d.reasons, d.share_id from binder_decisions d
        where d.binder_id = ${scope.id})`

type DecisionOfCheck = Pick<Row<'binder_decisions'>, 'outcome' | 'reasons' | 'share_id'> & {
  check_id: string
}

/** By name; customers whose name was erased with their account come last. Cards are listed by their kind. */
export const listCustomers = (tx: Transaction, scope: ContentScope) =>
  tx
    .selectFrom(checksOf(scope).as('c'))
    .leftJoin('coverage_check_subjects as p', 'p.check_id', 'c.id')
    .innerJoin(decisions(scope).as('d'), 'd.check_id', 'c.id')
    .select(({ fn }) => [
      'c.customer_id',
      'c.card',
      sql<string | null>`coalesce(max(p.customer_name), c.card)`.as('name'),
      fn.countAll<number>().as('checks'),
      fn.countAll<number>().filterWhere('d.outcome', 'in', ['covered', 'later']).as('covered'),
    ])
    .groupBy(['c.customer_id', 'c.card'])
    .orderBy(sql`coalesce(max(p.customer_name), c.card) collate "C" nulls last`)
    .orderBy('c.customer_id')
    .execute()

export type BinderCustomer = Awaited<ReturnType<typeof listCustomers>>[number]
export type BinderBuyer = Pick<BinderCustomer, 'customer_id' | 'card'>

/** Receipts of these customers by day; with a position, those after it. */
export function checksOfCustomers(
  tx: Transaction,
  scope: ContentScope,
  buyers: readonly BinderBuyer[],
  after: { on_date: string; id: string } | undefined,
  limit: number,
) {
  const ids = buyers.flatMap(({ customer_id }) => customer_id ?? [])
  const cards = buyers.flatMap(({ card }) => card ?? [])
  let page = tx
    .selectFrom(checksOf(scope).as('c'))
    .innerJoin(decisions(scope).as('d'), 'd.check_id', 'c.id')
    .leftJoin('coverage_check_subjects as p', 'p.check_id', 'c.id')
    .leftJoin('coverage_checks as r', 'r.id', 'c.refund_of')
    .leftJoin('users as u', 'u.id', 'c.person_id')
    .leftJoin('users as a', 'a.id', 'c.accepted_by')
    .leftJoin('api_keys as k', 'k.id', 'c.key_id')
    .select([
      'c.id',
      'c.customer_id',
      'c.card',
      'p.customer_name',
      'c.share_id',
      'c.kept_copy_id',
      'c.on_date',
    ])
    .select(['c.reference', 'c.kind', 'c.amount_cents', 'c.is_own_use', 'c.location_name', 'c.verdict'])
    .select(['c.reasons', 'c.ends_on', 'c.allowed_reason', 'c.code', 'r.code as refunded_code', 'c.at'])
    .select(['c.accepted_reason', 'c.accepted_on', 'c.accepted_until', 'a.name as accepter'])
    .select(['d.outcome', 'd.reasons as decided_reasons', 'd.share_id as decided_share_id'])
    .select(sql<boolean | null>`coalesce(r.is_taxed, c.is_taxed)`.as('is_taxed'))
    .select([
      'c.knowledge_version',
      sql<string | null>`coalesce(u.name, k.name || ' (API key)')`.as('saved_by'),
    ])
    .where(
      cards.length === 0
        ? sql<boolean>`c.customer_id = any(${ids}::uuid[])`
        : sql<boolean>`(c.customer_id = any(${ids}::uuid[]) or c.card = any(${cards}::text[]))`,
    )
  if (after) page = page.where(sql<boolean>`(c.on_date, c.id) > (${after.on_date}::date, ${after.id}::uuid)`)
  return page.orderBy('c.on_date').orderBy('c.id').limit(sql.lit(limit)).execute()
}

export type BinderCheck = Awaited<ReturnType<typeof checksOfCustomers>>[number]

/** Copies that are kept for a receipt of the binder, or of a certificate that decided about a sale of it. */
export const keptIds = (scope: ContentScope) => sql`
  select c.kept_copy_id from (${checksOf(scope)}) c where c.kept_copy_id is not null
  union
  select k.id from binder_decisions d
    join kept_copies k on k.share_id = d.share_id and k.business_id = ${scope.business_id} and k.state = ${scope.state}
  where d.binder_id = ${scope.id}`

/** Copies that show what the receipts relied on (0251). */
export async function listKept(tx: Transaction, scope: ContentScope): Promise<Row<'kept_copies'>[]> {
  return tx
    .selectFrom('kept_copies as k')
    .selectAll('k')
    .where('k.business_id', '=', scope.business_id)
    .where('k.ended_at', 'is', null)
    .where(sql<boolean>`k.id in (${keptIds(scope)})`)
    .orderBy('k.id')
    .execute()
}

/** With a list, those that a line relied on or is covered by; otherwise every one for the state. */
const certificateShares = (scope: ContentScope) => sql<{ share_id: string }>`(
  select r.share_id from (${checksOf(scope)}) r where r.share_id is not null
  union
  select d.share_id from binder_decisions d where d.binder_id = ${scope.id} and d.share_id is not null
  union
  select i.share_id from coverage_index i
  where i.business_id = ${scope.business_id} and i.state = ${scope.state}
    ${
      scope.has_list
        ? sql`and i.verdict = 'covered' and (
            i.customer_id in (select c.customer_id from (${checksOf(scope)}) c)
            or i.customer_name in (
              select s.customer_name collate "C" from binder_sales s where s.binder_id = ${scope.id}))`
        : sql``
    })`

/** As far as they are still shared, and not kept for a receipt in the same version. */
export const sharedCertificates = (scope: ContentScope) =>
  expressionBuilder<Schema, never>()
    .selectFrom(certificateShares(scope).as('w'))
    .innerJoin('document_shares as s', (join) =>
      join
        .onRef('s.id', '=', 'w.share_id')
        .on('s.business_id', '=', scope.business_id)
        .on('s.status', 'in', ['pending', 'verified'])
        .on('s.can_download', '=', true),
    )
    .innerJoin('documents as d', (join) =>
      join
        .onRef('d.id', '=', 's.document_id')
        .on('d.status', '=', 'processed')
        .on('d.needs_check', '=', false),
    )
    .where(
      sql<boolean>`not exists (
        select from kept_copies k
        where k.business_id = ${scope.business_id} and k.state = ${scope.state} and k.document_id = d.id
          and k.version = d.version and k.ended_at is null and k.id in (${keptIds(scope)}))`,
    )

export async function countFiles(tx: Transaction, scope: ContentScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (${sharedCertificates(scope).select(({ fn }) => fn.countAll().as('count'))})::integer + (
      select count(*) from kept_copies k
      where k.business_id = ${scope.business_id} and k.ended_at is null and k.id in (${keptIds(scope)}))::integer
      as count`.execute(tx)
  return rows[0]?.count ?? 0
}

export const listShared = (tx: Transaction, scope: ContentScope) =>
  tx
    .selectFrom(
      sharedCertificates(scope)
        .select(['s.id as share_id', 's.owner_id', 'd.id as document_id', 'd.version', 'd.type'])
        .as('f'),
    )
    .leftJoin('coverage_index as i', (join) =>
      join.onRef('i.share_id', '=', 'f.share_id').on('i.state', '=', scope.state),
    )
    .selectAll('f')
    .select(['i.customer_name', 'i.ends_on'])
    .execute()

/** What was looked up about the certificates, oldest first. The details are null once the customer's account is deleted. */
export const lookupsPage = (
  tx: Transaction,
  { business_id, state, until }: ContentScope,
  shareIds: readonly string[],
) =>
  tx
    .selectFrom('verifications as v')
    .leftJoin('verification_details as d', 'd.verification_id', 'v.id')
    .leftJoin('users as u', 'u.id', 'v.person_id')
    .leftJoin('api_keys as k', 'k.id', 'v.key_id')
    .select(['v.id', 'v.share_id', 'v.state', 'v.kind', 'v.result', 'v.checked_on', 'v.due_on', 'v.source'])
    .select(['v.file_date', 'v.at', 'd.number', 'd.found_name', 'd.note', 'd.proof_type'])
    .select(sql<string | null>`coalesce(u.name, k.name || ' (API key)')`.as('checked_by'))
    .where('v.business_id', '=', business_id)
    .where('v.state', '=', state)
    .where('v.at', '<=', until)
    .where(sql<boolean>`v.share_id = any(${[...shareIds]}::uuid[])`)
    .orderBy('v.at')
    .orderBy('v.id')
    .execute()

export type BinderLookup = Awaited<ReturnType<typeof lookupsPage>>[number]

/** Shares that the receipts name, whether or not they are still shared. */
export async function reliedShareIds(tx: Transaction, scope: ContentScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.share_id as id from (${checksOf(scope)}) c where c.share_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}
