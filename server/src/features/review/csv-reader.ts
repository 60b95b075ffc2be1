/** Reads large CSV files piece by piece, with the line that each record begins on. */

export class CsvError extends Error {}

const lineOf = new Intl.NumberFormat('en-US')

export const atLine = (line: number, problem: string) =>
  new CsvError(`line ${lineOf.format(line)}: ${problem}`)

export interface CsvRecord {
  line: number
  cells: string[]
}

const delimiters = [',', ';', '\t', '|'] as const

export class CsvReader {
  readonly #decoder = new TextDecoder('utf-8')
  #rest = ''
  #line = 0
  /** Lines of a record that has a line break inside quotes. */
  #open: { line: number; text: string } | undefined
  #delimiter: string | undefined

  /** Records that are complete with this piece. */
  push(piece: Uint8Array): CsvRecord[] {
    const lines = (this.#rest + this.#decoder.decode(piece, { stream: true })).split('\n')
    this.#rest = lines.pop() ?? ''
    const records: CsvRecord[] = []
    for (const line of lines) {
      const record = this.#take(line.endsWith('\r') ? line.slice(0, -1) : line)
      if (record) records.push(record)
    }
    return records
  }

  /** A whole file ends with the end of a line. Without it, something was cut off. */
  end(): void {
    if (this.#rest + this.#decoder.decode() !== '') throw atLine(this.#line + 1, 'the file is cut off here')
    if (this.#open) throw atLine(this.#open.line, 'a quotation mark isn’t closed')
  }

  #take(line: string): CsvRecord | undefined {
    this.#line += 1
    const text = this.#open ? `${this.#open.text}\n${line}` : line
    const begins = this.#open?.line ?? this.#line
    if (text.includes('"') && countOf(text, '"') % 2 === 1) {
      this.#open = { line: begins, text }
      return undefined
    }
    this.#open = undefined
    this.#delimiter ??= mostFrequent(text)
    return { line: begins, cells: cellsOf(text, this.#delimiter) }
  }
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

const mostFrequent = (header: string) =>
  delimiters.reduce((best, one) => (countOf(header, one) > countOf(header, best) ? one : best))

function cellsOf(text: string, delimiter: string): string[] {
  if (!text.includes('"')) return text.split(delimiter)
  const cells: string[] = []
  let begin = 0
  let isQuoted = false
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (at === text.length || (text[at] === delimiter && !isQuoted)) {
      cells.push(unquoted(text.slice(begin, at)))
      begin = at + 1
    }
  }
  return cells
}

const unquoted = (cell: string) =>
  cell.startsWith('"') && cell.endsWith('"') && cell.length > 1
    ? cell.slice(1, -1).replaceAll('""', '"')
    : cell
