/** Takes a list of customers and stores its lines, to be checked by a job. Nothing changes yet. */
import { type CustomerMapping, importLimits } from '@exempta/contract/customers/import'
import { cleanLine } from '@exempta/contract/text'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf } from '../../../platform/call.ts'
import type { CsvRecord } from '../../../platform/csv/read-csv.ts'
import { type ReceivedList, receiveList } from '../../../platform/csv/receive-list.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { maskCell } from '../../../platform/mask-text.ts'
import type { Services } from '../../../platform/services.ts'
import { requireManager } from '../../businesses/index.ts'
import { deleteImport, insertImport, insertLines, updateImport } from '../queries/imports.ts'
import { findColumns } from './find-columns.ts'
import { importCustomersJob } from './import-job.ts'
import { publishImports } from './publish-imports.ts'

const linesAtOnce = 1000

const wrong = (message: string) => new AppError('invalid-input', { fields: [{ path: 'file', message }] })

/** Returns the id of the list. */
export async function receiveImport(
  services: Services,
  call: Call,
  parts: AsyncIterable<UploadPart>,
  rowsMax: number = importLimits.rows,
): Promise<string> {
  const member = memberOf(call)
  const { businessId } = await services.database.transact(member, (tx) => requireManager(tx, member))
  await services.files.requireFreeSpace()
  let id: string | undefined
  for await (const part of parts) {
    if (part.kind === 'field' || part.field !== 'file' || id) throw wrong('Please attach one file')
    const list = await receiveList(part.content, {
      rowsMax,
      rowsName: 'customers',
      bytesMax: importLimits.fileBytes,
    })
    if (list.rowCount === 0) throw wrong('This file has headings but no customers')
    id = await storeList(services, call, member, { businessId, untrustedName: part.untrustedName }, list)
  }
  if (!id) throw wrong('Please choose a file')
  return id
}

async function storeList(
  services: Services,
  call: Call,
  member: MemberActor,
  { businessId, untrustedName }: { businessId: string; untrustedName: string },
  list: ReceivedList,
): Promise<string> {
  const { clock, database, jobs } = services
  const columns = list.header.map((heading) => asCell(heading).slice(0, importLimits.columnLength))
  const mapping = findColumns(columns)
  const at = clock.now()
  const id = timeOrderedId(at)
  await database.transact(member, (tx) =>
    insertImport(tx, {
      id,
      business_id: businessId,
      file_name:
        maskCell(cleanLine(asCell(untrustedName))).slice(0, importLimits.fileNameLength) || 'customers.csv',
      columns,
      mapping: JSON.stringify(mapping),
      // Until its lines are there, no job may check it.
      status: 'failed',
      created_by: member.kind === 'person' ? member.id : null,
      created_at: at,
      updated_at: at,
    }),
  )
  try {
    const store = (lines: CsvRecord[]) =>
      database.transact(member, (tx) => insertLines(tx, { id, businessId }, lines))
    await storeLines(list, store)
    await database.transact(member, async (tx) => {
      await updateImport(tx, id, { status: 'checking', row_count: list.rowCount })
      await jobs.enqueue(tx, importCustomersJob, { importId: id }, { fairnessKey: businessId })
      const target = { kind: 'customer-import', id } as const
      await recordAudit(tx, call, {
        at,
        action: 'customer-import.create',
        target,
        details: { rows: list.rowCount },
      })
      publishImports(tx, businessId, id)
    })
    return id
  } catch (error) {
    await database.transact(member, (tx) => deleteImport(tx, id))
    throw error
  }
}

/** The database stores a piece of lines while the next one is searched for secrets. */
async function storeLines(list: ReceivedList, store: (lines: CsvRecord[]) => Promise<void>): Promise<void> {
  let lines: CsvRecord[] = []
  let stored = Promise.resolve()
  const storeNext = async () => {
    await stored
    stored = store(lines)
    // Its error is thrown where it's awaited.
    stored.catch(() => {})
    lines = []
  }
  for await (const { line, cells } of list.rows()) {
    lines.push({ line, cells: cells.map(asCell) })
    if (lines.length === linesAtOnce) await storeNext()
  }
  await storeNext()
  await stored
}

/** What PostgreSQL can store, without secrets that are in the wrong place. */
const asCell = (text: string) => maskCell(text.replaceAll('\0', '').toWellFormed())

/** A mapping may name only columns that the file has. */
export function requireColumns(mapping: CustomerMapping, columns: readonly string[]): CustomerMapping {
  const used = Object.values(mapping).filter((at) => at !== null)
  if (used.some((at) => at >= columns.length)) {
    throw new AppError('invalid-input', {
      fields: [{ path: 'mapping', message: 'Please choose columns of the file' }],
    })
  }
  if (new Set(used).size < used.length) {
    throw new AppError('invalid-input', {
      fields: [{ path: 'mapping', message: 'Please choose each column only once' }],
    })
  }
  return mapping
}
