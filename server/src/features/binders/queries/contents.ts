import type { CoverageReason } from '@exempta/contract/coverage'
import type { DocumentType } from '@exempta/contract/documents'
import type { VerificationKind, VerificationResult } from '@exempta/contract/review/verifications'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'
import type { BinderScope } from './sales.ts'

/** Receipts that are saved later don't change a binder that is being made. */
export type ContentScope = BinderScope & { until: Date }

/** The receipts that a binder lists: those that the auditor's list names, or all of the state and period. */
export const checksOf = ({ id, business_id, state, from_on, to_on, has_list, until }: ContentScope) =>
  has_list
    ? sql`
      select c.* from coverage_checks c
      where c.business_id = ${business_id} and c.state = ${state} and c.at <= ${until}::timestamptz and c.id in (
        select s.check_id from binder_sales s where s.binder_id = ${id} and s.check_id is not null)`
    : sql`
      select c.* from coverage_checks c
      where c.business_id = ${business_id} and c.state = ${state} and c.at <= ${until}::timestamptz
        and c.on_date between ${from_on}::date and ${to_on}::date`

export async function countChecks(
  tx: Transaction,
  scope: ContentScope,
): Promise<{ checks: number; withoutReference: number }> {
  const { rows } = await sql<{ checks: number; withoutReference: number }>`
    select count(*)::integer as checks, count(*) filter (where c.reference is null)::integer as "withoutReference"
    from (${checksOf(scope)}) c`.execute(tx)
  return rows[0] ?? { checks: 0, withoutReference: 0 }
}

export interface BinderCustomer {
  id: string
  /** Null once the customer deleted their account. */
  name: string | null
  checks: number
  covered: number
}

/** By name; customers whose name was erased come last. */
export async function listCustomers(tx: Transaction, scope: ContentScope): Promise<BinderCustomer[]> {
  const { rows } = await sql<BinderCustomer>`
    select c.customer_id as id, max(p.customer_name) as name, count(*)::integer as checks,
      count(*) filter (where c.verdict = 'covered')::integer as covered
    from (${checksOf(scope)}) c left join coverage_check_subjects p on p.check_id = c.id
    group by c.customer_id
    order by max(p.customer_name) collate "C" nulls last, c.customer_id`.execute(tx)
  return rows
}

export interface BinderCheck {
  id: string
  customer_id: string
  customer_name: string | null
  share_id: string | null
  kept_copy_id: string | null
  on_date: string
  reference: string | null
  kind: string
  amount_cents: number | null
  is_own_use: boolean
  location_name: string | null
  verdict: 'covered' | 'check' | 'not-covered'
  reasons: CoverageReason[]
  ends_on: string | null
  allowed_reason: string | null
  code: string
  refunded_code: string | null
  saved_by: string | null
  at: Date
  knowledge_version: string
}

