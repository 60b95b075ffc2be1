import type { AuditFilter, AuditResult } from '@exempta/contract/admin/audit'
import type { Role } from '@exempta/contract/people'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'
import { findPeople } from '../users/queries.ts'

export interface AuditLogRow {
  id: string
  at: Date
  actor_kind: Actor['kind']
  actor_id: string | null
  actor_role: Role | null
  actor_name: string | null
  actor_email: string | null
  action: string
  target_kind: string | null
  target_id: string | null
  target_name: string | null
  result: AuditResult
  ip: string | null
  request_id: string | null
  details: Record<string, string | number | boolean>
  changes: { field: string; before: string | null; after: string | null }[]
}

export type AuditPosition = readonly [at: string, id: string]

/** A search that matches more people than this is too vague to mean particular people. */
const matchedPeopleMax = 50

export async function findMatchingPeople(tx: Transaction, search: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from administered_users where ${await findPeople(tx, search)}
    order by created_at desc, id desc limit ${matchedPeopleMax}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Cuts the page from an index before anything is joined. For several people the newest rows of each are
 * merged, so that no one's rows are read beyond a page.
 */
export async function auditLogPage(
  tx: Transaction,
  filter: Omit<AuditFilter, 'search'>,
  people: readonly string[] | undefined,
  before: AuditPosition | undefined,
  limit: number,
): Promise<AuditLogRow[]> {
  const where = sql.join(conditions(filter, before), sql` and `)
  // `between`, and ordering by person first, force the index by person. With `=` the planner picks the index
  // by time for people it expects to be busy, and scans all of it for those who did nothing.
  const page = people
    ? sql`
      select of_person.* from unnest(${[...people]}::uuid[]) person
      cross join lateral (
        select e.* from audit_entries e where ${where} and e.actor_id between person and person
        order by e.actor_id, e.at desc, e.id desc limit ${limit}) of_person
      order by at desc, id desc limit ${limit}`
    : sql`select e.* from audit_entries e where ${where} order by e.at desc, e.id desc limit ${limit}`
  const { rows } = await sql<AuditLogRow>`
    select p.id, p.at, p.actor_kind, p.actor_id, p.actor_role, p.action, p.target_kind, p.target_id, p.result,
      p.request_id, p.details, coalesce(a.name, k.name) as actor_name, a.email::text as actor_email, host(o.ip) as ip,
      coalesce(t.name, b.name) as target_name,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'field', c.field, 'before', c.old_value, 'after', c.new_value) order by c.field), '[]')
        from audit_changes c where c.entry_id = p.id) as changes
    from (${page}) p
    left join users a on a.id = p.actor_id
    left join api_keys k on p.actor_kind = 'key' and k.id = p.actor_id
    left join audit_origins o on o.entry_id = p.id
    left join users t on t.id = ${targetOf('person')}
    left join businesses b on b.id = ${targetOf('business')}
    order by p.at desc, p.id desc`.execute(tx)
  return rows
}

const targetOf = (kind: string) => sql`
  case when p.target_kind = ${kind} and p.target_id ~ '^[0-9a-f-]{36}$' then p.target_id::uuid end`

function conditions(
  { actorId, actorKind, action, targetKind, targetId, result, from, to }: Omit<AuditFilter, 'search'>,
  before: AuditPosition | undefined,
): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(actorId ? [sql`e.actor_id = ${actorId}`] : []),
    ...(actorKind ? [sql`e.actor_kind = ${actorKind}`] : []),
    ...(action ? [sql`e.action = ${action}`] : []),
    ...(targetKind ? [sql`e.target_kind = ${targetKind}`] : []),
    ...(targetId ? [sql`e.target_id = ${targetId}`] : []),
    ...(result ? [sql`e.result = ${result}`] : []),
    ...(from ? [sql`e.at >= ${from}::date::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`e.at < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
    ...(before ? [sql`(e.at, e.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`] : []),
  ]
}

export async function isActiveAdministrator(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}

export type VerificationRow = Row<'audit_verifications'>

export const findLatestVerification = (tx: Transaction): Promise<VerificationRow | undefined> =>
  tx
    .selectFrom('audit_verifications')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The head of the chain when it was last verified as intact. */
export const findLastGoodHead = (tx: Transaction) =>
  tx
    .selectFrom('audit_verifications')
    .select(['head_position', 'head_hash'])
    .where('state', '=', 'intact')
    .where('head_position', 'is not', null)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertVerification(
  tx: Transaction,
  verification: NewRow<'audit_verifications'>,
): Promise<void> {
  await tx.insertInto('audit_verifications').values(verification).execute()
}

/** Returns false if it is already finished. */
export async function updateVerification(
  tx: Transaction,
  id: string,
  change: RowChange<'audit_verifications'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('audit_verifications')
    .set(change)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}
