import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

/** Kysely's and pg-boss's own tables are for the owner alone; the roles have no rights on them. */
async function unprotectedTables(): Promise<unknown[]> {
  const { rows } = await database.executeAsOwner(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
      and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'pgboss')
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
    order by 1`)
  return rows
}

test('every table has row-level security enabled and forced', async () => {
  expect(await unprotectedTables()).toEqual([])
})

test('a table made without it is caught, also when it is only enabled and not forced', async () => {
  await database.executeAsOwner('create table bare (id int); create table half (id int)')
  await database.executeAsOwner('alter table half enable row level security')
  expect(await unprotectedTables()).toEqual([{ name: 'bare' }, { name: 'half' }])
  await database.executeAsOwner('drop table bare, half')
})

/** New tables are accessible to the application role by default, so each must have policies that restrict it. */
async function rightsWithoutPolicy(): Promise<unknown[]> {
  const { rows } = await database.executeAsOwner(`
    select c.relname as table, r.name as right from pg_class c
    cross join (values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd')) as r (name, command)
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and has_table_privilege('exempta_app', c.oid, r.name)
      and not exists (
        select from pg_policy p where p.polrelid = c.oid and p.polcmd::text in (r.command, '*')
          and p.polroles && array['exempta_app'::regrole::oid])
    order by 1, 2`)
  return rows
}

test('the application role has no right on a table that no policy is about', async () => {
  expect(await rightsWithoutPolicy()).toEqual([])
})

test('a right that was left by default is caught', async () => {
  await database.executeAsOwner("create table careless (id int); call exempta_protect('careless')")
  await database.executeAsOwner('create policy seen on careless for select to exempta_app using (true)')
  await database.executeAsOwner('revoke delete on careless from exempta_app')
  expect(await rightsWithoutPolicy()).toEqual([
    { table: 'careless', right: 'insert' },
    { table: 'careless', right: 'update' },
  ])
  await database.executeAsOwner('drop table careless')
})

test('the roles of the application cannot reach the tables that have no row-level security', async () => {
  const { rows } = await database.executeAsOwner(`
    select r.rolname, c.relname from pg_class c, pg_roles r
    where c.relname in ('kysely_migration', 'kysely_migration_lock') and r.rolname ~ '^exempta_'
      and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')`)
  expect(rows).toEqual([])
})

test('the roles of the application cannot make tables or take tables out of row-level security', async () => {
  const asRole = (statement: string) =>
    database.executeAsOwner(`begin; set local role exempta_app; ${statement}; commit`)
  await database.executeAsOwner("create table walled (id int); call exempta_protect('walled')")
  for (const statement of [
    'create table planted (id int)',
    'alter table walled disable row level security',
    'create policy planted on walled to exempta_app using (true)',
    "call exempta_protect('walled')",
    'truncate walled',
  ]) {
    const error = await asRole(statement).catch((caught: unknown) => caught)
    expect(error, statement).toMatchObject({ code: '42501' })
  }
  await database.executeAsOwner('drop table walled')
})
