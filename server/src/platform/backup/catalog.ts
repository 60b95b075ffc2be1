/** Reads the structure of the tables from the database catalog. */
import type { OwnerClient } from '../db/database.ts'
import type { SequenceState, TableShape } from './items.ts'

/**
 * Tables that the migrator and the job queue keep for themselves. They belong to the installation and not to its
 * data.
 */
const excludedTables = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'pgboss.version',
  'pgboss.bam',
  'pgboss.queue_stats',
  'pgboss.warning',
]

export interface Table extends TableShape {
  /** Expressions that sort the rows the same way on every server, regardless of its collation. */
  order: string
  /** Under row-level security, where only the system role sees every row. */
  isProtected: boolean
}

/** All tables that hold data. Partitions are included in their parent table. */
export async function listTables(client: OwnerClient): Promise<Table[]> {
  const { rows } = await client.query(
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isGenerated', a.attgenerated <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       coalesce(
         (select string_agg(format('%I', a.attname) || case when a.attcollation = 0 then '' else '::text collate "C"' end,
            ', ' order by k.place)
          from pg_index i, unnest(i.indkey::int[]) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary),
         'whole_row::text collate "C"') as "order",
       c.relforcerowsecurity and exists (
         select from pg_roles where rolname = current_user and not rolsuper and not rolbypassrls
       ) and has_table_privilege('exempta_system', c.oid, 'select') as "isProtected"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
     order by n.nspname collate "C", c.relname collate "C"`,
  )
  return (rows as Table[]).filter(({ name }) => !excludedTables.includes(name))
}

export async function listSequences(client: OwnerClient): Promise<SequenceState[]> {
  const { rows } = await client.query(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
     where schemaname = 'public' order by sequencename collate "C"`,
  )
  const sequences: SequenceState[] = []
  for (const { name } of rows as { name: string }[]) {
    const state = await client.query(`select last_value as last, is_called as "isCalled" from ${name}`)
    sequences.push({ name, ...(state.rows[0] as Omit<SequenceState, 'name'>) })
  }
  return sequences
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
}

export async function listForeignKeys(client: OwnerClient): Promise<ForeignKey[]> {
  const { rows } = await client.query(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where contype = 'f' and conparentid = 0 and n.nspname in ('public', 'pgboss')`,
  )
  return rows as ForeignKey[]
}

export async function listTablesWithTriggers(client: OwnerClient): Promise<string[]> {
  const { rows } = await client.query(
    `select distinct format('%I.%I', n.nspname, c.relname) as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and n.nspname in ('public', 'pgboss')`,
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}

export async function listProtectedTables(client: OwnerClient): Promise<string[]> {
  const { rows } = await client.query(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relforcerowsecurity and n.nspname = 'public'`,
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}

export async function listMigrations(client: OwnerClient): Promise<string[]> {
  // The table also holds the files of views and functions, which are applied again by every release.
  const { rows } = await client.query(
    `select name from public.kysely_migration where name ~ '^\\d{4}-' order by name collate "C"`,
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}

export async function jobQueueVersion(client: OwnerClient): Promise<number> {
  const { rows } = await client.query('select version from pgboss.version')
  return (rows as { version: number }[])[0]?.version ?? 0
}
