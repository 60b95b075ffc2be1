import type { Database, OwnerClient } from '../db/database.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import {
  type ForeignKey,
  listForeignKeys,
  listProtectedTables,
  listSequences,
  listTables,
  listTablesWithTriggers,
  type Table,
} from './catalog.ts'
import { markHalfRestored } from './half-restored.ts'
import { BackupError, type Item, type SequenceState, type Sums, type TableShape } from './items.ts'

/**
 * Writes rows and files into a prepared, empty installation: the rows in one transaction that ends with the last file.
 * Until the target is finished, the database counts as half restored.
 */
export function loadInstallation(
  { database, store }: { database: Database; store: ObjectStore },
  items: AsyncIterable<Item>,
): Promise<Sums> {
  return database.runAsOwner(async (client) => {
    await client.query('begin')
    await markHalfRestored(client)
    const tables = await listTables(client)
    const safeguards = await disableSafeguards(client)
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    const sums = await loadItems(client, tables, store, items)
    await restoreSafeguards(client, safeguards)
    await client.query('commit')
    await client.query('analyze')
    return sums
  })
}

interface Safeguards {
  foreignKeys: ForeignKey[]
  tablesWithTriggers: string[]
  protectedTables: string[]
}

/**
 * Turns off foreign keys, triggers and row-level security, which would reject or repeat rows while they are loaded.
 * Restoring the foreign keys checks every row.
 */
async function disableSafeguards(client: OwnerClient): Promise<Safeguards> {
  const safeguards = {
    foreignKeys: await listForeignKeys(client),
    tablesWithTriggers: await listTablesWithTriggers(client),
    protectedTables: await listProtectedTables(client),
  }
  for (const { table, name } of safeguards.foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const table of safeguards.tablesWithTriggers)
    await client.query(`alter table ${table} disable trigger user`)
  for (const table of safeguards.protectedTables)
    await client.query(`alter table ${table} no force row level security`)
  return safeguards
}

async function restoreSafeguards(
  client: OwnerClient,
  { foreignKeys, tablesWithTriggers: triggered, protectedTables }: Safeguards,
) {
  for (const table of protectedTables) await client.query(`alter table ${table} force row level security`)
  for (const table of triggered) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

async function loadItems(
  client: OwnerClient,
  tables: readonly Table[],
  store: ObjectStore,
  items: AsyncIterable<Item>,
): Promise<Sums> {
  const source = items[Symbol.asyncIterator]()
  let table: Table | undefined
  for (;;) {
    const { value: item, done } = await source.next()
    if (done) throw new BackupError('The backup is incomplete.')
    if (item.kind === 'table') table = sameTable(tables, item.table)
    else if (item.kind === 'rows' && table) await insertRows(client, table, item.rows)
    else if (item.kind === 'sequences') await setSequences(client, item.sequences)
    else if (item.kind === 'file') await store.write(item.name, bytesUntilEnd(source))
    else if (item.kind === 'end') {
      await source.next()
      return item.sums
    }
  }
}

/** Rows are read as the table's own type, so its columns must be the same in the same order. */
function sameTable(tables: readonly Table[], shape: TableShape): Table {
  const table = tables.find(({ name }) => name === shape.name)
  if (!table || JSON.stringify(table.columns) !== JSON.stringify(shape.columns)) {
    throw new BackupError(`The table ${shape.name} has a different structure here than in the backup.`)
  }
  return table
}

async function insertRows(client: OwnerClient, { name, columns }: Table, rows: string[]): Promise<void> {
  const written = columns.filter(({ isGenerated }) => !isGenerated).map((column) => `"${column.name}"`)
  await client.query(
    `insert into ${name} (${written.join(', ')}) overriding system value
     select ${written.map((column) => `(parsed.line).${column}`).join(', ')}
     from (select text::${name} as line from unnest($1::text[]) as text offset 0) as parsed`,
    [rows],
  )
}

async function setSequences(client: OwnerClient, sequences: readonly SequenceState[]): Promise<void> {
  const known = await listSequences(client)
  for (const { name, last, isCalled } of sequences) {
    if (!known.some((sequence) => sequence.name === name)) {
      throw new BackupError(`There is no sequence ${name} here.`)
    }
    await client.query('select setval($1::regclass, $2, $3)', [name, last, isCalled])
  }
}

async function* bytesUntilEnd(source: AsyncIterator<Item>): AsyncGenerator<Uint8Array, void, void> {
  for (;;) {
    const { value: item, done } = await source.next()
    if (done) throw new BackupError('The backup is incomplete.')
    if (item.kind === 'file-end') return
    if (item.kind === 'bytes') yield item.bytes
  }
}
