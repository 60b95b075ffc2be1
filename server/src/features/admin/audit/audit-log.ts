import { Readable } from 'node:stream'
import {
  type AuditFilter,
  type AuditLogEntry,
  actionWords,
  auditTargetWords,
  type listAuditLog as contract,
} from '@exempta/contract/admin/audit'
import { csvLine, csvStart } from '@exempta/contract/csv'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../../platform/call.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import { readInBatches } from '../../../platform/personal-data.ts'
import type { Services } from '../../../platform/services.ts'
import { type AuditLogRow, auditLogPage, findMatches, isActiveAdministrator } from './queries.ts'

const list = defineKeyset('audit log', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listAuditLog(
  { database }: Services,
  call: Call,
  { cursor, limit, search, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: AuditLogEntry[]; nextCursor: string | null; isPartial: boolean }> {
  const before = list.read(cursor)
  const { rows, matches } = await database.transact(
    personOf(call),
    async (tx) => {
      const matches = search ? await findMatches(tx, search) : undefined
      return { rows: await auditLogPage(tx, filter, matches, before, limit + 1), matches }
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, ({ at, id }) => [at.toISOString(), id])
  return { items: items.map(asEntry), nextCursor, isPartial: matches?.isPartial ?? false }
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
  changes: row.changes,
})

const contentType = 'text/csv; charset=utf-8'

export async function downloadAuditLog(
  services: Services,
  call: Call,
  filter: AuditFilter,
): Promise<FileAnswer<typeof contentType, RecordOpening>> {
  const person = personOf(call)
  const at = services.clock.now()
  return {
    name: `audit-log-${at.toISOString().slice(0, 10)}.csv`,
    contentType,
    content: Readable.from(linesOf(services, person, filter)),
    recordOpening: () =>
      services.database.transact(person, (tx) => recordAudit(tx, call, { at, action: 'audit-log.export' })),
  }
}

/** Each batch checks the role again, so that a person who is no longer an administrator gets no more rows. */
async function* linesOf({ database }: Services, person: PersonActor, { search, ...filter }: AuditFilter) {
  const matches = search
    ? await database.transact(person, (tx) => findMatches(tx, search), { readOnly: true })
    : undefined
  const rows = readInBatches<AuditLogRow>((last, limit) =>
    database.transact(
      person,
      async (tx) => {
        if (!(await isActiveAdministrator(tx, person.id))) throw new AppError('not-allowed')
        return auditLogPage(tx, filter, matches, last && [last.at.toISOString(), last.id], limit)
      },
      { readOnly: true },
    ),
  )
  yield csvStart + csvLine(headings)
  for await (const row of rows) yield csvLine(cellsOf(row))
}

const headings = [
  'Time',
  'Who',
  'Email',
  'Role',
  'Person',
  'What',
  'Action',
  'Object',
  'Name of object',
  'Object id',
  'Result',
  'From',
  'Details',
  'Changes',
  'Request',
  'Entry',
]

const wordsIn = (words: Record<string, string>, key: string) => words[key] ?? key

const cellsOf = (row: AuditLogRow) => [
  row.at.toISOString(),
  row.actor_name ?? row.actor_kind,
  row.actor_email,
  row.actor_role,
  row.actor_id,
  actionWords(row.action, row.result),
  row.action,
  row.target_kind && wordsIn(auditTargetWords, row.target_kind),
  row.target_name,
  row.target_id,
  row.result,
  row.ip,
  Object.keys(row.details).length > 0 ? JSON.stringify(row.details) : null,
  row.changes.map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`).join('; ') ||
    null,
  row.request_id,
  row.id,
]
