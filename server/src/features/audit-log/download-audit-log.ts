import { Readable } from 'node:stream'
import { auditTargetWords, auditWords } from '@exempta/contract/audit'
import type { AuditFilter } from '@exempta/contract/audit-log'
import { csvLine, csvStart } from '@exempta/contract/csv'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../platform/call.ts'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import { readInBatches } from '../../platform/personal-data.ts'
import type { Services } from '../../platform/services.ts'
import { type AuditLogRow, auditLogPage, isActiveAdministrator, peopleMeantBy } from './queries/entries.ts'

const contentType = 'text/csv; charset=utf-8'

export async function downloadAuditLog(
  services: Services,
  call: Call,
  filter: AuditFilter,
): Promise<FileAnswer<typeof contentType>> {
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

/** Each batch asks anew who this is: whoever is no administrator any more gets no more. */
async function* linesOf({ database }: Services, person: PersonActor, { search, ...filter }: AuditFilter) {
  const people = search
    ? await database.transact(person, (tx) => peopleMeantBy(tx, search), { readOnly: true })
    : undefined
  const rows = readInBatches<AuditLogRow>((last, limit) =>
    database.transact(
      person,
      async (tx) => {
        if (!(await isActiveAdministrator(tx, person.id))) throw new AppError('not-allowed')
        return auditLogPage(tx, filter, people, last && [last.at.toISOString(), last.id], limit)
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
  wordsIn(auditWords, row.action),
  row.action,
  row.target_kind && wordsIn(auditTargetWords, row.target_kind),
  row.target_name,
  row.target_id,
  row.result,
  row.ip,
  Object.keys(row.details).length > 0 ? JSON.stringify(row.details) : null,
  row.request_id,
  row.id,
]
