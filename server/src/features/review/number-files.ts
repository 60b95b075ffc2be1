/**
 * Public files that numbers are looked up in: the IRS's list of exempt organizations and the lists that some states
 * publish. Whoever runs the installation brings them; Exempta makes no call to get them.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { states } from '@exempta/knowledge/states'
import type { Clock } from '../../platform/clock.ts'
import { atLine, CsvError, type CsvRecord, readCsv } from '../../platform/csv/read-csv.ts'
import type { Database, OwnerClient } from '../../platform/db/database.ts'
import {
  copyOrganizations,
  copyStateNumbers,
  findTwice,
  hasFile,
  inTransaction,
  lockLoading,
  makeShadow,
  putNumberFile,
  swapOrganizations,
  swapStateNumbers,
} from './queries/number-files.ts'

export { CsvError }

interface Parts {
  database: Database
  clock: Clock
}

export interface LoadedFile {
  rowCount: number
  fileDate: string
  /** False: the same content was loaded before, and nothing changed. */
  isNew: boolean
}

/** The columns of the IRS's "Exempt Organizations Business Master File Extract". */
const irsColumns =
  'EIN NAME ICO STREET CITY STATE ZIP GROUP SUBSECTION AFFILIATION CLASSIFICATION RULING DEDUCTIBILITY FOUNDATION ACTIVITY ORGANIZATION STATUS TAX_PERIOD ASSET_CD INCOME_CD FILING_REQ_CD PF_FILING_REQ_CD ACCT_PD ASSET_AMT INCOME_AMT REVENUE_AMT NTEE_CD SORT_NAME'.split(
    ' ',
  )
const [ein, name, city, state, subsection] = ['EIN', 'NAME', 'CITY', 'STATE', 'SUBSECTION'].map((column) =>
  irsColumns.indexOf(column),
) as [number, number, number, number, number]

/** Numbers are compared without spaces, dashes and the like. */
export const plainNumber = (number: string) => number.toUpperCase().replace(/[^A-Z0-9]/g, '')

const blockBytes = 1024 * 1024

/** Loads all files of the list together. Nothing changes unless every line of every file is right. */
export async function loadIrsFiles(
  { database, clock }: Parts,
  files: readonly string[],
  date: string | undefined,
): Promise<LoadedFile> {
  const contentHash = await hashOf(files, { date })
  const fileDate = date ?? (await newestDay(files))
  return load(database, { source: 'irs', contentHash, fileDate }, clock.now(), async (client) => {
    await makeShadow(client, 'irs_organizations')
    let rowCount = 0
    for (const file of files) {
      const rowOf = irsRows()
      rowCount += await copyFile(file, rowOf, (rows) => copyOrganizations(client, rows))
    }
    const twice = await findTwice(client)
    if (twice) throw new CsvError(`${twice} is in these files twice. Is one of them there twice?`)
    await swapOrganizations(client)
    return rowCount
  })
}

/** Which columns of a state's file say what. */
export interface StateColumns {
  number: string
  name: string
  /** Without it, every number in the file is active. */
  status?: string | undefined
  active?: string | undefined
}

export async function loadStateFile(
  { database, clock }: Parts,
  stateCode: string,
  file: string,
  columns: StateColumns,
  date: string | undefined,
): Promise<LoadedFile> {
  if (!states.has(stateCode)) throw new CsvError(`There’s no state ${stateCode}.`)
  const contentHash = await hashOf([file], { columns, date })
  const fileDate = date ?? (await newestDay([file]))
  return load(database, { source: stateCode, contentHash, fileDate }, clock.now(), async (client) => {
    await makeShadow(client, 'state_numbers')
    await copyFile(file, stateRows(stateCode, columns), (rows) => copyStateNumbers(client, rows))
    return swapStateNumbers(client, stateCode)
  })
}

async function load(
  database: Database,
  file: { source: string; contentHash: Buffer; fileDate: string },
  now: Date,
  fill: (client: OwnerClient) => Promise<number>,
): Promise<LoadedFile> {
  return database.runAsOwner((client) =>
    inTransaction(client, async () => {
      await lockLoading(client)
      const { fileDate } = file
      if (await hasFile(client, file)) return { rowCount: 0, fileDate, isNew: false }
      const rowCount = await fill(client)
      await putNumberFile(client, { ...file, rowCount }, now)
      return { rowCount, fileDate, isNew: true }
    }),
  )
}

