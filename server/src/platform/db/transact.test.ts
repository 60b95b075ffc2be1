import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { anonymousActor, systemActor } from './actor.ts'
import type { Transaction } from './database.ts'
import { NestedTransactionError, TransactionAbortedError, TransactionEndedError } from './errors.ts'
import { addNote, createNoteTable, listNotes, notes, person } from './note-table.fixture.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 4 })
  await createNoteTable(database)
  await database.executeAsOwner('create sequence written_order')
})
afterAll(() => database.dispose())

const settle = <T>(promise: Promise<T>) => promise.catch((error: Error) => error)

test('commits when the work returns and rolls back when it throws', async () => {
  const anna = person()
  const failure = new Error('changed my mind')
  await database.transact(anna, (tx) => addNote(tx, anna.id, 'kept'))
  const rolledBack = database.transact(anna, async (tx) => {
    await addNote(tx, anna.id, 'lost')
    throw failure
  })
  await expect(rolledBack).rejects.toBe(failure)
  expect(await database.transact(anna, listNotes)).toEqual(['kept'])
})

test('a query without a where clause shows people their own rows, visitors none, and the system all', async () => {
  const [anna, ben] = [person(), person()]
  await database.transact(anna, (tx) => addNote(tx, anna.id, 'of Anna'))
  await database.transact(ben, (tx) => addNote(tx, ben.id, 'of Ben'))
  expect(await database.transact(anna, listNotes)).toEqual(['of Anna'])
  expect(await database.transact(anonymousActor, listNotes)).toEqual([])
  expect(await database.transact(systemActor, listNotes)).toEqual(
    expect.arrayContaining(['of Anna', 'of Ben']),
  )
})

test('a person can neither write for another nor change or remove the rows of another', async () => {
  const [anna, ben] = [person(), person()]
  await database.transact(anna, (tx) => addNote(tx, anna.id, 'untouched'))
  await expect(database.transact(ben, (tx) => addNote(tx, anna.id, 'forged'))).rejects.toMatchObject({
    code: '42501',
  })
  const [changed, removed] = await database.transact(ben, async (tx) => [
    await notes(tx).updateTable('note').set({ body: 'x' }).executeTakeFirst(),
    await notes(tx).deleteFrom('note').executeTakeFirst(),
  ])
  expect(changed.numUpdatedRows).toBe(0n)
  expect(removed.numDeletedRows).toBe(0n)
  expect(await database.transact(anna, listNotes)).toEqual(['untouched'])
})

test('a transaction carries its actor, and nothing of it stays for the next one', async () => {
  const businessId = randomUUID()
  const anna = { ...person(), role: 'business' as const, businessId }
  const currentActor = async (tx: Transaction) => {
    const { rows } = await sql`select current_user as role, exempta_actor_id() as id,
      exempta_actor_role() as actor_role, exempta_business_id() as business_id`.execute(tx)
    return rows[0]
  }
  const unknownPerson = { id: null, business_id: null }
  expect(await database.transact(anna, currentActor)).toEqual({
    role: 'exempta_app',
    id: anna.id,
    actor_role: 'business',
    business_id: businessId,
  })
  expect(await database.transact(anonymousActor, currentActor)).toEqual({
    role: 'exempta_app',
    actor_role: 'anonymous',
    ...unknownPerson,
  })
  expect(await database.transact(systemActor, currentActor)).toEqual({
    role: 'exempta_system',
    actor_role: 'system',
    ...unknownPerson,
  })
  const { rows } = await database.executeAsOwner(
    'select exempta_actor_id() as id, exempta_actor_role() as role',
  )
  expect(rows).toEqual([{ id: null, role: null }])
})

test('neither role may log in, is a superuser or gets around row-level security', async () => {
  const { rows } = await database.executeAsOwner(
    `select rolcanlogin or rolsuper or rolbypassrls or rolcreaterole as is_mighty from pg_roles
     where rolname in ('exempta_app', 'exempta_system')`,
  )
  expect(rows).toEqual([{ is_mighty: false }, { is_mighty: false }])
})

