import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { Row } from '../db/schema.ts'

/** An arbitrary lock number that nothing else in the product uses. */
const sealerLock = 7_203_441

/** Held until the transaction ends; false when another process is sealing. */
export async function takeSealerLock(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sealerLock}) as taken`.execute(tx)
  return rows[0]?.taken === true
}

// Converted to text by the database, because a Date would drop the microseconds and hide a change to them.
const sealableColumns = sql`
  e.id::text as id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  e.actor_kind, e.actor_id::text as actor_id, e.actor_role, e.action, e.target_kind, e.target_id, e.result,
  e.request_id::text as request_id, e.details::text as details, encode(e.origin_digest, 'hex') as origin_digest`

export async function listWaiting(tx: Transaction, limit: number): Promise<SealableEntry[]> {
  const { rows } = await sql<SealableEntry>`
    select ${sealableColumns}
    from audit_unsealed u join audit_entries e on e.id = u.entry_id
    order by u.arrival limit ${limit}`.execute(tx)
  return rows
}

/** An entry as it is hashed: every column as text, in the order of `queries.ts`. */
export interface SealableEntry {
  id: string
  at: string
  actor_kind: string
  actor_id: string | null
  actor_role: string | null
  action: string
  target_kind: string | null
  target_id: string | null
  result: string
  request_id: string | null
  details: string
  origin_digest: string | null
}

/** A seal's position and hash. The hash covers everything before it. */
export interface Head {
  position: number
  hash: string
}

export type Seal = Row<'audit_seals'>

export const findLastSeal = (tx: Transaction): Promise<Seal | undefined> =>
  tx.selectFrom('audit_seals').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst()

export const findSeal = (tx: Transaction, position: number): Promise<Seal | undefined> =>
  tx.selectFrom('audit_seals').selectAll().where('position', '=', position).executeTakeFirst()

export async function insertSeals(tx: Transaction, seals: readonly Seal[]): Promise<void> {
  await tx.insertInto('audit_seals').values(seals).execute()
  const ids = seals.map((seal) => seal.entry_id)
  await sql`delete from audit_unsealed where entry_id = any(${ids}::uuid[])`.execute(tx)
}

/** A seal with its entry, whose columns are null when it is gone. */
export type SealedRow = Row<'audit_seals'> &
  Omit<SealableEntry, 'id'> & {
    id: string | null
    /** Null when the address was erased or never known. */
    origin_is_right: boolean | null
  }

export async function listSealed(
  tx: Transaction,
  afterPosition: number,
  limit: number,
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select s.position, s.entry_id::text as entry_id, s.entry_digest, s.hash, ${sealableColumns},
      case when o.entry_id is not null then
        e.origin_digest is not distinct from sha256(o.salt || convert_to(host(o.ip), 'UTF8'))
      end as origin_is_right
    from (select * from audit_seals where position > ${afterPosition} order by position limit ${limit}) s
    left join audit_entries e on e.id = s.entry_id
    left join audit_origins o on o.entry_id = s.entry_id
    order by s.position`.execute(tx)
  return rows
}

/** The entries of one batch, by id, that have no seal, and the id to continue from. */
export async function listUnsealed(tx: Transaction, afterId: string, limit: number) {
  const rows = await tx
    .selectFrom((query) =>
      query
        .selectFrom('audit_entries')
        .select('id')
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .as('e'),
    )
    .leftJoin('audit_seals as s', 's.entry_id', 'e.id')
    .leftJoin('audit_unsealed as u', 'u.entry_id', 'e.id')
    .select(({ eb }) => [
      'e.id',
      eb('s.entry_id', 'is not', null).as('isSealed'),
      eb('u.entry_id', 'is not', null).as('isWaiting'),
    ])
    .orderBy('e.id')
    .execute()
  return {
    lastId: rows.length === limit ? rows.at(-1)?.id : undefined,
    unsealed: rows.filter((row) => !row.isSealed),
  }
}

/** An entry that was waiting for its seal and was deleted. */
export async function findMissing(tx: Transaction): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.entry_id::text as id from audit_unsealed u
    where not exists (select from audit_entries e where e.id = u.entry_id)
    order by u.arrival limit 1`.execute(tx)
  return rows[0]?.id
}

/** False when the account is closed or gone; otherwise it is not closed before the transaction ends. */
export async function holdActivePerson(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes the addresses of what the person did, and of what unknown callers did to the account. Returns how many were
 * deleted.
 */
export async function deleteOriginsOf(tx: Transaction, personId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from audit_origins where entry_id in (
      select o.entry_id from audit_origins o join audit_entries e on e.id = o.entry_id
      where e.actor_id = ${personId}::uuid
        or (e.target_kind = 'person' and e.target_id = ${personId}::text and e.actor_kind = 'anonymous')
      limit ${limit})
    returning entry_id`.execute(tx)
  return rows.length
}

/** Deletes the changed values of what was done to an object, such as a deleted business. */
export async function deleteChangesTo(tx: Transaction, kind: string, id: string): Promise<void> {
  await sql`
    delete from audit_changes where entry_id in (
      select id from audit_entries where target_kind = ${kind} and target_id = ${id}::text)`.execute(tx)
}

/** Deletes the changed values about a person and their documents. Returns how many were deleted. */
export async function deleteChangesOf(tx: Transaction, personId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from audit_changes where (entry_id, field) in (
      select c.entry_id, c.field from audit_changes c join audit_entries e on e.id = c.entry_id
      where (e.target_kind = 'person' and e.target_id = ${personId}::text)
        or (e.target_kind = 'document' and e.actor_id = ${personId}::uuid)
      limit ${limit})
    returning entry_id`.execute(tx)
  return rows.length
}

export const listChangesTo = (tx: Transaction, personId: string) =>
  tx
    .selectFrom('audit_entries as e')
    .innerJoin('audit_changes as c', 'c.entry_id', 'e.id')
    .select(['e.at', 'e.action', 'c.field', 'c.old_value as before', 'c.new_value as after'])
    .where('e.target_kind', '=', 'person')
    .where('e.target_id', '=', personId)
    .orderBy('e.at')
    .orderBy('c.field')
    .execute()
