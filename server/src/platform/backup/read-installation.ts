import { createHash } from 'node:crypto'
import { anchorNote } from '../audit/anchor.ts'
import { sealedSize } from '../crypto/sealed-stream.ts'
import type { Database, OwnerClient } from '../db/database.ts'
import { ObjectMissingError, type ObjectStore } from '../storage/object-store.ts'
import { removalLock } from '../storage/queries.ts'
import { jobQueueVersion, listMigrations, listSequences, listTables, type Table } from './catalog.ts'
import {
  BackupError,
  type FileSum,
  type Head,
  type Item,
  type SequenceState,
  type TableSum,
} from './items.ts'
import { FilesDigest, TableDigest } from './sums.ts'

const rowsAtOnce = 500
const filesAtOnce = 1000

/** Texts of values must read the same on every server. */
const textForms = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local xmloption = content`

export interface Source {
  database: Database
  store: ObjectStore
  masterKeys: { ids: readonly string[]; texts: readonly string[] }
  now: Date
  /**
   * For a copy of the database: its anchor at that time, or null when there was none. The anchor in the store may be
   * newer.
   */
  copiedAnchor?: string | null | undefined
}

export interface ReadOptions {
  /** Names of tables whose rows are not copied. */
  leaveOut: readonly string[]
}

/**
 * Reads the database and files as of one moment. Files destroyed in the meantime stay in the store until reading is
 * finished, because deletion respects the lock.
 */
export function readInstallation<T>(
  source: Source,
  options: ReadOptions,
  use: (items: AsyncIterable<Item>) => Promise<T>,
): Promise<T> {
  return source.database.runAsOwner(async (client) => {
    // Outside the transaction: inside, the snapshot would be older than the lock.
    await client.query(`select pg_advisory_lock(${removalLock})`)
    try {
      // Read before the snapshot, so that the snapshot contains every row the anchor covers.
      const auditAnchor =
        source.copiedAnchor === undefined ? await source.store.readNote(anchorNote) : source.copiedAnchor
      return await use(itemsOf(client, source, options, auditAnchor ?? undefined))
    } finally {
      await client.query('rollback')
      await client.query('close all')
      await client.query(`select pg_advisory_unlock(${removalLock})`)
    }
  })
}

async function* itemsOf(
  client: OwnerClient,
  source: Source,
  { leaveOut }: ReadOptions,
  auditAnchor: string | undefined,
): AsyncGenerator<Item, void, void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(textForms)
  const all = await listTables(client)
  yield { kind: 'head', head: { ...(await headOf(client, source, all)), auditAnchor } }
  const tables: TableSum[] = []
  for (const table of all.filter(({ name }) => !leaveOut.includes(name))) {
    tables.push(yield* readTable(client, table))
  }
  const sequences: SequenceState[] = await listSequences(client)
  yield { kind: 'sequences', sequences }
  await openCursor(client, tableNamed(all, 'public.stored_files'), {
    name: 'stored',
    outlivesTransaction: true,
    select: 'object_name as name, size_bytes as bytes',
    order: 'object_name collate "C"',
  })
  // The file list is kept outside the snapshot, because a snapshot held for hours would prevent the server from
  // vacuuming.
  await client.query('commit')
  const files = yield* readFiles(client, source.store)
  yield { kind: 'end', sums: { tables, sequences, files } }
}

async function headOf(client: OwnerClient, source: Source, tables: Table[]): Promise<Head> {
  const ids = await readColumn(client, tableNamed(tables, 'public.master_keys'), 'id')
  if (ids.some((id) => !source.masterKeys.ids.includes(id))) {
    throw new BackupError('The master key is being rotated. Try again when npm run keys:rotate has finished.')
  }
  const [fileSpace = ''] = await readColumn(client, tableNamed(tables, 'public.file_space'), 'id')
  return {
    createdAt: source.now.toISOString(),
    migrations: await listMigrations(client),
    jobQueueVersion: await jobQueueVersion(client),
    fileSpace,
    masterKeyIds: ids,
    masterKeys: [...source.masterKeys.texts],
  }
}

async function* readTable(client: OwnerClient, table: Table): AsyncGenerator<Item, TableSum, void> {
  const { name, columns } = table
  yield { kind: 'table', table: { name, columns } }
  const digest = new TableDigest(name)
  const select = 'whole_row::text as line'
  await openCursor(client, table, { name: 'rows_of_table', select, order: table.order })
  for (;;) {
    const { rows } = await client.query(`fetch ${rowsAtOnce} from rows_of_table`)
    if (rows.length === 0) break
    const lines = (rows as { line: string }[]).map(({ line }) => line)
    digest.add(lines)
    yield { kind: 'rows', rows: lines }
  }
  await client.query('close rows_of_table')
  const sum = digest.sum()
  yield { kind: 'table-end', ...sum }
  return sum
}

async function* readFiles(client: OwnerClient, store: ObjectStore): AsyncGenerator<Item, FileSum, void> {
  const digest = new FilesDigest()
  for (;;) {
    const { rows } = await client.query(`fetch ${filesAtOnce} from stored`)
    if (rows.length === 0) return digest.sum()
    for (const { name, bytes } of rows as { name: string; bytes: number }[]) {
      yield* readFile(store, name, sealedSize(bytes), digest)
    }
  }
}

async function* readFile(
  store: ObjectStore,
  name: string,
  totalBytes: number,
  digest: FilesDigest,
): AsyncGenerator<Item, void, void> {
  const pieces = await store.read(name, { start: 0, end: totalBytes, totalBytes }).catch((error) => {
    if (error instanceof ObjectMissingError) return undefined
    throw error
  })
  if (!pieces) {
    digest.addMissing()
    yield { kind: 'file-missing', name }
    return
  }
  yield { kind: 'file', name, bytes: totalBytes }
  const hash = createHash('sha256')
  for await (const bytes of pieces) {
    hash.update(bytes)
    yield { kind: 'bytes', bytes }
  }
  const sha256 = hash.digest('hex')
  digest.add(name, totalBytes, sha256)
  yield { kind: 'file-end', sha256 }
}

async function readColumn(client: OwnerClient, table: Table, column: string): Promise<string[]> {
  const [select, order] = [`${column}::text as value`, `${column}::text collate "C"`]
  await openCursor(client, table, { name: 'one_column', select, order })
  const { rows } = await client.query('fetch all from one_column')
  await client.query('close one_column')
  return (rows as { value: string }[]).map(({ value }) => value)
}

interface Cursor {
  name: string
  select: string
  order: string
  outlivesTransaction?: true
}

/** The role applies when the cursor is opened; an owner without superuser rights would see no rows. */
async function openCursor(client: OwnerClient, table: Table, cursor: Cursor): Promise<void> {
  const hold = cursor.outlivesTransaction ? 'with hold' : ''
  if (table.isProtected) await client.query('set local role exempta_system')
  await client.query(
    `declare ${cursor.name} no scroll cursor ${hold} for
     select ${cursor.select} from ${table.name} as whole_row order by ${cursor.order}`,
  )
  if (table.isProtected) await client.query('set local role none')
}

function tableNamed(tables: Table[], name: string): Table {
  const table = tables.find((one) => one.name === name)
  if (!table)
    throw new BackupError(`The database has no table ${name}, so it doesn’t hold an Exempta installation.`)
  return table
}
