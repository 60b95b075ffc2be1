import type { AuditLogEntry, listAuditLog as contract } from '@exempta/contract/audit-log'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { type AuditLogRow, auditLogPage, peopleMeantBy } from './queries/entries.ts'

const list = defineKeyset('audit log', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listAuditLog(
  { database }: Services,
  call: Call,
  { cursor, limit, search, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: AuditLogEntry[]; nextCursor: string | null }> {
  const before = list.read(cursor)
  const rows = await database.transact(
    personOf(call),
    async (tx) => {
      const people = search ? await peopleMeantBy(tx, search) : undefined
      return auditLogPage(tx, filter, people, before, limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, ({ at, id }) => [at.toISOString(), id])
  return { items: items.map(asEntry), nextCursor }
}

const asEntry = (row: AuditLogRow): AuditLogEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: {
    kind: row.actor_kind,
    id: row.actor_id,
    role: row.actor_role,
    name: row.actor_name,
    email: row.actor_email,
  },
  action: row.action,
  target:
    row.target_kind && row.target_id
      ? { kind: row.target_kind, id: row.target_id, name: row.target_name }
      : null,
  result: row.result,
  ip: row.ip,
  requestId: row.request_id,
  details: row.details,
})