test.each([
  ['an id that is not a UUID', { kind: 'person', id: "x'; drop table note; --", role: 'user' }],
  ['an unknown role', { kind: 'person', id: randomUUID(), role: "admin'" }],
  ['a business id that is not a UUID', { kind: 'person', id: randomUUID(), role: 'user', businessId: "'" }],
])('refuses an actor with %s', async (_, actor) => {
  await expect(database.transact(actor as never, listNotes)).rejects.toThrow(TypeError)
})

test.each([
  ['that writes', {}],
  ['that only reads', { readOnly: true }],
])(
  'no statement of a transaction %s is compiled, however many rows the server expects',
  async (_kind, options) => {
    const show = (tx: Transaction) => sql<{ jit: string }>`show jit`.execute(tx)
    expect((await database.transact(systemActor, show, options)).rows).toEqual([{ jit: 'off' }])
  },
)

test('a second transaction from inside an open one fails at once instead of waiting forever', async () => {
  const nested = (ask: () => Promise<unknown>) =>
    database.transact(anonymousActor, async () => {
      await Promise.resolve()
      await ask()
    })
  await expect(nested(() => database.transact(systemActor, listNotes))).rejects.toThrow(
    NestedTransactionError,
  )
  await expect(nested(() => database.executeAsOwner('select 1'))).rejects.toThrow(NestedTransactionError)
  await expect(nested(() => database.listen('note', () => {}))).rejects.toThrow(NestedTransactionError)
})

test('work started in a transaction may use the database after the transaction has ended', async () => {
  let later: Promise<string[]> | undefined
  const ended = Promise.withResolvers<void>()
  await database.transact(anonymousActor, async () => {
    later = ended.promise.then(() => database.transact(anonymousActor, listNotes))
  })
  ended.resolve()
  expect(await later).toEqual([])
})

test('a transaction refuses queries after its end', async () => {
  const escaped = await database.transact(anonymousActor, async (tx) => ({ tx }))
  await expect(listNotes(escaped.tx)).rejects.toThrow(TransactionEndedError)
})

test('queries started together run one after the other', async () => {
  const anna = person()
  const found = await database.transact(anna, async (tx) => {
    await Promise.all(['a', 'b', 'c'].map((body) => addNote(tx, anna.id, body)))
    return listNotes(tx)
  })
  expect(found).toEqual(['a', 'b', 'c'])
})

test('work that ignores a failed statement gets an error that nothing was saved', async () => {
  const anna = person()
  const result = database.transact(anna, async (tx) => {
    await addNote(tx, anna.id, 'lost')
    await settle(sql`select 1 / 0`.execute(tx))
  })
  await expect(result).rejects.toThrow(TransactionAbortedError)
  expect(await database.transact(anna, listNotes)).toEqual([])
})

test('after a first statement that failed no other runs, though the work goes on', async () => {
  const anna = person()
  let second: unknown
  const result = database.transact(anna, async (tx) => {
    await settle(sql`select 1 / 0`.execute(tx))
    second = await settle(addNote(tx, anna.id, 'lost'))
  })
  await expect(result).rejects.toThrow(TransactionAbortedError)
  expect(second).toBeInstanceOf(TransactionAbortedError)
  expect(await database.transact(systemActor, listNotes)).not.toContain('lost')
})

test('a conflict is tried again, with everything of the first try undone', async () => {
  const anna = person()
  let tries = 0
  await database.transact(anna, async (tx) => {
    tries++
    await addNote(tx, anna.id, `try ${tries}`)
    const state = tries === 1 ? '40001' : '40P01'
    if (tries < 3) await sql.raw(`do $$ begin raise sqlstate '${state}'; end $$`).execute(tx)
  })
  expect(await database.transact(anna, listNotes)).toEqual(['try 3'])
})

test('a conflict that does not go away is reported in the end', async () => {
  const conflict = database.transact(anonymousActor, (tx) =>
    sql.raw(`do $$ begin raise sqlstate '40001'; end $$`).execute(tx),
  )
  await expect(conflict).rejects.toMatchObject({ code: '40001' })
})

