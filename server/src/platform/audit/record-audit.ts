import { randomBytes } from 'node:crypto'
import type { AuditAction, AuditResult, AuditTargetKind } from '@exempta/contract/admin/audit'
import { sql } from 'kysely'
import type { Call } from '../call.ts'
import type { Actor, PersonRole } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import { runLater } from '../db/statements/kysely-transaction.ts'
import { timeOrderedId } from '../identifiers.ts'
import { networkAddress } from '../network-address.ts'

type AuditDetails = Record<string, string | number | boolean>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const word = /^[A-Za-z][A-Za-z0-9._:/-]{0,63}$/
const mostDigitsInAWord = 6
const sha256 = /^[0-9a-f]{64}$/

/** Audit rows are kept forever, so they must never contain a name, an address or a card number. */
function checkDetails(details: AuditDetails): AuditDetails {
  for (const [name, value] of Object.entries(details)) {
    if (!word.test(name)) throw new TypeError('The name of an audit detail must be a plain word.')
    if (typeof value === 'string') checkOpaque(value, name)
    else if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new TypeError(`The audit detail ${name} must be a finite number.`)
    }
  }
  return details
}

/** Accepts only ids and words defined in the code. The error does not repeat the rejected value. */
function checkOpaque(value: string, name: string): string {
  const isOpaque =
    uuid.test(value) ||
    sha256.test(value) ||
    (word.test(value) && value.replace(/\D/g, '').length <= mostDigitsInAWord)
  if (!isOpaque) throw new TypeError(`The audit value ${name} must be an id or a single plain word.`)
  return value
}

interface ActorColumns {
  actor_kind: Actor['kind']
  actor_id: string | null
  actor_role: PersonRole | null
}

/** The actor as stored in the row. */
const actorColumns = (actor: Actor): ActorColumns => ({
  actor_kind: actor.kind,
  actor_id: actor.kind === 'person' || actor.kind === 'key' ? actor.id : null,
  actor_role: actor.kind === 'person' ? actor.role : null,
})

/** An API key is stored with its business, because the row outlives the key. */
const detailsOf = (actor: Actor, { details = {} }: { details?: AuditDetails }): AuditDetails =>
  actor.kind === 'key' ? { business: actor.businessId, ...details } : details

/**
 * The audit log. Each action writes its row in its own transaction, so both happen or neither does. Rows contain
 * opaque ids only; the names behind them, and the values before and after a change, are in tables that can be erased. A job adds the rows to the hash chain
 * afterwards.
 */

type ChangedValue = string | number | boolean | null | readonly string[]

/** What a change replaced and with what, by field. Never a secret. Equal values are left out. */
export type AuditChanges = Readonly<Record<string, readonly [before: ChangedValue, after: ChangedValue]>>

/** Pairs the values that both objects have under the same name. */
export const changesBetween = <Fields extends Readonly<Record<string, ChangedValue>>>(
  before: Fields,
  after: { readonly [Name in keyof Fields]: ChangedValue },
): AuditChanges =>
  Object.fromEntries(Object.keys(before).map((name) => [name, [before[name] ?? null, after[name] ?? null]]))

interface AuditEntry {
  /** From the services' clock. */
  at: Date
  action: AuditAction
  target?: { kind: AuditTargetKind; id: string }
  result?: AuditResult
  details?: AuditDetails
  changes?: AuditChanges
}

const valueLength = 4000

function changedRows(entryId: string, changes: AuditChanges) {
  const asText = (value: ChangedValue) =>
    value === null
      ? null
      : (typeof value === 'object' ? value.join(', ') : String(value)).slice(0, valueLength)
  return Object.entries(changes)
    .map(([field, [before, after]]) => ({
      entry_id: entryId,
      field,
      old_value: asText(before),
      new_value: asText(after),
    }))
    .filter(({ old_value, new_value }) => old_value !== new_value)
}

export async function recordAudit(
  tx: Transaction,
  { actor, origin }: Call,
  entry: AuditEntry,
): Promise<void> {
  const id = timeOrderedId(entry.at)
  const ip = networkAddress(origin.ip)
  const salt = randomBytes(16)
  const inserted = tx.insertInto('audit_entries').values({
    id,
    at: entry.at,
    ...actorColumns(actor),
    action: entry.action,
    target_kind: entry.target?.kind ?? null,
    target_id: entry.target ? checkOpaque(entry.target.id, 'target') : null,
    result: entry.result ?? 'done',
    request_id: origin.requestId,
    details: JSON.stringify(checkDetails(detailsOf(actor, entry))),
    // Normalized by SQL, where each address has exactly one spelling.
    origin_digest: ip === null ? null : sql`sha256(${salt}::bytea || convert_to(host(${ip}::inet), 'UTF8'))`,
  })
  // Nothing waits for the rows: they travel with the next statement or with the commit.
  runLater(tx, inserted)
  if (ip) runLater(tx, tx.insertInto('audit_origins').values({ entry_id: id, ip, salt }))
  const changed = changedRows(id, entry.changes ?? {})
  if (changed.length > 0) runLater(tx, tx.insertInto('audit_changes').values(changed))
}

/** Writes a row for each of several actions of one call, in one statement. */
export async function recordAudits(
  tx: Transaction,
  { actor, origin }: Call,
  entries: readonly Omit<AuditEntry, 'changes'>[],
): Promise<void> {
  if (entries.length === 0) return
  const ip = networkAddress(origin.ip)
  const { actor_kind, actor_id, actor_role } = actorColumns(actor)
  const rows = entries.map((entry) => ({
    id: timeOrderedId(entry.at),
    at: entry.at,
    action: entry.action,
    target_kind: entry.target?.kind ?? null,
    target_id: entry.target ? checkOpaque(entry.target.id, 'target') : null,
    result: entry.result ?? 'done',
    details: checkDetails(detailsOf(actor, entry)),
    salt: randomBytes(16).toString('hex'),
  }))
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id uuid, at timestamptz, action text, target_kind text, target_id text, result text, details jsonb, salt text)`
  const inserted = sql`
    insert into audit_entries (
      id, at, actor_kind, actor_id, actor_role, action, target_kind, target_id, result, request_id, details,
      origin_digest)
    select r.id, r.at, ${actor_kind}::text, ${actor_id}::uuid, ${actor_role}::text, r.action, r.target_kind, r.target_id, r.result,
      ${origin.requestId}::uuid, r.details,
      sha256(decode(r.salt, 'hex') || convert_to(host(${ip}::inet), 'UTF8'))
    from ${given}`
  runLater(tx, inserted)
  if (!ip) return
  const insertedOrigins = sql`
    insert into audit_origins (entry_id, ip, salt)
    select r.id, ${ip}::inet, decode(r.salt, 'hex') from ${given}`
  runLater(tx, insertedOrigins)
}
