/**
 * Reads CSV files as spreadsheets and accounting programs write them, byte by byte as they arrive: with or without a
 * byte order mark, separated by commas, semicolons or tabs, in UTF-8 or in the code page of older programs. Quotes,
 * separators and line ends are the same bytes in both, so each cell is decoded on its own.
 */
import { isUtf8 } from 'node:buffer'
import { AppError } from './app-error.ts'

const quote = 0x22
const carriageReturn = 0x0d
const lineFeed = 0x0a
const separators = [0x2c, 0x3b, 0x09] as const
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const cellBytesMax = 4000
const cellsMax = 200
const headBytesMax = 64 * 1024

const oldCodePage = new TextDecoder('windows-1252')

const decode = (bytes: Buffer): string =>
  (isUtf8(bytes) ? bytes.toString() : oldCodePage.decode(bytes)).trim()

export interface CsvRecord {
  /** Where it starts in the file, as an editor counts. */
  line: number
  cells: string[]
}

const wrongFile = (message: string) => new AppError('invalid-input', { fields: [{ path: 'file', message }] })

/** Empty lines are left out. */
export async function* readCsv(content: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord, void, void> {
  let separator: number | undefined
  let cells: string[] = []
  let cell: number[] = []
  let [isQuoted, wasQuote] = [false, false]
  let [line, startLine, lastByte] = [1, 1, 0]

  const endCell = () => {
    if (cells.length >= cellsMax) throw wrongFile(`Line ${startLine} has more than ${cellsMax} columns.`)
    cells.push(decode(Buffer.from(cell)))
    cell = []
    wasQuote = false
  }
  const takeRecord = (): CsvRecord | undefined => {
    endCell()
    const record = { line: startLine, cells }
    cells = []
    return record.cells.some((text) => text !== '') ? record : undefined
  }

  for await (const piece of startingWithLine(content)) {
    separator ??= findSeparator(piece)
    for (const byte of piece) {
      const isBreak = byte === lineFeed && lastByte === carriageReturn
      lastByte = byte
      if (byte === lineFeed || byte === carriageReturn) line += isBreak ? 0 : 1
      if (isQuoted) {
        if (byte === quote) {
          isQuoted = false
          wasQuote = true
        } else cell.push(byte)
      } else if (byte === quote && (wasQuote || cell.length === 0)) {
        // A quote right after a closing one stands for itself.
        if (wasQuote) cell.push(byte)
        isQuoted = true
        wasQuote = false
      } else if (byte === separator) endCell()
      else if (byte === lineFeed || byte === carriageReturn) {
        if (!isBreak) {
          const record = takeRecord()
          if (record) yield record
        }
        startLine = line
      } else cell.push(byte)
      if (cell.length > cellBytesMax) throw wrongFile(`Line ${startLine} has a cell that is too long.`)
    }
  }
  if (isQuoted) throw wrongFile(`The quotation mark in line ${startLine} is never closed.`)
  const last = takeRecord()
  if (last) yield last
}

/** The first piece holds the whole first line, which shows how the file is written, and no byte order mark. */
async function* startingWithLine(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of content) {
    if (head === undefined) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < headBytesMax && !head.includes(lineFeed)) continue
    yield withoutMark(head)
    head = undefined
  }
  if (head !== undefined) yield withoutMark(head)
}

function withoutMark(piece: Buffer): Buffer {
  const [first, second] = piece
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw wrongFile('This file is saved as Unicode text. Save it as CSV (UTF-8) and upload it again.')
  }
  return piece.subarray(0, 3).equals(byteOrderMark) ? piece.subarray(3) : piece
}

/** The separator that the first line has most of. */
function findSeparator(piece: Buffer): number {
  const end = piece.indexOf(lineFeed)
  const head = end < 0 ? piece : piece.subarray(0, end)
  const countOf = (wanted: number) => head.reduce((count, byte) => count + Number(byte === wanted), 0)
  return [...separators].sort((one, other) => countOf(other) - countOf(one))[0] ?? separators[0]
}
