/** What a business does with an uploaded list of customers: look at it, choose its columns, import it, delete it. */
import {
  type CustomerColumn,
  type CustomerImport,
  type CustomerImportDetails,
  type CustomerMapping,
  type ImportProblem,
  importLimits,
  problemHeading,
  problemText,
} from '@exempta/contract/customers/import'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { readInBatches } from '../../../platform/personal-data.ts'
import type { Services } from '../../../platform/services.ts'
import { type Member, requireManager, requireMember } from '../../businesses/index.ts'
import {
  badLinesAfter,
  deleteImport,
  findImport,
  firstChanges,
  type ImportPosition,
  type ImportRow,
  importPage,
  lockImport,
  type ShownImport,
  updateImport,
} from '../queries/imports.ts'
import { csvAnswer, csvOf } from './csv-answer.ts'
import { importCustomersJob } from './import-job.ts'
import { publishImports } from './publish-imports.ts'
import { requireColumns } from './receive-list.ts'
import { showChanges } from './show-changes.ts'

const list = defineKeyset<ImportPosition>('customer-imports', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listImports({ database }: Services, call: Call, { cursor, limit }: PageQuery) {
  const member = memberOf(call)
  const rows = await database.transact(
    member,
    async (tx) => {
      await requireMember(tx, member)
      return importPage(tx, list.read(cursor), limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
  return { items: items.map(asImport), nextCursor }
}

export function getImport({ database }: Services, call: Call, id: string): Promise<CustomerImportDetails> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      await requireMember(tx, member)
      const row = await findImport(tx, id)
      if (!row) throw new AppError('not-found')
      const isChecked = row.status !== 'checking'
      const bad = isChecked ? await badLinesAfter(tx, id, 0, importLimits.linesShown) : []
      return {
        ...asImport(row),
        columns: row.columns,
        mapping: row.mapping,
        problems: bad.map((line) => asProblem(line, row.mapping)),
        changes:
          row.status === 'ready'
            ? await showChanges(tx, await firstChanges(tx, id, importLimits.changesShown))
            : [],
      }
    },
    { readOnly: true },
  )
}

const asProblem = (
  line: { line: number; cells: string[]; problem: string | null; problem_column: string | null },
  mapping: CustomerMapping,
) => {
  const column = line.problem_column as CustomerColumn | null
  const at = column === null ? null : mapping[column]
  return {
    line: line.line,
    kind: line.problem as ImportProblem,
    column,
    value: at === null ? null : (line.cells[at]?.slice(0, importLimits.columnLength) ?? null),
  }
}

/** Row-level security finds only lists of the member's own business. */
async function change(
  services: Services,
  call: Call,
  { id, action }: { id: string; action: 'map' | 'start' | 'delete' },
  work: (tx: Transaction, row: ImportRow, own: Member) => Promise<void>,
): Promise<void> {
  const member = memberOf(call)
  await services.database.transact(member, async (tx) => {
    const own = await requireManager(tx, member)
    const row = await lockImport(tx, id)
    if (!row) throw new AppError('not-found')
    await work(tx, row, own)
    const target = { kind: 'customer-import', id } as const
    await recordAudit(tx, call, { at: services.clock.now(), action: `customer-import.${action}`, target })
    publishImports(tx, own.businessId, id)
  })
}

const notNow = (text: string) => new AppError('conflict', { text })
/** What a step begins with. */
const atTheBeginning = { last_line: 0, progress: 0, is_at_parents: false }

export async function mapImport(
  services: Services,
  call: Call,
  { id, mapping }: { id: string; mapping: CustomerMapping },
): Promise<CustomerImportDetails> {
  const { clock, jobs } = services
  await change(services, call, { id, action: 'map' }, async (tx, row, { businessId }) => {
    if (row.status !== 'ready') throw notNow('The columns of this list can’t be changed now.')
    await updateImport(tx, id, {
      ...atTheBeginning,
      mapping: JSON.stringify(requireColumns(mapping, row.columns)),
      status: 'checking',
      updated_at: clock.now(),
    })
    await jobs.enqueue(tx, importCustomersJob, { importId: id }, { fairnessKey: businessId })
  })
  return getImport(services, call, id)
}

export async function startImport(
  services: Services,
  call: Call,
  id: string,
): Promise<CustomerImportDetails> {
  const { clock, jobs } = services
  const at = clock.now()
  await change(services, call, { id, action: 'start' }, async (tx, row, { businessId }) => {
    const isStopped = row.status === 'failed' && row.started_at !== null
    if (row.status !== 'ready' && !isStopped) throw notNow('This list can’t be imported now.')
    if (row.created_count + row.updated_count === 0) throw notNow('This list changes nothing.')
    // A list that stopped goes on where it was.
    const place = isStopped ? {} : { ...atTheBeginning, started_at: at }
    await updateImport(tx, id, { ...place, status: 'importing', updated_at: at })
    await jobs.enqueue(tx, importCustomersJob, { importId: id }, { fairnessKey: businessId })
  })
  return getImport(services, call, id)
}

export const removeImport = (services: Services, call: Call, id: string): Promise<void> =>
  change(services, call, { id, action: 'delete' }, async (tx, { status }) => {
    if (status === 'importing') throw notNow('This list is being imported.')
    await deleteImport(tx, id)
  })

/** The lines with their own columns and what to correct, so that the file can be corrected and uploaded again. */
export async function downloadBadLines(services: Services, call: Call, id: string) {
  const { database } = services
  const member = memberOf(call)
  const { columns } = await database.transact(member, async (tx) => {
    await requireMember(tx, member)
    const row = await findImport(tx, id)
    if (!row) throw new AppError('not-found')
    return row
  })
  // A file that was corrected before has the column already.
  const kept = columns.flatMap((heading, at) => (heading === problemHeading ? [] : [at]))
  type Line = Awaited<ReturnType<typeof badLinesAfter>>[number]
  const lines = readInBatches<Line>((last, limit) =>
    database.transact(member, (tx) => badLinesAfter(tx, id, last?.line ?? 0, limit), { readOnly: true }),
  )
  async function* rows() {
    for await (const { cells, problem, problem_column } of lines) {
      const column = problem_column as CustomerColumn | null
      yield [...kept.map((at) => cells[at] ?? ''), problemText({ kind: problem as ImportProblem, column })]
    }
  }
  return csvAnswer(services, call, {
    name: 'customers-to-correct.csv',
    lines: csvOf([...kept.map((at) => columns[at] ?? ''), problemHeading], rows()),
    entry: { action: 'customer-import.export', target: { kind: 'customer-import', id } },
  })
}

const asImport = (row: ShownImport): CustomerImport => ({
  id: row.id,
  fileName: row.file_name,
  status: row.status,
  rows: row.row_count,
  progress: row.progress,
  counts: {
    created: row.created_count,
    updated: row.updated_count,
    unchanged: row.unchanged_count,
    bad: row.bad_count,
  },
  createdAt: row.created_at.toISOString(),
  createdBy: row.creator_name,
  doneAt: row.done_at?.toISOString() ?? null,
})
