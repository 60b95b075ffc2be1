/**
 * Reads CSV files as spreadsheets, accounting programs and public authorities write them, while they arrive: with or
 * without a byte order mark, separated by commas, semicolons, tabs or bars, in UTF-8 or in the code page of older
 * programs. Records have a longest length, so the time a file takes grows only with its size (0240).
 */
import { isUtf8 } from 'node:buffer'
import { inParts } from '../storage/in-parts.ts'

export interface CsvRecord {
  /** Where it starts in the file, as an editor counts. */
  line: number
  cells: string[]
}

/** Says what is wrong with a file, and where. */
export class CsvError extends Error {
  override name = 'CsvError'
}

export const atLine = (line: number, problem: string) =>
  new CsvError(`line ${line.toLocaleString('en-US')}: ${problem}`)

const separators = [',', ';', '\t', '|'] as const
const recordMaxBytes = 64 * 1024
const cellMaxBytes = 4000
const cellsMax = 200

interface ReadOptions {
  /** Refuses a file that doesn't end with a line end, because it was cut off. */
  mustEndWithLine?: boolean
}

/** Records without content are left out. Throws a `CsvError` at the first problem. */
export async function* readCsv(
  content: AsyncIterable<Uint8Array>,
  { mustEndWithLine = false }: ReadOptions = {},
): AsyncGenerator<CsvRecord, void, void> {
  const reader = new RecordReader()
  // However small the pieces are, an unfinished record is looked at again only once per part.
  for await (const part of inParts(content, recordMaxBytes)) yield* reader.push(part)
  yield* reader.end(mustEndWithLine)
}

class RecordReader {
  #rest = ''
  #line = 1
  #separator: string | undefined

  /** Returns the records that are complete with this part. */
  push(part: Buffer): CsvRecord[] {
    const bytes = this.#separator === undefined ? withoutMark(part) : part
    // One character per byte: quotes, separators and line ends are the same bytes in every code page read here.
    return this.#take(this.#rest + bytes.toString('latin1'))
  }

  end(mustEndWithLine: boolean): CsvRecord[] {
    if (this.#rest === '') return []
    if (mustEndWithLine && !/[\r\n]$/.test(this.#rest)) throw atLine(this.#line, 'the file is cut off here')
    const records = this.#take(`${this.#rest}\n`)
    if (this.#rest !== '') throw atLine(this.#line, 'a quotation mark isn’t closed')
    return records
  }

  #take(text: string): CsvRecord[] {
    // The line feed that belongs to a carriage return may come with the next part.
    const held = text.endsWith('\r') ? '\r' : ''
    const whole = text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
    this.#separator ??= findSeparator(whole)
    const decode = /[\x80-\xff]/.test(whole) ? decodeCell : trimCell
    const records: CsvRecord[] = []
    let at = 0
    for (let quoteAt = whole.indexOf('"'); ; ) {
      const lineEnd = whole.indexOf('\n', at)
      if (lineEnd < 0) break
      if (lineEnd === at) {
        this.#line += 1
        at += 1
        continue
      }
      if (quoteAt >= 0 && quoteAt < at) quoteAt = whole.indexOf('"', at)
      const isPlain = quoteAt < 0 || quoteAt > lineEnd
      const record = isPlain
        ? { cells: whole.slice(at, lineEnd).split(this.#separator), end: lineEnd, breaks: 1 }
        : quotedRecord(whole, at, this.#separator)
      if (!record) break
      const { cells, end, breaks } = record
      this.#checkLengths(cells, end - at)
      const decoded = cells.map(decode)
      if (decoded.some((cell) => cell !== '')) records.push({ line: this.#line, cells: decoded })
      this.#line += breaks
      at = end + 1
    }
    this.#rest = whole.slice(at) + held
    this.#checkLengths([], this.#rest.length)
    return records
  }

  #checkLengths(cells: readonly string[], recordBytes: number): void {
    const problem =
      recordBytes > recordMaxBytes
        ? 'the line is too long, or a quotation mark isn’t closed'
        : cells.length > cellsMax
          ? `there are more than ${cellsMax} columns`
          : cells.some(({ length }) => length > cellMaxBytes) && 'a cell is too long'
    if (problem) throw atLine(this.#line, problem)
  }
}

interface RawRecord {
  cells: string[]
  /** Where its line end is. */
  end: number
  /** Line ends, including those inside quotes. */
  breaks: number
}

/** A quotation mark at the start of a cell opens it, and elsewhere it is a character. Undefined without an end. */
function quotedRecord(text: string, start: number, separator: string): RawRecord | undefined {
  const cells: string[] = []
  let [cell, cellStart, taken, breaks] = ['', start, start, 0]
  let isOpen = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\n') breaks += 1
    if (isOpen) {
      if (sign !== '"') continue
      cell += text.slice(taken, at)
      // Two of them stand for one.
      const isCharacter = text[at + 1] === '"'
      if (isCharacter) at += 1
      else isOpen = false
      taken = isCharacter ? at : at + 1
    } else if (sign === '"' && at === cellStart) {
      isOpen = true
      taken = at + 1
    } else if (sign === separator || sign === '\n') {
      cells.push(cell + text.slice(taken, at))
      if (sign === '\n') return { cells, end: at, breaks }
      cell = ''
      cellStart = at + 1
      taken = cellStart
    }
  }
  return undefined
}

const oldCodePage = new TextDecoder('windows-1252')
const trimCell = (cell: string) => cell.trim()

function decodeCell(cell: string): string {
  const bytes = Buffer.from(cell, 'latin1')
  return (isUtf8(bytes) ? bytes.toString() : oldCodePage.decode(bytes)).trim()
}

function withoutMark(part: Buffer): Buffer {
  const [first, second, third] = part
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw atLine(1, 'this is Unicode text. Save the file as CSV (UTF-8) and try again')
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? part.subarray(3) : part
}

/** The separator that the first line has most of. */
function findSeparator(text: string): string {
  const end = text.indexOf('\n')
  const header = end < 0 ? text : text.slice(0, end)
  const countOf = (wanted: string) => header.split(wanted).length
  return separators.reduce((best, one) => (countOf(one) > countOf(best) ? one : best))
}
