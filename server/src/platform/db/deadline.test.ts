import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Transaction } from './database.ts'
import { DeadlineError } from './errors.ts'
import { addNote, createNoteTable, listNotes, person } from './note-table.fixture.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 1 })
  await createNoteTable(database)
})
afterAll(() => database.dispose())

const count = (rows: number) => (tx: Transaction) =>
  sql<{ n: number }>`select count(*) as n from generate_series(1, ${rows}::int8) g`.execute(tx)
const endless = count(1e15)

test('a statement past its deadline is ended; acknowledged commits stay, its own writes do not', async () => {
  const anna = person()
  await database.transact(anna, (tx) => addNote(tx, anna.id, 'acknowledged'))
  const slow = database.transact(
    anna,
    async (tx) => {
      await addNote(tx, anna.id, 'lost')
      await endless(tx)
    },
    { timeoutMs: 300 },
  )
  const waiting = database.transact(anna, listNotes)
  await expect(slow).rejects.toThrow(DeadlineError)
  expect(await waiting).toEqual(['acknowledged'])
})

test('a transaction that does nothing until its deadline is ended, though its work never returns', async () => {
  const anna = person()
  let held: Transaction | undefined
  const idle = database.transact(
    anna,
    async (tx) => {
      await addNote(tx, anna.id, 'lost')
      held = tx
      await new Promise(() => {})
    },
    { timeoutMs: 300 },
  )
  const waiting = [1, 2, 3].map(() => database.transact(anna, listNotes))
  await expect(idle).rejects.toThrow(DeadlineError)
  expect(await Promise.all(waiting)).toEqual([[], [], []])
  await expect(listNotes(held as Transaction)).rejects.toThrow()
})

test('the deadline of every statement holds without being asked for, and a transaction may be given more time', async () => {
  const strict = await createTestDatabase({ statementTimeoutMs: 1_000 })
  const asleep = strict.transact(person(), (tx) => sql`select pg_sleep(600)`.execute(tx))
  await expect(asleep).rejects.toThrow(DeadlineError)
  await expect(strict.executeAsOwner('select pg_sleep(600)')).rejects.toThrow(DeadlineError)
  expect((await strict.transact(person(), count(5))).rows).toEqual([{ n: 5 }])
  await strict.transact(person(), (tx) => sql`select pg_sleep(1.3)`.execute(tx), { timeoutMs: 30_000 })
  await strict.dispose()
})

test('a heavy query leaves the event loop free', async () => {
  let turns = 0
  const clock = setInterval(() => turns++, 1)
  await expect(database.transact(person(), endless, { timeoutMs: 1_000 })).rejects.toThrow(DeadlineError)
  clearInterval(clock)
  expect(turns).toBeGreaterThan(20)
})

test('transactions that wait get their turn in the order of asking', async () => {
  const order: number[] = []
  await Promise.all(
    [0, 1, 2, 3, 4].map((number) =>
      database.transact(person(), async () => {
        await once(AbortSignal.timeout(1), 'abort')
        order.push(number)
      }),
    ),
  )
  expect(order).toEqual([0, 1, 2, 3, 4])
})
