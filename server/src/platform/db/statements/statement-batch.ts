import pg from 'pg'
import { typeParsers } from '../type-parsers.ts'

const maxNames = 500
const names = new Map<string, string>()

/**
 * The name under which a statement is prepared once per session and then only run.
 * Past the limit statements stay unnamed: texts built from lists of changing length would fill every session.
 */
function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

export interface Statement {
  text: string
  values: readonly unknown[]
  /** A text that is rarely repeated. Preparing it under a name would displace one that is. */
  isUnnamed?: boolean
}

export interface StatementResult {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}

interface Column {
  name: string
  parse(text: string): unknown
}

/** The client library's own way from values to their text, which its types leave out. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils

/** The statements that each session has prepared, by name, with the columns of their rows. */
const prepared = new WeakMap<pg.Connection, Map<string, Column[]>>()

/**
 * Statements that are sent in one write, with the result of each. When one fails, the server skips the rest of the
 * write, so nothing after `begin` and the actor settings can run without them.
 */
export class StatementBatch implements pg.Submittable {
  readonly results: Promise<StatementResult[]>
  readonly #statements: readonly Statement[]
  readonly #names: string[]
  #known: Map<string, Column[]> = new Map()
  #resolve!: (results: StatementResult[]) => void
  #reject!: (error: unknown) => void
  #columns: Column[] | undefined
  #rows: Record<string, unknown>[] = []
  readonly #answered: StatementResult[] = []
  #unreadable: { error: unknown } | undefined

  constructor(statements: readonly Statement[]) {
    this.#statements = statements
    this.#names = statements.map(({ text, isUnnamed }) => (isUnnamed ? '' : (statementName(text) ?? '')))
    this.results = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Called by the client library when it is this batch's turn; a returned error is passed to `handleError`. */
  submit(connection: pg.Connection): Error | null {
    let values: (string | Buffer | null)[][]
    try {
      values = this.#statements.map((statement) => statement.values.map((value) => prepareValue(value)))
    } catch (error) {
      return error as Error
    }
    this.#known = knownTo(connection)
    connection.stream.cork()
    for (let place = 0; place < values.length; place++) this.#send(connection, place, values[place])
    connection.sync()
    connection.stream.uncork()
    return null
  }

  #send(connection: pg.Connection, place: number, values: (string | Buffer | null)[] = []): void {
    const name = this.#names[place] ?? ''
    const text = this.#statements[place]?.text ?? ''
    if (!this.#known.has(name)) {
      // An earlier try may have failed before or after the server took the name; closing is never an error.
      connection.close({ type: 'S', name }, true)
      connection.parse({ name, text, types: [] }, true)
      connection.describe({ type: 'S', name }, true)
    }
    connection.bind({ statement: name, values }, true)
    connection.execute(null, true)
  }

  /** The columns are asked for once: a prepared statement whose columns change is an error. */
  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: typeParsers.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#unreadable) return
    this.#columns ??= this.#known.get(this.#names[this.#answered.length] ?? '') ?? []
    try {
      this.#rows.push(readRow(this.#columns, fields))
    } catch (error) {
      this.#unreadable = { error }
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const name = this.#names[this.#answered.length] ?? ''
    if (name !== '' && !this.#known.has(name)) this.#known.set(name, this.#columns ?? [])
    const [command = '', ...counts] = text.split(' ')
    this.#answered.push({ command, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows })
    this.#columns = undefined
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.#reject(this.#unreadable.error)
    else this.#resolve(this.#answered)
  }

  handleError(error: unknown): void {
    this.#reject(error)
  }

  handlePortalSuspended(): void {}

  /** The server now waits for rows that never come, and only ending the session stops that. */
  handleCopyInResponse(connection: pg.Connection): void {
    connection.stream.destroy(new Error('Copying is not supported here.'))
  }

  handleCopyData(): void {}
}

// Once per row and column: a plain loop takes half the time of an iterator.
function readRow(columns: Column[], fields: (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let place = 0; place < columns.length; place++) {
    const { name, parse } = columns[place] as Column
    const text = fields[place] ?? null
    row[name] = text === null ? null : parse(text)
  }
  return row
}

function knownTo(connection: pg.Connection): Map<string, Column[]> {
  let known = prepared.get(connection)
  if (!known) {
    known = new Map()
    prepared.set(connection, known)
  }
  return known
}
