import type { AdminDashboard } from '@exempta/contract/admin/dashboard'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { countAddedDays } from '../jobs.ts'
import { limits } from '../limits.ts'

let test: TestApp
let admin: TestPerson
let cookie: string
beforeAll(async () => {
  test = await startTestApp()
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const table of ['documents', 'businesses']) await test.database.executeAsOwner(`delete from ${table}`)
  await test.database.executeAsOwner(`delete from users where id <> $1`, [admin.id])
  await test.database.executeAsOwner(`update users set created_at = $1`, [ago(3)])
})

/** A time the given number of growth windows ago, plus some milliseconds. */
const ago = (windows: number, laterMs = 0) =>
  new Date(test.clock.now().getTime() - windows * limits.growthWindowMs + laterMs)
const read = async (): Promise<AdminDashboard> =>
  (await test.call({ method: 'GET', url: '/api/admin/dashboard', headers: { cookie } })).json()
const addUser = (at: Date, name = 'Someone') =>
  test.database.executeAsOwner(
    `insert into users (name, email, role, created_at, updated_at)
     values ($1, gen_random_uuid() || '@example.org', 'user', $2, $2)`,
    [name, at],
  )
const addBusiness = (at: Date, name = 'Business') =>
  test.database.executeAsOwner(
    `insert into businesses (name, email, date_registered, created_at, updated_at)
     values ($1, 'business@example.org', $2, $2, $2)`,
    [name, at],
  )
const addDocument = (at: Date, { name = 'form.pdf', hasFailed = false } = {}) =>
  test.database.executeAsOwner(
    `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, failure,
       version, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'application/pdf', $3, 1, decode(repeat('00', 32), 'hex'), $4, $5, 0, $6, $6)`,
    [admin.id, name, hasFailed ? 'failed' : 'processing', !hasFailed, hasFailed ? 'unreadable' : null, at],
  )

it('growth compares the last 30 days with the 30 before, and is 100 when those are empty', async () => {
  expect(await read()).toMatchObject({
    users: { total: 1, growthPercent: 100 },
    businesses: { total: 0, growthPercent: 100 },
    documents: { total: 0, growthPercent: 100 },
    pendingIssues: { total: 0, growthPercent: -100 },
    activity: [{ kind: 'user' }],
  })
  const add = { users: addUser, businesses: addBusiness, documents: addDocument }
  for (const figure of ['users', 'businesses', 'documents'] as const) {
    const start = (await read())[figure].total
    // Just outside both windows, then the first and the last moment of the earlier one.
    await add[figure](ago(2, -1))
    expect((await read())[figure], figure).toMatchObject({ total: start + 1, growthPercent: 100 })
    await add[figure](ago(2))
    expect((await read())[figure], figure).toMatchObject({ total: start + 2, growthPercent: -100 })
    await add[figure](ago(1, -1))
    // The first moment of the last 30 days, and now.
    await add[figure](ago(1))
    expect((await read())[figure], figure).toMatchObject({ total: start + 4, growthPercent: -50 })
    await add[figure](ago(0))
    await add[figure](ago(0))
    expect((await read())[figure], figure).toMatchObject({ total: start + 6, growthPercent: 50 })
    await add[figure](ago(2, 1))
    expect((await read())[figure].growthPercent, figure).toBe(0)
  }
})

it('issues are failed documents compared with a baseline of ten', async () => {
  const fail = async (count: number) => {
    for (let index = 0; index < count; index++) await addDocument(ago(3), { hasFailed: true })
    return (await read()).pendingIssues
  }
  await addDocument(ago(3))
  expect(await fail(9)).toMatchObject({ total: 9, growthPercent: -10 })
  expect(await fail(1)).toMatchObject({ total: 10, growthPercent: 0 })
  expect(await fail(5)).toMatchObject({ total: 15, growthPercent: 50 })
})

it('says beside it how many are new', async () => {
  for (let index = 0; index < 10; index++) await addUser(ago(1.5))
  await addUser(ago(0.5))
  expect((await read()).users).toMatchObject({ newCount: 1, growthPercent: -90 })
  await addDocument(ago(0.5), { hasFailed: true })
  await addDocument(ago(1.5), { hasFailed: true })
  expect((await read()).pendingIssues).toMatchObject({ total: 2, newCount: 1, growthPercent: -80 })
})

