/**
 * The audit log. Each act writes its row in its own transaction: both happen or neither. Rows hold opaque ids
 * only; the names behind them are in tables that can be erased. Sealing into a hash chain happens afterwards.
 */
import { randomBytes } from 'node:crypto'
import type { AuditAction, AuditResult, AuditTargetKind } from '@exempta/contract/audit'
import { sql } from 'kysely'
import type { Call } from '../call.ts'
import type { Transaction } from '../db/database.ts'
import { networkAddress } from '../network-address.ts'
import { timeOrderedId } from '../time-ordered-id.ts'
import { actorColumns, detailsOf } from './actor-columns.ts'
import { type AuditDetails, checkDetails, checkOpaque } from './opaque.ts'

export interface AuditEntry {
  /** From the services' clock. */
  at: Date
  action: AuditAction
  target?: { kind: AuditTargetKind; id: string }
  result?: AuditResult
  details?: AuditDetails
}

export async function recordAudit(
  tx: Transaction,
  { actor, origin }: Call,
  entry: AuditEntry,
): Promise<void> {
  const id = timeOrderedId(entry.at)
  const ip = networkAddress(origin.ip)
  const salt = randomBytes(16)
  await tx
    .insertInto('audit_entries')
    .values({
      id,
      at: entry.at,
      ...actorColumns(actor),
      action: entry.action,
      target_kind: entry.target?.kind ?? null,
      target_id: entry.target ? checkOpaque(entry.target.id, 'target') : null,
      result: entry.result ?? 'done',
      request_id: origin.requestId,
      details: JSON.stringify(checkDetails(detailsOf(actor, entry))),
      // In SQL, where an address has one spelling only.
      origin_digest:
        ip === null ? null : sql`sha256(${salt}::bytea || convert_to(host(${ip}::inet), 'UTF8'))`,
    })
    .execute()
  if (ip) await tx.insertInto('audit_origins').values({ entry_id: id, ip, salt }).execute()
}
