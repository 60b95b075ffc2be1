import { Readable } from 'node:stream'
import { csvLine, csvStart } from '@exempta/contract/csv'
import type { ReportDefinition } from '@exempta/contract/reports'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../platform/call.ts'
import type { FileAnswer, RecordOpening } from '../../platform/http/send-file.ts'
import type { Services } from '../../platform/services.ts'
import { isAdministrator, type ReportPosition, type ReportRow, readRowsInParts } from './queries/rows.ts'
import { layOut } from './queries/sources.ts'
import { asCell, reportReading, resolveFilters } from './run-report.ts'

const contentType = 'text/csv; charset=utf-8'
/**
 * Without a matching index every batch sorts anew, so batches are few and large but still small in memory.
 */
const batchSize = 10_000

export async function downloadReport(
  services: Services,
  call: Call,
  definition: ReportDefinition,
): Promise<FileAnswer<typeof contentType, RecordOpening>> {
  const person = personOf(call)
  const now = services.clock.now()
  const entry = { at: now, action: 'report.download', details: { type: definition.type } } as const
  return {
    name: `${definition.name} ${now.toISOString().slice(0, 10)}.csv`,
    contentType,
    content: Readable.from(linesOf(services, person, definition, now)),
    recordOpening: () => services.database.transact(person, (tx) => recordAudit(tx, call, entry)),
  }
}

/** Each batch is a short transaction, however slowly the client reads. */
async function* linesOf(
  { database }: Services,
  person: PersonActor,
  definition: ReportDefinition,
  now: Date,
) {
  const filters = resolveFilters(definition, now)
  yield Buffer.from(csvStart + csvLine(layOut(definition).map(({ shown }) => shown.label)))
  for (let last: ReportPosition | undefined; ; ) {
    const batch = await database.transact(
      person,
      async (tx) => {
        if (!(await isAdministrator(tx, person.id))) throw new AppError('not-allowed')
        return writeBatch(readRowsInParts(tx, definition, filters, last, batchSize))
      },
      reportReading,
    )
    yield* batch.parts
    if (batch.rowCount < batchSize) return
    last = batch.last
  }
}

/**
 * Converts rows to bytes as they arrive, because whole batches of rows would be collected late as garbage.
 */
async function writeBatch(rowsInParts: AsyncIterable<ReportRow[]>) {
  const parts: Buffer[] = []
  let [rowCount, last] = [0, undefined as ReportPosition | undefined]
  for await (const rows of rowsInParts) {
    parts.push(Buffer.from(rows.map(({ cells }) => csvLine(cells.map(asText))).join('')))
    rowCount += rows.length
    last = rows.at(-1)?.position ?? last
  }
  return { parts, rowCount, last }
}

function asText(value: unknown): string | number | null {
  const cell = asCell(value)
  return typeof cell === 'boolean' ? String(cell) : cell
}
