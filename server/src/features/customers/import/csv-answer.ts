import { Readable } from 'node:stream'
import { csvLine, csvStart } from '@exempta/contract/csv'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import type { Services } from '../../../platform/services.ts'

const contentType = 'text/csv; charset=utf-8'
type Cells = readonly (string | null)[]

export async function* csvOf(headings: Cells, rows: AsyncIterable<Cells> | Iterable<Cells>) {
  yield csvStart + csvLine(headings)
  for await (const row of rows) yield csvLine(row)
}

/** A file of customers, whose download is in the audit log. */
export const csvAnswer = (
  { clock, database }: Services,
  call: Call,
  { name, lines, entry }: { name: string; lines: AsyncIterable<string>; entry: DownloadEntry },
): FileAnswer<typeof contentType, RecordOpening> => ({
  name,
  contentType,
  content: Readable.from(lines),
  recordOpening: () =>
    database.transact(memberOf(call), (tx) => recordAudit(tx, call, { at: clock.now(), ...entry })),
})

type Entry = Parameters<typeof recordAudit>[2]
type DownloadEntry = Pick<Entry, 'action' | 'target'>
