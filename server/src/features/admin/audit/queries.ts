import type { AuditFilter } from '@exempta/contract/admin/audit'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'
import { findPeople } from '../users/queries.ts'

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
export function auditLogPage(
  tx: Transaction,
  filter: Omit<AuditFilter, 'search'>,
  people: readonly string[] | undefined,
  before: AuditPosition | undefined,
  limit: number,
) {
  const entries = tx
    .selectFrom('audit_entries as e')
    .selectAll('e')
    .where(sql.join<boolean>(conditions(filter, before), sql` and `))
    .limit(limit)
  // `between`, and ordering by person first, force the index by person. With `=` the planner picks the index
  // by time for people it expects to be busy, and scans all of it for those who did nothing.
  const page = people
    ? tx
        .selectFrom(sql<{ person: string }>`unnest(${[...people]}::uuid[])`.as('person'))
        .innerJoinLateral(
          entries
            .where(sql<boolean>`e.actor_id between person and person`)
            .orderBy('e.actor_id')
            .orderBy('e.at', 'desc')
            .orderBy('e.id', 'desc')
            .as('of_person'),
          (join) => join.onTrue(),
        )
        .selectAll('of_person')
        .orderBy('of_person.at', 'desc')
        .orderBy('of_person.id', 'desc')
        .limit(limit)
        .as('p')
    : entries.orderBy('e.at', 'desc').orderBy('e.id', 'desc').as('p')
  return tx
    .selectFrom(page)
    .leftJoin('users as a', 'a.id', 'p.actor_id')
    .leftJoin('api_keys as k', (join) => join.on('p.actor_kind', '=', 'key').onRef('k.id', '=', 'p.actor_id'))
    .leftJoin('audit_origins as o', 'o.entry_id', 'p.id')
    .leftJoin('auditor_grants as g', (join) => join.on(sql<boolean>`g.id = ${targetOf('auditor')}`))
    .leftJoin('users as t', (join) => join.on(sql<boolean>`t.id = ${targetOf('person')}`))
    .leftJoin('businesses as b', (join) => join.on(sql<boolean>`b.id = ${targetOf('business')}`))
    .select(['p.id', 'p.at', 'p.actor_kind', 'p.actor_id', 'p.actor_role', 'p.action', 'p.target_kind'])
    .select(['p.target_id', 'p.result', 'p.request_id', 'p.details', 'a.email as actor_email'])
    .select(({ fn }) => [
      fn
        .coalesce(
          'a.name',
          'k.name',
          // An auditor has no account, and is known once the address was confirmed.
          sql<string | null>`case when p.actor_kind = 'anonymous' and (
            p.action in ('auditor.look', 'auditor.open-certificate', 'auditor.download')
            or p.action = 'auditor.open' and p.result = 'done') then 'Invited auditor ' || g.email end`,
        )
        .as('actor_name'),
      fn.coalesce('t.name', 'b.name', sql<string | null>`g.email::text`).as('target_name'),
      sql<string | null>`host(o.ip)`.as('ip'),
    ])
    .select(
      sql<{ field: string; before: string | null; after: string | null }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
            'field', c.field, 'before', c.old_value, 'after', c.new_value) order by c.field), '[]')
        from audit_changes c where c.entry_id = p.id)`.as('changes'),
    )
    .orderBy('p.at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
}

export type AuditLogRow = Awaited<ReturnType<typeof auditLogPage>>[number]

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
