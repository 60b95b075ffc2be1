import { Readable } from 'node:stream'
import type { ReportRange } from '@exempta/contract/businesses/reports'
import { csvLine, csvStart } from '@exempta/contract/csv'
import { hourMs } from '@exempta/contract/durations'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../../platform/call.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import { readInBatches } from '../../../platform/personal-data.ts'
import type { Services } from '../../../platform/services.ts'
import { requireMember } from '../membership.ts'
import { type ReportRow, reportRows } from './queries/figures.ts'
import { formName, scopeOf } from './reports.ts'

const contentType = 'text/csv; charset=utf-8'

export async function downloadReport(
  services: Services,
  call: Call,
  range: ReportRange,
): Promise<FileAnswer<typeof contentType, RecordOpening>> {
  const person = personOf(call)
  await services.database.transact(person, (tx) => requireMember(tx, person), { readOnly: true })
  return {
    name: `received-documents-${range.from}-to-${range.to}.csv`,
    contentType,
    content: Readable.from(linesOf(services, person, range)),
    recordOpening: () =>
      services.database.transact(person, async (tx) => {
        const { businessId } = await requireMember(tx, person)
        await recordAudit(tx, call, {
          at: services.clock.now(),
          action: 'report.download',
          target: { kind: 'business', id: businessId },
        })
      }),
  }
}

/** Each batch checks the membership again, so that a removed person gets no more rows. */
async function* linesOf({ database }: Services, person: PersonActor, range: ReportRange) {
  const rows = readInBatches<ReportRow>((last, limit) =>
    database.transact(
      person,
      async (tx) => {
        const { businessId } = await requireMember(tx, person)
        return reportRows(tx, scopeOf(businessId, range), last, limit)
      },
      { readOnly: true },
    ),
  )
  yield csvStart + csvLine(headings)
  for await (const row of rows) yield csvLine(cellsOf(row))
}

const headings = [
  'Document',
  'User',
  'Type',
  'Received',
  'Status',
  'Reviewed',
  'Reviewer',
  'Hours to review',
  'Reason',
  'State',
  'Form',
  'Number',
  'Expires',
]

const cellsOf = (row: ReportRow) => [
  row.document_name,
  row.owner_name,
  row.document_type,
  row.shared_at.toISOString(),
  row.status,
  row.reviewed_at?.toISOString() ?? null,
  row.reviewer,
  row.reviewed_at && Math.round(((row.reviewed_at.getTime() - row.shared_at.getTime()) / hourMs) * 100) / 100,
  row.reject_reason,
  row.states,
  row.form && formName(row.form),
  row.numbers,
  row.expires_on,
]
