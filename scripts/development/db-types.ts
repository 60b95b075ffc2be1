/**
 * `npm run db:types`: writes the tables of the migrated schema as TypeScript types, with the values that check
 * constraints allow, and the whole schema as SQL for reading. A test fails when a file is stale. What the database
 * cannot know is in `column-values.ts` beside it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '../../server/src/platform/db/database.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { openDatabase } from '../../server/src/platform/db/open-database.ts'
import { describeSchema, schemaFile } from './describe-schema.ts'

export const generatedTablesFile = path.join(
  import.meta.dirname,
  '../../server/src/platform/db/generated-tables.ts',
)

interface Column {
  table: string
  column: string
  type: string
  /** A view's column, or one that the database fills in itself. */
  isReadOnly: boolean
  /** Part of the primary key, or a column that no role may update. */
  isFixed: boolean
  isRequired: boolean
  hasDefault: boolean
  /** Check constraints on this column alone. */
  checks: string[]
}

/** What `type-parsers.ts` makes of each type of the database. */
const types: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'character varying': 'string',
  'cidr[]': 'string[]',
  citext: 'string',
  date: 'string',
  'double precision': 'number',
  inet: 'string',
  integer: 'number',
  real: 'number',
  json: 'Json',
  jsonb: 'Json',
  smallint: 'number',
  text: 'string',
  'integer[]': 'number[]',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

const head = `/** Written by \`npm run db:types\` from the migrated schema; do not edit. */
import type { ColumnType, Generated } from 'kysely'

/** Given when the row is made, and never changed. */
type Fixed<T> = ColumnType<T, T, never>
type FixedGenerated<T> = ColumnType<T, T | undefined, never>

/** A column of a view, or one that the database fills in itself. */
type ReadOnly<T> = ColumnType<T, never, never>

/** Read as a value that \`column-values.ts\` describes, written as text. */
type Json = ColumnType<unknown, string, string>
type FixedJson = ColumnType<unknown, string, never>
type GeneratedJson = ColumnType<unknown, string | undefined, string>
type FixedGeneratedJson = ColumnType<unknown, string | undefined, never>
`

/** The text of the file. */
export async function describeTables(database: Database): Promise<string> {
  const { rows } = await database.executeAsOwner(`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
      c.relkind = 'v' or a.attgenerated <> '' or a.attidentity = 'a' as "isReadOnly",
      coalesce(a.attnum = any(i.indkey), false)
        or not has_column_privilege('exempta_app', c.oid, a.attnum, 'update')
        and not has_column_privilege('exempta_system', c.oid, a.attnum, 'update') as "isFixed",
      a.attnotnull or c.relkind = 'v' as "isRequired",
      a.atthasdef or a.attidentity <> '' as "hasDefault",
      array(select pg_get_constraintdef(oid) from pg_constraint
        where conrelid = c.oid and contype = 'c' and conkey = array[a.attnum]) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
      and c.relname not like 'kysely%' and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`)
  const tables = Map.groupBy(rows as Column[], ({ table }) => table)
  const lines = [...tables].flatMap(([table, columns]) => [
    `  ${table}: {`,
    ...columns.map((column) => `    ${column.column}: ${columnType(column)}`),
    '  }',
  ])
  return [head, 'export interface GeneratedTables {', ...lines, '}', ''].join('\n')
}

function columnType(column: Column): string {
  const { isReadOnly, isFixed, hasDefault } = column
  const value = valueType(column)
  const kind = isReadOnly ? 'ReadOnly' : `${isFixed ? 'Fixed' : ''}${hasDefault ? 'Generated' : ''}`
  if (value === 'Json') return isReadOnly ? 'ReadOnly<unknown>' : `${kind}Json`
  const select = column.isRequired ? value : `${value} | null`
  return kind ? `${kind}<${select}>` : select
}

/** As it is read, null aside: the allowed values where a check lists them, otherwise the column's type. */
function valueType({ table, column, type, checks }: Column): string {
  for (const check of checks) {
    const [, operator, list] = /^CHECK \(\(\w+ (= ANY \(|<@ )ARRAY\[([^\]]+)\]\)+$/.exec(check) ?? []
    const values = list?.match(/'[^']*'|\d+/g)?.join(' | ')
    if (values) return operator === '<@ ' ? `(${values})[]` : values
  }
  const plain = types[type]
  if (!plain)
    throw new Error(
      `No type for ${table}.${column}, which is ${type}: add it to scripts/development/db-types.ts.`,
    )
  return plain
}

if (import.meta.main) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'exempta-db-types-'))
  const database = await openDatabase({ dataDir })
  try {
    await migrate(database)
    await writeFile(generatedTablesFile, await describeTables(database))
    await writeFile(schemaFile, await describeSchema(database))
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
