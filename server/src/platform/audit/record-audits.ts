import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Call } from '../call.ts'
import type { Transaction } from '../db/database.ts'
import { networkAddress } from '../network-address.ts'
import { timeOrderedId } from '../time-ordered-id.ts'
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
  const rows = entries.map(({ at, action, target, result = 'done', details = {} }) => ({
    id: timeOrderedId(at),
    at,
    action,
    target_kind: target?.kind ?? null,
    target_id: target ? checkOpaque(target.id, 'target') : null,
    result,
    details: checkDetails(details),
    salt: randomBytes(16).toString('hex'),
  }))
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id uuid, at timestamptz, action text, target_kind text, target_id text, result text, details jsonb, salt text)`
  await sql`
    insert into audit_entries (
      id, at, actor_kind, actor_id, actor_role, action, target_kind, target_id, result, request_id, details,
      origin_digest)
    select r.id, r.at, ${actor.kind}::text, ${actor.kind === 'person' ? actor.id : null}::uuid,
      ${actor.kind === 'person' ? actor.role : null}::text, r.action, r.target_kind, r.target_id, r.result,
      ${origin.requestId}::uuid, r.details,
      sha256(decode(r.salt, 'hex') || convert_to(host(${ip}::inet), 'UTF8'))
    from ${given}`.execute(tx)
  if (ip) {
    await sql`
      insert into audit_origins (entry_id, ip, salt)
      select r.id, ${ip}::inet, decode(r.salt, 'hex') from ${given}`.execute(tx)
  }
}
