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
const checksOf = ({ id, business_id, state, from_on, to_on, has_list, until }: ContentScope) =>
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
const sharedCertificates = (scope: ContentScope) => sql`
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

/** Receipts by day, for whoever looks at a finished binder. */
export async function receiptsPage(
  tx: Transaction,
  scope: ContentScope,
  after: readonly [on: string, id: string] | undefined,
  limit: number,
): Promise<BinderReceipt[]> {
  const { rows } = await sql<BinderReceipt>`
    select c.id, c.on_date, c.reference, p.customer_name, c.verdict, c.reasons, c.code, c.share_id, c.kept_copy_id,
      c.refund_of is not null as is_refund
    from (${checksOf(scope)}) c left join coverage_check_subjects p on p.check_id = c.id
    ${after ? sql`where (c.on_date, c.id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by c.on_date, c.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

export interface BinderReceipt
  extends Pick<
    BinderCheck,
    | 'id'
    | 'on_date'
    | 'reference'
    | 'customer_name'
    | 'verdict'
    | 'reasons'
    | 'code'
    | 'share_id'
    | 'kept_copy_id'
  > {
  is_refund: boolean
}

export interface BinderCertificate {
  id: string
  customer_name: string | null
  ends_on: string | null
  document_id: string
  version: number
  type: DocumentType
}

/**
 * The certificates of a finished binder that can be opened now: copies that are kept for its receipts, and those among
 * the others that were put into the file and are still shared.
 */
const openCertificates = (scope: ContentScope) => sql`
  select k.id, r.customer_name, r.ends_on, k.document_id, k.version, k.document_type as type
  from (
      select c.kept_copy_id, max(p.customer_name) as customer_name, max(c.ends_on) as ends_on
      from (${checksOf(scope)}) c left join coverage_check_subjects p on p.check_id = c.id
      where c.kept_copy_id is not null group by c.kept_copy_id) r
    join kept_copies k on k.id = r.kept_copy_id and k.ended_at is null and k.business_id = ${scope.business_id}
  union all
  select f.id, i.customer_name, i.ends_on, f.document_id, f.version, f.type
  from (
      select s.id, d.id as document_id, d.version, d.type ${sharedCertificates(scope)}
        and exists (
          select from binder_certificates o
          where o.binder_id = ${scope.id} and o.share_id = s.id and o.ends_with_share)) f
    left join coverage_index i on i.share_id = f.id and i.state = ${scope.state}`

/** Sorts after every name. */
export const lastName = '\u{10FFFF}'

/** By customer; those whose name was erased come last. */
export async function certificatesPage(
  tx: Transaction,
  scope: ContentScope,
  after: readonly [name: string, id: string] | undefined,
  limit: number,
): Promise<BinderCertificate[]> {
  const { rows } = await sql<BinderCertificate>`
    select a.* from (
      select c.*, coalesce(c.customer_name, ${lastName}) collate "C" as name_key
      from (${openCertificates(scope)}) c) a
    ${after ? sql`where (a.name_key, a.id) > (${after[0]} collate "C", ${after[1]}::uuid)` : sql``}
    order by a.name_key, a.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

export async function findCertificates(
  tx: Transaction,
  scope: ContentScope,
  ids: readonly string[],
): Promise<BinderCertificate[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<BinderCertificate>`
    select c.* from (${openCertificates(scope)}) c where c.id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}

/** Everyone whom the receipts name. */
export async function insertNamed(tx: Transaction, scope: ContentScope): Promise<void> {
  await sql`delete from binder_certificates where binder_id = ${scope.id}`.execute(tx)
  await sql`
    insert into binder_certificates (binder_id, share_id, owner_id, ends_with_share)
    select distinct on (c.share_id) ${scope.id}::uuid, c.share_id, p.owner_id, false
    from (${checksOf(scope)}) c join coverage_check_subjects p on p.check_id = c.id
    where c.share_id is not null
    order by c.share_id`.execute(tx)
}

export async function insertCertificates(
  tx: Transaction,
  binderId: string,
  certificates: readonly { shareId: string; ownerId: string }[],
): Promise<void> {
  const rows = certificates.map(({ shareId, ownerId }) => ({ share_id: shareId, owner_id: ownerId }))
  await sql`
    insert into binder_certificates as c (binder_id, share_id, owner_id, ends_with_share)
    select ${binderId}::uuid, r.share_id, r.owner_id, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (share_id uuid, owner_id uuid)
      join users u on u.id = r.owner_id
    on conflict (binder_id, share_id) do update set ends_with_share = true`.execute(tx)
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

/** Binders whose file names the person or holds a certificate of theirs. */
export async function bindersWith(tx: Transaction, ownerId: string): Promise<BinderEnd[]> {
  const { rows } = await sql<BinderEnd>`
    select distinct b.id, b.business_id from binder_certificates c join binders b on b.id = c.binder_id
    where c.owner_id = ${ownerId} and b.status in ('ready', 'preparing')`.execute(tx)
  return rows
}

export interface BinderEnd {
  id: string
  business_id: string
}

/** Finished binders that hold a certificate which no sale relied on and which isn't shared anymore. */
export async function bindersWithEnded(tx: Transaction, limit: number): Promise<BinderEnd[]> {
  const { rows } = await sql<BinderEnd>`
    select distinct b.id, b.business_id from binder_certificates c join binders b on b.id = c.binder_id
    where b.status = 'ready' and c.ends_with_share and not exists (
      select from document_shares s where s.id = c.share_id and s.status in ('pending', 'verified'))
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
