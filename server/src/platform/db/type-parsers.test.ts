import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemActor } from './actor.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

const id = '0190a5f2-6c1e-7c3a-9d4e-5b6a7c8d9e0f'
const instant = new Date('2026-02-03T04:05:06.789Z')

// The same table runs on the embedded and on the real PostgreSQL, so the values are equal on both.
const values: [expression: string, value: unknown][] = [
  ['count(*) from generate_series(1, 3)', 3],
  ['sum(n) from generate_series(1, 3) n', 6],
  ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
  ['-9007199254740991::int8', Number.MIN_SAFE_INTEGER],
  ['7::int2', 7],
  ['12.340::numeric', '12.340'],
  ['0.1::float8', 0.1],
  ['true', true],
  ["'2026-02-03 05:05:06.789+01'::timestamptz", instant],
  ["'2026-02-03 04:05:06.789'::timestamp", instant],
  ["date_trunc('day', '2026-02-03 23:30:00-05'::timestamptz)", new Date('2026-02-04T00:00:00Z')],
  ["'2026-02-03'::date", '2026-02-03'],
  ["'1 day 02:00:00'::interval", '1 day 02:00:00'],
  [`'{"a": [1, null, "x"]}'::jsonb`, { a: [1, null, 'x'] }],
  [`'null'::jsonb`, null],
  [`'[1]'::json`, [1]],
  ["'\\x00ff10'::bytea", Buffer.from([0, 255, 16])],
  ["'Anna@Example.com'::citext", 'Anna@Example.com'],
  [`'${id}'::uuid`, id],
  ['array[1, null, 3]::int4[]', [1, null, 3]],
  ['array[1, null]::int8[]', [1, null]],
  [
    'array[[1, 2], [3, 4]]::int8[]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['array[1.50]::numeric[]', ['1.50']],
  [`array['a,"b', null, '']::text[]`, ['a,"b', null, '']],
  [`array['${id}']::uuid[]`, [id]],
  ["array['2026-02-03']::date[]", ['2026-02-03']],
  ["array['2026-02-03 04:05:06.789+00']::timestamptz[]", [instant]],
  [`array['{"a": 1}']::jsonb[]`, [{ a: 1 }]],
  ["array['\\x01']::bytea[]", [Buffer.from([1])]],
  ['array[]::text[]', []],
  ['null::int8', null],
]

const select = (expression: string) =>
  database.transact(systemActor, async (tx) => {
    const [from] = expression.split(' from ').slice(1)
    const [head] = expression.split(' from ')
    const { rows } = await sql
      .raw<{ value: unknown }>(`select ${head} as value${from ? ` from ${from}` : ''}`)
      .execute(tx)
    return rows[0]?.value
  })

describe('reading', () => {
  test.each(values)('%s', async (expression, value) => {
    expect(await select(expression)).toEqual(value)
  })

  test.each(['9007199254740992::int8', 'array[9007199254740992]::int8[]'])(
    'refuses %s instead of rounding it',
    async (expression) => {
      await expect(select(expression)).rejects.toThrow('too large')
      expect(await select('1')).toBe(1)
    },
  )
})

describe('writing', () => {
  test.each([
    ['timestamptz', instant],
    ['date', '2026-02-03'],
    ['int8', 42],
    ['bool', false],
    ['bytea', Buffer.from([0, 1, 2])],
    ['text[]', ['a', 'b,"c']],
    ['uuid[]', [id]],
    ['uuid', id],
    ['text', 'naïve ✓ \\ \' "'],
    ['text', null],
  ])('a value of %s comes back as it went', async (type, value) => {
    const { rows } = await database.transact(systemActor, (tx) =>
      sql<{ value: unknown }>`select ${value}::${sql.raw(type)} as value`.execute(tx),
    )
    expect(rows[0]?.value).toEqual(value)
  })

  test('JSON goes as text', async () => {
    const { rows } = await database.transact(systemActor, (tx) =>
      sql<{ value: unknown }>`select ${JSON.stringify([1, { a: 2 }])}::jsonb as value`.execute(tx),
    )
    expect(rows[0]?.value).toEqual([1, { a: 2 }])
  })
})

describe('extensions', () => {
  test('citext compares without regard to case', async () => {
    expect(await select("'Anna'::citext = 'aNNA'::citext")).toBe(true)
  })

  test('pg_trgm finds what is similar', async () => {
    expect(await select("'certificate' % 'certficate'")).toBe(true)
  })
})
