import { type AuditFilter, type AuditTargetKind, auditTargetKinds } from '@exempta/contract/admin/audit'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/like.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'
import { findPeople } from '../users/queries.ts'

export type AuditPosition = readonly [at: string, id: string]

/** What is looked up for a search, of each kind: one that matches more is too vague. */
const matchesMax = 50

/** Whose entries, and entries about what, a search means. */
export interface AuditMatches {
  actors: readonly string[]
  targets: readonly { kind: AuditTargetKind; id: string }[]
  /** Something matched that isn't among them. */
  isPartial: boolean
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function findMatches(tx: Transaction, search: string): Promise<AuditMatches> {
  if (uuid.test(search)) {
    const id = search.toLowerCase()
    return { actors: [id], targets: auditTargetKinds.map((kind) => ({ kind, id })), isPartial: false }
  }
  const part = `%${escapeLike(search)}%`
  const most = sql.lit(matchesMax + 1)
  const ids = async (statement: RawBuilder<{ id: string }>) =>
    (await statement.execute(tx)).rows.map(({ id }) => id)
  const [people, businesses] = await Promise.all([
    findPeople(tx, search).then((matches) =>
      ids(
        sql`select id from administered_users where ${matches} order by created_at desc, id desc limit ${most}`,
      ),
    ),
    ids(sql`select id from administered_businesses where name ilike ${part} or email ilike ${part}
      order by id limit ${most}`),
  ])
  const [members, named, owned, received, links, emailed, auditors] = await Promise.all([
    ids(sql`select user_id as id from administered_members where business_id = any(${businesses}::uuid[])
      union all select id from api_keys where business_id = any(${businesses}::uuid[]) limit ${most}`),
    ids(sql`select id from administered_documents where name ilike ${part}
      order by created_at desc, id desc limit ${most}`),
    ids(sql`select id from administered_documents where owner_id = any(${people}::uuid[])
      order by created_at desc, id desc limit ${most}`),
    ids(sql`select document_id as id from administered_shares
      where business_id = any(${businesses}::uuid[]) order by shared_at desc, id desc limit ${most}`),
    ids(sql`select distinct id from administered_email_links where email = ${search}::citext
      order by id desc limit ${most}`),
    ids(sql`select distinct document_id as id from administered_email_links
      where email = ${search}::citext and document_id is not null order by id desc limit ${most}`),
    ids(
      sql`select id from auditor_grants where email = ${search}::citext order by created_at desc, id desc limit ${most}`,
    ),
  ])
  const found = [people, businesses, members, named, owned, received, links, emailed, auditors]
  const targetsOf = (kind: AuditTargetKind, ids: readonly string[]) =>
    [...new Set(ids.slice(0, matchesMax))].map((id) => ({ kind, id }))
  return {
    actors: [...new Set([...people.slice(0, matchesMax), ...members.slice(0, matchesMax)])],
    targets: [
      ...targetsOf('person', people),
      ...targetsOf('business', businesses),
      ...new Map(
        [named, owned, received, emailed]
          .flatMap((ids) => targetsOf('document', ids))
          .map((each) => [each.id, each]),
      ).values(),
      ...targetsOf('mail-share', links),
      ...targetsOf('auditor', auditors),
    ],
    isPartial: found.some((ids) => ids.length > matchesMax),
  }
}

/**
 * Cuts the page from an index before anything is joined. For several people and objects the newest rows of each are
 * merged, so that no one's rows are read beyond a page.
 */
export function auditLogPage(
  tx: Transaction,
  filter: Omit<AuditFilter, 'search'>,
  matches: Pick<AuditMatches, 'actors' | 'targets'> | undefined,
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
  const ofActors = (actors: readonly string[]) =>
    tx
      .selectFrom(sql<{ person: string }>`unnest(${[...actors]}::uuid[])`.as('person'))
      .innerJoinLateral(
        entries
          .where(sql<boolean>`e.actor_id between person and person`)
          .orderBy('e.actor_id')
          .orderBy('e.at', 'desc')
          .orderBy('e.id', 'desc')
          .as('found'),
        (join) => join.onTrue(),
      )
      .selectAll('found')
  const ofTargets = (targets: AuditMatches['targets']) =>
    tx
      .selectFrom(
        sql<{ kind: string; id: string }>`unnest(
          ${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ id }) => id)}::text[])`.as<'t'>(
          sql`t (kind, id)`,
        ),
      )
      .innerJoinLateral(
        entries
          .where(sql<boolean>`e.target_kind between t.kind and t.kind and e.target_id between t.id and t.id`)
          .orderBy('e.target_kind')
          .orderBy('e.target_id')
          .orderBy('e.at', 'desc')
          .orderBy('e.id', 'desc')
          .as('found'),
        (join) => join.onTrue(),
      )
      .selectAll('found')
  const page = matches
    ? tx
        .selectFrom(ofActors(matches.actors).union(ofTargets(matches.targets)).as('either'))
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
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
    .leftJoin('administered_documents as d', (join) => join.on(sql<boolean>`d.id = ${targetOf('document')}`))
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
      fn
        .coalesce(
          't.name',
          'b.name',
          'd.name',
          sql<string | null>`(
          select l.email::text from administered_email_links l where l.id = ${targetOf('mail-share')} limit 1)`,
          sql<string | null>`g.email::text`,
        )
        .as('target_name'),
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
  {
    actorId,
    actorKind,
    action,
    targetKind,
    targetId,
    result,
    from,
    to,
    timeZone,
  }: Omit<AuditFilter, 'search'>,
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
    ...(from ? [sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
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
