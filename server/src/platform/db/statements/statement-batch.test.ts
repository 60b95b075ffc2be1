import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { Session } from '../session.ts'
import type { Statement } from './statement-batch.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 1 })
  await database.executeAsOwner('create table written (body text primary key)')
})
afterAll(() => database.dispose())

const write = (body: unknown): Statement => ({
  text: 'insert into written values ($1) returning body',
  values: [body],
})
const statement = (text: string, ...values: unknown[]): Statement => ({ text, values })
const begin = statement('begin')
const refused = statement("select set_config('role', $1, true)", 'no_such_role')

/** Works as the owner, whom no policy holds back: only the order of the statements protects the table. */
const onSession = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
  database.runAsOwner((client) => {
    if (!(client instanceof Session)) throw new TypeError('The owner is lent something else than a session.')
    return work(client)
  })
const written = async () => (await database.executeAsOwner('select body from written order by body')).rows

test.each([
  ['a role that is not granted', [refused, write('past it')]],
  ['a role that is not granted, in an open transaction', [begin, refused, write('past it')]],
  ['a begin that is not understood', [statement('begin isolation level none'), write('past it')]],
])('%s lets nothing behind it through', async (_, statements) => {
  await onSession(async (session) => {
    await expect(session.queryTogether(statements)).rejects.toThrow()
    await session.query('commit')
  })
  expect(await written()).toEqual([])
})

test('statements sent together are one transaction, and each has its answer', async () => {
  await onSession(async (session) => {
    const results = await session.queryTogether([write('one'), statement('select 1 as n'), write('two')])
    expect(results).toEqual([
      { command: 'INSERT', rowCount: 1, rows: [{ body: 'one' }] },
      { command: 'SELECT', rowCount: 1, rows: [{ n: 1 }] },
      { command: 'INSERT', rowCount: 1, rows: [{ body: 'two' }] },
    ])
    await expect(session.queryTogether([write('three'), write('two')])).rejects.toMatchObject({
      code: '23505',
    })
    const [again] = await session.queryTogether([write('four')])
    expect(again?.rows).toEqual([{ body: 'four' }])
  })
  expect(await written()).toEqual([{ body: 'four' }, { body: 'one' }, { body: 'two' }])
})

test('a value that cannot be sent or read fails its statement alone', async () => {
  const unsendable = {
    toPostgres() {
      throw new RangeError('no text for this')
    },
  }
  await onSession(async (session) => {
    await expect(session.queryTogether([write(unsendable)])).rejects.toThrow('no text for this')
    const tooLarge = statement('select 9007199254740993::int8 as n')
    await expect(session.queryTogether([tooLarge])).rejects.toThrow(RangeError)
    const [answer] = await session.queryTogether([statement('select $1::int as n, null as nothing', 7)])
    expect(answer?.rows).toEqual([{ n: 7, nothing: null }])
  })
})

test('copying ends the session, and the next one works', async () => {
  const copying = onSession((session) => session.queryTogether([statement('copy written from stdin')]))
  await expect(copying).rejects.toThrow()
  expect(await onSession(async (session) => (await session.queryTogether([write('five')]))[0]?.rows)).toEqual(
    [{ body: 'five' }],
  )
})