type RowOf = (record: CsvRecord) => readonly string[] | undefined

/** The first line names the columns; every other one is a row. */
function irsRows(): RowOf {
  let isFirst = true
  return ({ line, cells }) => {
    if (cells.length !== irsColumns.length) {
      throw atLine(line, `${cells.length} columns instead of ${irsColumns.length}`)
    }
    if (isFirst) {
      const other = irsColumns.find((column, at) => cells[at] !== column)
      if (other) throw atLine(line, `this isn’t the IRS’s list, which has a column ${other}`)
      isFirst = false
      return undefined
    }
    const number = cells[ein] ?? ''
    if (!/^\d{9}$/.test(number)) throw atLine(line, 'the EIN doesn’t have 9 digits')
    return [number, ...[name, city, state, subsection].map((at) => cells[at] ?? '')]
  }
}

function stateRows(stateCode: string, columns: StateColumns): RowOf {
  let places: { width: number; number: number; name: number; status: number | undefined } | undefined
  const place = (cells: string[], column: string, line: number) => {
    const at = cells.findIndex((cell) => cell.toLowerCase() === column.toLowerCase())
    if (at < 0) throw atLine(line, `there’s no column “${column}”`)
    return at
  }
  return ({ line, cells }) => {
    if (!places) {
      const status = columns.status === undefined ? undefined : place(cells, columns.status, line)
      places = {
        width: cells.length,
        number: place(cells, columns.number, line),
        name: place(cells, columns.name, line),
        status,
      }
      return undefined
    }
    if (cells.length !== places.width)
      throw atLine(line, `${cells.length} columns instead of ${places.width}`)
    const number = plainNumber(cells[places.number] ?? '')
    if (number === '') throw atLine(line, 'the number is missing')
    const isActive =
      places.status === undefined ||
      cells[places.status]?.toLowerCase() === (columns.active ?? 'active').toLowerCase()
    return [stateCode, number, cells[places.name] ?? '', isActive ? 't' : 'f']
  }
}

/** Reads a file and copies its rows in blocks. A problem names the file and the line. */
async function copyFile(
  file: string,
  rowOf: RowOf,
  copy: (rows: Buffer) => Promise<number>,
): Promise<number> {
  let block = ''
  let count = 0
  let hasHeader = false
  const content = createReadStream(file, { highWaterMark: blockBytes })
  try {
    for await (const record of readCsv(content, { mustEndWithLine: true })) {
      hasHeader = true
      const row = rowOf(record)
      if (row) block += `${row.map((cell) => copyText(cell, record.line)).join('\t')}\n`
      if (block.length >= blockBytes) {
        count += await copy(Buffer.from(block))
        block = ''
      }
    }
    if (!hasHeader) throw atLine(1, 'the file is empty')
    if (block !== '') count += await copy(Buffer.from(block))
    return count
  } catch (error) {
    if (error instanceof CsvError) throw new CsvError(`${basename(file)}, ${error.message}`)
    throw error
  }
}

const unstorable = /[\0\\\t\n\r]/

/** A value as `COPY` reads it. Names in public files are longer than what people type, but not by much. */
function copyText(value: string, line: number): string {
  const text = value.slice(0, 300)
  if (!unstorable.test(text)) return text
  if (text.includes('\0')) throw atLine(line, 'this isn’t a text file')
  return text.replaceAll('\\', '\\\\').replace(/[\t\n\r]/g, ' ')
}

/** Of the files and of what was said about them, so that a wrong date or column can be corrected. */
async function hashOf(files: readonly string[], said: object): Promise<Buffer> {
  const hash = createHash('sha256').update(JSON.stringify(said))
  for (const file of files) {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  }
  return hash.digest()
}

/** When the newest of the files was last changed, which for a downloaded file is when it was published or fetched. */
async function newestDay(files: readonly string[]): Promise<string> {
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
  return new Date(Math.max(...times)).toISOString().slice(0, 10)
}
