import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  BackupError,
  type FileSum,
  type Item,
  type SequenceState,
  type Sums,
  type TableSum,
} from './items.ts'

/** Hashes a table row by row. PostgreSQL text never contains a zero byte, so it separates the rows. */
export class TableDigest {
  readonly #hash = createHash('sha256')
  readonly #name: string
  #rows = 0

  constructor(name: string) {
    this.#name = name
  }

  add(rows: readonly string[]): void {
    for (const row of rows) this.#hash.update(row).update('\0')
    this.#rows += rows.length
  }

  sum(): TableSum {
    return { name: this.#name, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

export class FilesDigest {
  readonly #hash = createHash('sha256')
  #count = 0
  #bytes = 0
  #missing = 0

  add(name: string, bytes: number, sha256: string): void {
    this.#hash.update(`${name} ${bytes} ${sha256}\n`)
    this.#count++
    this.#bytes += bytes
  }

  addMissing(): void {
    this.#missing++
  }

  sum(): FileSum {
    return {
      count: this.#count,
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      missing: this.#missing,
    }
  }
}

/** Passes all items on and fails at the first one that does not match the sums in the stream. */
export async function* checked(items: AsyncIterable<Item>): AsyncGenerator<Item, void, void> {
  const check = new SumCheck()
  for await (const item of items) {
    check.add(item)
    yield item
  }
  check.end()
}

/** Reads a stream to its end and returns only its sums. */
export async function sumsOf(items: AsyncIterable<Item>): Promise<Sums> {
  let sums: Sums | undefined
  for await (const item of items) if (item.kind === 'end') sums = item.sums
  if (!sums) throw new BackupError(unfinished)
  return sums
}

const unfinished = 'The backup isn’t consistent: it’s incomplete.'

class SumCheck {
  #table: TableDigest | undefined
  #file: { name: string; bytes: number; hash: ReturnType<typeof createHash>; left: number } | undefined
  readonly #tables: TableSum[] = []
  readonly #files = new FilesDigest()
  #sequences: SequenceState[] = []
  #isEnded = false

  add(item: Item): void {
    if (this.#isEnded) throw new BackupError('The backup isn’t consistent: it contains data after its end.')
    switch (item.kind) {
      case 'table':
        this.#table = new TableDigest(item.table.name)
        break
      case 'rows':
        this.#table?.add(item.rows)
        break
      case 'table-end': {
        const sum = this.#table?.sum()
        const { kind: _, ...expected } = item
        expectSame(sum, expected, `table ${expected.name}`)
        this.#tables.push(expected)
        this.#table = undefined
        break
      }
      case 'sequences':
        this.#sequences = item.sequences
        break
      case 'file':
        this.#file = { name: item.name, bytes: item.bytes, hash: createHash('sha256'), left: item.bytes }
        break
      case 'bytes':
        if (!this.#file) throw new BackupError(unfinished)
        this.#file.hash.update(item.bytes)
        this.#file.left -= item.bytes.length
        break
      case 'file-end': {
        const file = this.#file
        if (!file) throw new BackupError(unfinished)
        expectSame([file.left, file.hash.digest('hex')], [0, item.sha256], `file ${file.name}`)
        this.#files.add(file.name, file.bytes, item.sha256)
        this.#file = undefined
        break
      }
      case 'file-missing':
        this.#files.addMissing()
        break
      case 'end':
        expectSame(
          { tables: this.#tables, sequences: this.#sequences, files: this.#files.sum() },
          item.sums,
          'the sum of it',
        )
        this.#isEnded = true
    }
  }

  end(): void {
    if (!this.#isEnded) throw new BackupError(unfinished)
  }
}

function expectSame(found: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(found, expected)) throw new BackupError(`The backup isn’t consistent: ${what}.`)
}

/** Throws an error that names the first difference. */
export function compareSums(expected: Sums, found: Sums): void {
  for (const [index, table] of expected.tables.entries()) {
    if (!isDeepStrictEqual(found.tables[index], table)) {
      throw new BackupError(`The written data doesn’t match the backup: table ${table.name} differs.`)
    }
  }
  for (const part of ['tables', 'sequences', 'files'] as const) {
    if (!isDeepStrictEqual(found[part], expected[part])) {
      throw new BackupError(`The written data doesn’t match the backup: the ${part} differ.`)
    }
  }
}
