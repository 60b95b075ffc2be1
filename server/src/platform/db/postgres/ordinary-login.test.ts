import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabaseKind, testPostgresUrl } from '../../../../test/database.ts'
import type { Database, Transaction } from '../database.ts'
import { TransactionAbortedError } from '../errors.ts'
import { migrate } from '../migrate.ts'
import { addNote, createNoteTable, listNotes, person } from '../note-table.fixture.ts'
import { openDatabase } from '../open-database.ts'

const isPostgres = testDatabaseKind() === 'postgres'
const login = `exempta_login_${randomUUID().slice(0, 8)}`
const names = [`${login}_one`, `${login}_two`]

async function asAdmin(...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: testPostgresUrl() })
  await admin.connect()
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}

function open(name: string | undefined): Promise<Database> {
  const url = new URL(testPostgresUrl())
  url.username = login
  url.pathname = `/${name}`
  return openDatabase({ url: url.href, dataDir: '' })
}

describe.runIf(isPostgres)('a login that owns its database and may make roles, but is no superuser', () => {
  let databases: Database[]

  beforeAll(async () => {
    await asAdmin(`create role ${login} login createrole`)
    for (const name of names) await asAdmin(`create database ${name} owner ${login}`)
    databases = await Promise.all(names.map(open))
  })
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()))
    await asAdmin(...names.map((name) => `drop database ${name} with (force)`), `drop role ${login}`)
  })

  test('sets two databases of one server up at the same time', async () => {
    const ran = await Promise.all(databases.map((database) => migrate(database)))
    expect(ran[0]).toContain('0149-base-of-0.2.0')
    expect(ran[1]).toEqual(ran[0])
  })

  test('works for actors under row-level security', async () => {
    const [database] = databases as [Database]
    const [anna, ben] = [person(), person()]
    await createNoteTable(database)
    await database.transact(anna, (tx) => addNote(tx, anna.id, 'of Anna'))
    expect(await database.transact(anna, listNotes)).toEqual(['of Anna'])
    expect(await database.transact(ben, listNotes)).toEqual([])
  })

  test('that loses its right to the role gets nothing through, not even past the work that goes on', async () => {
    const [database] = databases as [Database]
    const anna = person()
    await database.executeAsOwner('create table open_to_its_owner (body text)')
    const write = (tx: Transaction) => sql`insert into open_to_its_owner values ('x')`.execute(tx)
    const refusals: unknown[] = []
    await asAdmin(`revoke exempta_app from ${login}`)
    const goingOn = database.transact(anna, async (tx) => {
      for (const attempt of [1, 2]) {
        await write(tx).catch((error) => refusals.push({ attempt, ...error, name: error.name }))
      }
    })
    await expect(goingOn).rejects.toThrow(TransactionAbortedError)
    expect(refusals).toMatchObject([
      { attempt: 1, code: '42501' },
      { attempt: 2, name: 'TransactionAbortedError' },
    ])
    const reading = database.transact(anna, (tx) => sql`select 1`.execute(tx), { readOnly: true })
    await expect(reading).rejects.toMatchObject({ code: '42501' })
    expect((await database.executeAsOwner('select * from open_to_its_owner')).rows).toEqual([])
    await asAdmin(`grant exempta_app to ${login}`)
    expect(await database.transact(anna, listNotes)).toEqual([])
  })
})