it('recent activity shows the two newest of each kind by date', async () => {
  const kinds = { user: addUser, business: addBusiness }
  for (const [index, kind] of (['user', 'business'] as const).entries()) {
    for (const day of [3, 2, 1]) await kinds[kind](ago(0, -day * 1000 - index), `${kind} ${day}`)
  }
  for (const day of [3, 2, 1]) await addDocument(ago(0, -day * 1000 - 2), { name: `document ${day}` })
  const { activity } = await read()
  expect(activity.map(({ name }) => name)).toEqual([
    'user 1',
    'business 1',
    'document 1',
    'user 2',
    'business 2',
    'document 2',
  ])
  expect(activity[2]).toMatchObject({ kind: 'document', status: 'processing' })
})

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** What the figures count, from the rows themselves. */
async function countRows() {
  const { rows } = await test.database.executeAsOwner(
    `select 'users' as figure, count(*) as total, count(*) filter (where created_at >= $1) as "newCount"
     from users u where status <> 'guest' and not exists (select from account_erasures e where e.user_id = u.id)
     union all
     select 'documents', count(*), count(*) filter (where created_at >= $1) from documents`,
    [ago(1)],
  )
  return rows
}

it(`figures equal the rows whatever happens and whenever days are counted (SEED=${seed})`, async () => {
  let state = seed
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const run = (statement: string, values: unknown[] = []) => test.database.executeAsOwner(statement, values)
  const moment = () => ago(below(70) / 30, -below(86_400_000))
  const someone = "(select id from users where role = 'user' order by md5(id::text || $1) limit 1)"
  const someDocument = '(select id from documents order by md5(id::text || $1) limit 1)'
  const acts: [name: string, act: () => Promise<unknown>][] = [
    ['add a user', () => addUser(moment())],
    ['add a document', () => addDocument(moment())],
    [
      'add a guest',
      () =>
        run(
          `insert into users (name, email, role, status, created_at, updated_at)
           values ('Guest', gen_random_uuid() || '@example.org', 'user', 'guest', $1, $1)`,
          [moment()],
        ),
    ],
    [
      'a guest becomes a user',
      () =>
        run(
          `update users set status = 'active'
           where id = (select id from users where status = 'guest' limit 1)`,
        ),
    ],
    ['delete a user', () => run(`delete from users where id = ${someone}`, [String(below(1000))])],
    [
      'delete a document',
      () => run(`delete from documents where id = ${someDocument}`, [String(below(1000))]),
    ],
    [
      'ask for an erasure',
      () =>
        run(
          `insert into account_erasures (user_id, requested_at) select id, now() from users where id = ${someone}
           on conflict do nothing`,
          [String(below(1000))],
        ),
    ],
    [
      'take back an erasure',
      () => run(`delete from account_erasures where user_id = ${someone}`, [String(below(1000))]),
    ],
    [
      'set another time',
      () =>
        run(`update documents set created_at = $2 where id = ${someDocument}`, [
          String(below(1000)),
          moment(),
        ]),
    ],
  ]
  for (let number = 0; number < 150; number++) {
    // Every second time something is added.
    const [name, act] = acts[below(below(2) === 0 ? 2 : acts.length)] as (typeof acts)[number]
    await act()
    if (below(4) === 0) await countAddedDays(test.services)
    if (number % 5 !== 0) continue
    const { users, documents } = await read()
    expect(
      [
        { figure: 'users', total: users.total, newCount: users.newCount },
        { figure: 'documents', total: documents.total, newCount: documents.newCount },
      ],
      `act ${number}: ${name}`,
    ).toEqual(await countRows())
  }
  await countAddedDays(test.services)
  expect((await run('select * from added_day_notes')).rows).toEqual([])
  expect((await run('select kind from added_days group by 1 order by 1')).rows).toEqual([
    { kind: 'document' },
    { kind: 'user' },
  ])
})
