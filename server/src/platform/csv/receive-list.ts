/**
 * Takes a list that someone uploads. All of it is read and checked before its first row is used, so a list that is
 * refused costs no work in the database.
 */
import { documentLimits } from '@exempta/contract/documents/limits'
import { AppError } from '../app-error.ts'
import { CsvError, type CsvRecord, readCsv } from './read-csv.ts'

export interface ReceivedList {
  header: string[]
  rowCount: number
  rows(): AsyncGenerator<CsvRecord, void, void>
}

interface ListLimits {
  rowsMax: number
  /** What a row is, as in "up to 100,000 customers". */
  rowsName: string
  bytesMax?: number
}

export async function receiveList(
  content: AsyncIterable<Buffer>,
  { rowsMax, rowsName, bytesMax = documentLimits.uploadMaxBytes }: ListLimits,
): Promise<ReceivedList> {
  const pieces: Buffer[] = []
  let header: string[] | undefined
  let rowCount = 0
  try {
    for await (const { cells } of readCsv(keptIn(pieces, content, bytesMax))) {
      if (header) rowCount += 1
      else header = cells
      if (rowCount > rowsMax) {
        throw wrongList(
          `A list can have up to ${rowsMax.toLocaleString('en-US')} ${rowsName}. Please split it.`,
        )
      }
    }
  } catch (error) {
    throw error instanceof CsvError ? wrongList(asSentence(error.message)) : error
  }
  if (!header) throw wrongList('This file is empty')
  return { header, rowCount, rows: () => rowsOf(pieces) }
}

async function* keptIn(pieces: Buffer[], content: AsyncIterable<Buffer>, bytesMax: number) {
  let sizeBytes = 0
  for await (const piece of content) {
    sizeBytes += piece.length
    if (sizeBytes > bytesMax) {
      throw wrongList(`Please choose a file of at most ${bytesMax / 1024 ** 2} MB`)
    }
    pieces.push(piece)
    yield piece
  }
}

async function* rowsOf(pieces: readonly Buffer[]): AsyncGenerator<CsvRecord, void, void> {
  let isHeader = true
  for await (const record of readCsv(asArriving(pieces))) {
    if (!isHeader) yield record
    isHeader = false
  }
}

async function* asArriving(pieces: readonly Buffer[]) {
  yield* pieces
}

const asSentence = (problem: string) => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`

const wrongList = (message: string) => new AppError('invalid-input', { fields: [{ path: 'file', message }] })