test('a read-only transaction writes nothing, and isolation is as asked', async () => {
  const anna = person()
  await expect(
    database.transact(anna, (tx) => addNote(tx, anna.id, 'x'), { readOnly: true }),
  ).rejects.toMatchObject({ code: '25006' })
  const level = await database.transact(
    anna,
    async (tx) => (await sql`show transaction_isolation`.execute(tx)).rows,
    { isolation: 'serializable' },
  )
  expect(level).toEqual([{ transaction_isolation: 'serializable' }])
})

test('reading alone carries the actor in every statement, refuses to write and ends with its work', async () => {
  const [anna, ben] = [person(), person()]
  await database.transact(anna, (tx) => addNote(tx, anna.id, 'of Anna'))
  const read = (actor: typeof anna) =>
    database.transact(actor, async (tx) => [await listNotes(tx), await listNotes(tx), tx] as const, {
      readOnly: true,
    })
  const [first, second, escaped] = await read(anna)
  expect([first, second]).toEqual([['of Anna'], ['of Anna']])
  expect((await read(ben)).slice(0, 2)).toEqual([[], []])
  await expect(listNotes(escaped)).rejects.toThrow(TransactionEndedError)
  const writes: Record<string, (tx: Transaction) => Promise<unknown>> = {
    insert: (tx) => addNote(tx, anna.id, 'x'),
    nextval: (tx) => sql`select nextval('written_order')`.execute(tx),
  }
  for (const [name, write] of Object.entries(writes)) {
    const written = database.transact(anna, write, { readOnly: true })
    expect(await written.catch((error: unknown) => error), name).toMatchObject({ code: '25006' })
  }
})

test('a prepared statement survives a change of its table', async () => {
  await database.executeAsOwner('create table shape (a int); insert into shape values (1)')
  await database.executeAsOwner("call exempta_protect('shape')")
  const read = async (tx: Transaction) => (await sql`select * from shape`.execute(tx)).rows
  expect(await database.transact(systemActor, read)).toEqual([{ a: 1 }])
  await database.executeAsOwner("alter table shape add column b text default 'new'")
  expect(await database.transact(systemActor, read)).toEqual([{ a: 1, b: 'new' }])
})

test('the owner can act inside a transaction, whose own rights stay as they were', async () => {
  const anna = person()
  await database.transact(anna, async (tx) => {
    const { rows } = await database.executeAsOwnerWithin(notes(tx), 'select rolsuper from pg_authid limit 1')
    expect(rows).toHaveLength(1)
    expect((await sql`select current_user as role`.execute(tx)).rows).toEqual([{ role: 'exempta_app' }])
  })
})

test('a block of the owner that fails or forgets its commit leaves nothing behind for the next one', async () => {
  const own = await createTestDatabase({ poolSize: 1 })
  await own.executeAsOwner("set exempta.mark = 'the same session'")
  await expect(
    own.executeAsOwner('begin; create table lost (id int); select 1 / 0; commit'),
  ).rejects.toThrow()
  await own.executeAsOwner('begin; create table lost (id int)')
  const look = async () =>
    (
      await own.executeAsOwner(
        `select to_regclass('lost') as lost, now() = statement_timestamp() as is_fresh,
           nullif(current_setting('exempta.mark', true), '') as mark`,
      )
    ).rows
  expect(await look()).toEqual([{ lost: null, is_fresh: true, mark: 'the same session' }])
  await expect(own.runAsOwner((client) => client.query('begin; select 1 / 0'))).rejects.toThrow()
  expect(await look()).toEqual([{ lost: null, is_fresh: true, mark: null }])
  await own.dispose()
})

test('closing waits for what is under way and refuses what comes later', async () => {
  const own = await createTestDatabase()
  const started = Promise.withResolvers<void>()
  const underWay = own.transact(anonymousActor, async (tx) => {
    started.resolve()
    return (await sql`select 1 as one`.execute(tx)).rows
  })
  await started.promise
  const closed = own.close()
  await expect(own.transact(anonymousActor, listNotes)).rejects.toThrow('closed')
  expect(await underWay).toEqual([{ one: 1 }])
  await closed
  await own.dispose()
})
