import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Call } from '../call.ts'
import type { Transaction } from '../db/database.ts'
import { networkAddress } from '../network-address.ts'
import { timeOrderedId } from '../time-ordered-id.ts'
import { actorColumns, detailsOf } from './actor-columns.ts'
import { checkDetails, checkOpaque } from './opaque.ts'
import type { AuditEntry } from './record-audit.ts'

/** A row for each of many acts that one call does at once, in one statement. */
export async function recordAudits(
  tx: Transaction,
  { actor, origin }: Call,
  entries: readonly AuditEntry[],
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
  await sql`
    insert into audit_entries (
      id, at, actor_kind, actor_id, actor_role, action, target_kind, target_id, result, request_id, details,
      origin_digest)
    select r.id, r.at, ${actor_kind}::text, ${actor_id}::uuid, ${actor_role}::text, r.action, r.target_kind, r.target_id, r.result,
      ${origin.requestId}::uuid, r.details,
      sha256(decode(r.salt, 'hex') || convert_to(host(${ip}::inet), 'UTF8'))
    from ${given}`.execute(tx)
  if (ip) {
    await sql`
      insert into audit_origins (entry_id, ip, salt)
      select r.id, ${ip}::inet, decode(r.salt, 'hex') from ${given}`.execute(tx)
  }
}
