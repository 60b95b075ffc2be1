import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Call, systemCall } from '../call.ts'
import { type Actor, anonymousActor, systemActor } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import { recordAudit } from './record-audit.ts'

const at = new Date('2026-03-02T15:00:00.123Z')
const person = (role: 'user' | 'admin' = 'user'): Actor => ({ kind: 'person', id: randomUUID(), role })
const callOf = (actor: Actor, ip: string | null = '192.0.2.7'): Call => ({
  actor,
  origin: { ip, userAgent: 'Browser', requestId: randomUUID() },
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

const record = (call: Call, entry: Partial<Parameters<typeof recordAudit>[2]> = {}, as = call.actor) =>
  database.transact(as, (tx) => recordAudit(tx, call, { at, action: 'session.sign-out', ...entry }))
const entriesOf = (tx: Transaction) => tx.selectFrom('audit_entries').selectAll()

describe('an audit row', () => {
  it('holds who, what, target, when, from where, request and result', async () => {
    const call = callOf(person('admin'))
    const target = { kind: 'setting', id: 'session.idleMinutes' } as const
    await record(call, { action: 'setting.update', target, result: 'refused', details: { from: 30, to: 10 } })
    const [row] = await database.transact(systemActor, (tx) =>
      entriesOf(tx).where('request_id', '=', call.origin.requestId).execute(),
    )
    expect(row).toMatchObject({
      at,
      actor_kind: 'person',
      actor_id: call.actor.kind === 'person' ? call.actor.id : '',
      actor_role: 'admin',
      action: 'setting.update',
      target_kind: 'setting',
      target_id: 'session.idleMinutes',
      result: 'refused',
      details: { from: 30, to: 10 },
    })
    const origin = await database.transact(systemActor, (tx) =>
      tx
        .selectFrom('audit_origins')
        .select('ip')
        .where('entry_id', '=', row?.id ?? '')
        .executeTakeFirst(),
    )
    expect(origin?.ip).toBe('192.0.2.7')
  })

  it.each([null, 'unknown', '999.1.1.1'])('does without an address when it is %o', async (ip) => {
    const call = callOf(anonymousActor, ip)
    await record(call)
    const row = await database.transact(systemActor, (tx) =>
      entriesOf(tx).where('request_id', '=', call.origin.requestId).executeTakeFirstOrThrow(),
    )
    expect(row.origin_digest).toBeNull()
  })

  it('takes an address of version 6 with its zone', async () => {
    await expect(record(callOf(anonymousActor, 'fe80::1%eth0'))).resolves.toBeUndefined()
  })

  it('goes with its transaction', async () => {
    const call = callOf(person())
    const failing = database.transact(call.actor, async (tx) => {
      await recordAudit(tx, call, { at, action: 'session.sign-out' })
      throw new Error('the act failed')
    })
    await expect(failing).rejects.toThrow('the act failed')
    expect(await database.transact(call.actor, (tx) => entriesOf(tx).execute())).toEqual([])
  })

  it.each([
    ['an email address', 'rosa@example.org'],
    ['a name', 'Rosa Delgado'],
    ['a sentence', 'The person asked for it'],
    ['a long text', 'x'.repeat(65)],
    ['a card number', '4111111111111111'],
    ['a social security number', 'ssn-078-05-1120'],
    ['nothing', ''],
  ])('refuses %s as detail or target, and does not repeat it', async (_kind, value) => {
    for (const entry of [{ details: { value } }, { target: { kind: 'person', id: value } as const }]) {
      const [part] = Object.keys(entry)
      const error = await record(callOf(person()), entry).catch((caught: unknown) => caught)
      expect(error, part).toBeInstanceOf(TypeError)
      if (value) expect((error as TypeError).message, part).not.toContain(value)
    }
  })
})

describe('the database itself', () => {
  const permissionDenied = { code: '42501' }

  it.each([
    ['audit_entries', 'id'],
    ['audit_seals', 'entry_id'],
  ])('lets no role change or delete rows of %s', async (table, column) => {
    const actors = { system: systemActor, admin: person('admin'), user: person(), anonymous: anonymousActor }
    for (const [who, actor] of Object.entries(actors)) {
      await record(callOf(actor))
      const attempts = {
        delete: sql`delete from ${sql.table(table)}`,
        update: sql`update ${sql.table(table)} set ${sql.ref(column)} = null`,
        truncate: sql`truncate ${sql.table(table)} cascade`,
        drop: sql`drop table ${sql.table(table)} cascade`,
      }
      for (const [name, attempt] of Object.entries(attempts)) {
        const refused = database.transact(actor, (tx) => attempt.execute(tx))
        const error = await refused.catch((caught: unknown) => caught)
        expect(error, `${name} as ${who}`).toMatchObject(permissionDenied)
      }
    }
    for (const role of ['exempta_app', 'exempta_system']) {
      for (const right of ['update', 'delete', 'truncate', 'references', 'trigger']) {
        const { rows } = await database.executeAsOwner('select has_table_privilege($1, $2, $3) as has', [
          role,
          table,
          right,
        ])
        expect(rows, `${role} ${right}`).toEqual([{ has: false }])
      }
    }
  })

  it.each([
    ['an administrator', person('admin')],
    ['a user', person()],
    ['a visitor', anonymousActor],
  ])('does not let %s ask for a seal that no entry asks for', async (_who, actor) => {
    const planted = database.transact(actor, (tx) =>
      sql`insert into audit_unsealed (entry_id) values (gen_random_uuid())`.execute(tx),
    )
    await expect(planted).rejects.toMatchObject(permissionDenied)
  })

  it('lets no actor write in the name of another', async () => {
    await expect(record(callOf(person()), {}, person())).rejects.toMatchObject(permissionDenied)
    await expect(record(callOf(person()), {}, anonymousActor)).rejects.toMatchObject(permissionDenied)
    await expect(record(systemCall, {}, person('admin'))).rejects.toMatchObject(permissionDenied)
  })

  it('shows people their own acts and what strangers tried at their account, administrators everything', async () => {
    const [me, other, admin] = [person(), person(), person('admin')]
    const myId = me.kind === 'person' ? me.id : ''
    const calls = [callOf(me), callOf(other), callOf(anonymousActor), callOf(admin)]
    const [mine, theirs, attempt, byAdmin] = calls as [Call, Call, Call, Call]
    for (const call of calls) await record(call, { target: { kind: 'person', id: myId } })
    const seenBy = (actor: Actor) =>
      database.transact(actor, async (tx) => {
        const rows = await entriesOf(tx)
          .innerJoin('audit_origins', 'entry_id', 'audit_entries.id')
          .where('target_id', '=', myId)
          .execute()
        return rows.map((row) => row.request_id).toSorted()
      })
    const ids = (...of: Call[]) => of.map((call) => call.origin.requestId).toSorted()
    expect(await seenBy(me)).toEqual(ids(mine, attempt))
    expect(await seenBy(other)).toEqual(ids(theirs))
    expect(await seenBy(anonymousActor)).toEqual([])
    expect(await seenBy(admin)).toEqual(ids(mine, theirs, attempt, byAdmin))
  })
})