/** Receipts of these customers by day; with a position, those after it. */
export async function checksOfCustomers(
  tx: Transaction,
  scope: ContentScope,
  customerIds: readonly string[],
  after: { on_date: string; id: string } | undefined,
  limit: number,
): Promise<BinderCheck[]> {
  const { rows } = await sql<BinderCheck>`
    select c.id, c.customer_id, p.customer_name, c.share_id, c.kept_copy_id, c.on_date, c.reference, c.kind, c.amount_cents,
      c.is_own_use, c.location_name, c.verdict, c.reasons, c.ends_on, c.allowed_reason, c.code,
      r.code as refunded_code, coalesce(u.name, k.name || ' (API key)') as saved_by, c.at, c.knowledge_version
    from (${checksOf(scope)}) c
      left join coverage_check_subjects p on p.check_id = c.id
      left join coverage_checks r on r.id = c.refund_of
      left join users u on u.id = c.person_id
      left join api_keys k on k.id = c.key_id
    where c.customer_id = any(${[...customerIds]}::uuid[])
      ${after ? sql`and (c.on_date, c.id) > (${after.on_date}::date, ${after.id}::uuid)` : sql``}
    order by c.on_date, c.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** Copies that show what the receipts relied on (0251). */
export async function listKept(tx: Transaction, scope: ContentScope): Promise<Row<'kept_copies'>[]> {
  const { rows } = await sql<Row<'kept_copies'>>`
    select k.* from kept_copies k
    where k.business_id = ${scope.business_id} and k.ended_at is null and k.id in (
      select c.kept_copy_id from (${checksOf(scope)}) c where c.kept_copy_id is not null)
    order by k.id`.execute(tx)
  return rows
}

export interface SharedCertificate {
  share_id: string
  owner_id: string
  document_id: string
  version: number
  type: DocumentType
  customer_name: string | null
  ends_on: string | null
}

/** With a list, those that a line relied on or is covered by; otherwise every one for the state. */
const certificateShares = (scope: ContentScope) => sql`
  select r.share_id from (${checksOf(scope)}) r where r.share_id is not null
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
    }`

/** As far as they are still shared, and not kept for a receipt in the same version. */
export const sharedCertificates = (scope: ContentScope) => sql`
  from (${certificateShares(scope)}) w
    join document_shares s on s.id = w.share_id and s.business_id = ${scope.business_id}
      and s.status in ('pending', 'verified') and s.can_download
    join documents d on d.id = s.document_id and d.status = 'processed' and not d.needs_check
  where not exists (
    select from kept_copies k
    where k.business_id = ${scope.business_id} and k.state = ${scope.state} and k.document_id = d.id
      and k.version = d.version and k.ended_at is null and k.id in (
        select c.kept_copy_id from (${checksOf(scope)}) c where c.kept_copy_id is not null))`

export async function countFiles(tx: Transaction, scope: ContentScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) ${sharedCertificates(scope)})::integer + (
      select count(*) from kept_copies k
      where k.business_id = ${scope.business_id} and k.ended_at is null and k.id in (
        select c.kept_copy_id from (${checksOf(scope)}) c where c.kept_copy_id is not null))::integer
      as count`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function listShared(tx: Transaction, scope: ContentScope): Promise<SharedCertificate[]> {
  const { rows } = await sql<SharedCertificate>`
    select f.*, i.customer_name, i.ends_on
    from (select s.id as share_id, s.owner_id, d.id as document_id, d.version, d.type ${sharedCertificates(scope)}) f
      left join coverage_index i on i.share_id = f.share_id and i.state = ${scope.state}`.execute(tx)
  return rows
}

export interface BinderLookup {
  id: string
  share_id: string
  state: string
  kind: VerificationKind
  result: VerificationResult
  checked_on: string
  due_on: string | null
  source: string | null
  file_date: string | null
  /** Null, like the three below, once the customer deleted their account. */
  number: string | null
  found_name: string | null
  note: string | null
  proof_type: 'image/jpeg' | 'image/png' | null
  checked_by: string | null
  at: Date
}

/** What was looked up about the certificates, oldest first. */
export async function lookupsPage(
  tx: Transaction,
  { business_id, state, until }: ContentScope,
  shareIds: readonly string[],
): Promise<BinderLookup[]> {
  const { rows } = await sql<BinderLookup>`
    select v.id, v.share_id, v.state, v.kind, v.result, v.checked_on, v.due_on, v.source, v.file_date, v.at,
      d.number, d.found_name, d.note, d.proof_type, coalesce(u.name, k.name || ' (API key)') as checked_by
    from verifications v
      left join verification_details d on d.verification_id = v.id
      left join users u on u.id = v.person_id
      left join api_keys k on k.id = v.key_id
    where v.business_id = ${business_id} and v.state = ${state} and v.at <= ${until}::timestamptz
      and v.share_id = any(${[...shareIds]}::uuid[])
    order by v.at, v.id`.execute(tx)
  return rows
}

/** Shares that the receipts name, whether or not they are still shared. */
export async function reliedShareIds(tx: Transaction, scope: ContentScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.share_id as id from (${checksOf(scope)}) c where c.share_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}
