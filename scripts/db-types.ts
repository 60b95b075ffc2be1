/**
 * `npm run db:types`: writes the tables of the migrated schema as TypeScript types. A test fails when the file is stale,
 * and `server/src/platform/db/schema/schema.ts` does not compile when a hand-written type disagrees with it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'

export const generatedTablesFile = path.join(
  import.meta.dirname,
  '../server/src/platform/db/generated-tables.ts',
)

interface Column {
  table: string
  isView: boolean
  column: string
  type: string
  isRequired: boolean
  hasDefault: boolean
}

/** What `type-parsers.ts` makes of each type of the database. */
const types: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'character varying': 'string',
  'cidr[]': 'string[]',
  citext: 'string',
  inet: 'string',
  integer: 'number',
  json: 'Json',
  jsonb: 'Json',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

const head = `/** Written by \`npm run db:types\` from the migrated schema; do not edit. */
import type { Generated } from 'kysely'

/** What a json column holds; its feature says more. */
export type Json = string | number | boolean | object

/** A column of a view: the database does not know whether it can be null. */
export interface ViewColumn<T> {
  readonly viewed: T
}
`

/** The text of the file. */
export async function describeTables(database: Database): Promise<string> {
  const { rows } = await database.executeAsOwner(`
    select c.relname as "table", c.relkind = 'v' as "isView", a.attname as "column",
      format_type(a.atttypid, null) as type, a.attnotnull as "isRequired",
      a.atthasdef or a.attidentity <> '' as "hasDefault"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
      and c.relname not like 'kysely%' and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`)
  const tables = Map.groupBy(rows as Column[], ({ table }) => table)
  const lines = [...tables].flatMap(([table, columns]) => [
    `  ${table}: {`,
    ...columns.map((column) => `    ${column.column}: ${typeOf(column)}`),
    '  }',
  ])
  return [head, 'export interface GeneratedTables {', ...lines, '}', ''].join('\n')
}

function typeOf({ table, column, type, isView, isRequired, hasDefault }: Column): string {
  const plain = types[type]
  if (!plain)
    throw new Error(`No type for ${table}.${column}, which is ${type}: add it to scripts/db-types.ts.`)
  if (isView) return `ViewColumn<${plain}>`
  const value = isRequired ? plain : `${plain} | null`
  return hasDefault ? `Generated<${value}>` : value
}

if (import.meta.main) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'exempta-db-types-'))
  const database = await openDatabase({ dataDir })
  try {
    await migrate(database)
    await writeFile(generatedTablesFile, await describeTables(database))
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
