import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { runScript } from '../../../test/run-script.ts'
import type { Call } from '../call.ts'
import type { MasterKeySource } from '../crypto/master-key.ts'
import { openMasterKeys } from '../crypto/master-keys.ts'
import { rotateMasterKey } from '../crypto/rotate-master-key.ts'
import { createSealedSecrets } from '../crypto/sealed-secrets.ts'
import type { Actor } from '../db/actor.ts'
import { openDatabase } from '../db/open-database.ts'
import type { JobContext } from '../jobs/handle.ts'
import { createLog } from '../log.ts'
import type { Services } from '../services.ts'
import { StoreUnavailableError } from '../storage/object-store.ts'
import { masterKeySource, openFileStore } from '../storage/open-file-store.ts'
import { acceptHead } from './anchor.ts'
import { sealAudit } from './chain.ts'
import { auditJobHandlers } from './jobs.ts'
import { recordAudit } from './record-audit.ts'
import { verifyAnchored, verifyAudit } from './verify-audit.ts'

const log = createLog('silent')
const clock = movableClock()
const actor: Actor = { kind: 'person', id: randomUUID(), role: 'user' }

let database: TestDatabase
let keySource: MasterKeySource
let parts: Pick<Services, 'clock' | 'database' | 'files' | 'log' | 'secrets'>
beforeAll(async () => {
  database = await createTestDatabase()
  const location = { dataDir: database.location.dataDir, masterKeys: [], s3: undefined }
  keySource = masterKeySource(location)
  const files = await openFileStore({ database, clock }, location)
  const secrets = createSealedSecrets(await openMasterKeys({ database, clock }, keySource))
  parts = { clock, database, files, log, secrets }
})
beforeEach(async () => {
  await owner(
    'truncate audit_entries, audit_origins, audit_changes, audit_seals, audit_unsealed, sealed_secrets',
  )
  await parts.files.writeNote('audit-anchor', '')
})
afterAll(() => database.dispose())

const call = (): Call => ({ actor, origin: { ip: '192.0.2.7', userAgent: null, requestId: randomUUID() } })
const record = () =>
  database.transact(actor, (tx) =>
    recordAudit(tx, call(), { at: clock.now(), action: 'session.sign-out', details: { count: 1 } }),
  )
const seal = () => sealAudit(parts)
const owner = (statement: string) => database.executeAsOwner(statement)

/** Ids in the order of the chain. */
async function sealedIds(): Promise<string[]> {
  const { rows } = await owner('select entry_id from audit_seals order by position')
  return (rows as { entry_id: string }[]).map((row) => row.entry_id)
}

describe('sealing', () => {
  it('chains every row once, also those of a transaction that commits late', async () => {
    if (database.kind === 'embedded') {
      // One session: nothing can commit late here.
      for (let i = 0; i < 3; i++) await record()
      expect([await seal(), await seal()]).toEqual([3, 0])
    } else {
      const hold = Promise.withResolvers<void>()
      const isWritten = Promise.withResolvers<void>()
      const late = database.transact(actor, async (tx) => {
        await recordAudit(tx, call(), { at: clock.now(), action: 'session.sign-out' })
        isWritten.resolve()
        await hold.promise
      })
      await isWritten.promise
      await record()
      expect(await seal()).toBe(1)
      hold.resolve()
      await late
      expect([await seal(), await seal()]).toEqual([1, 0])
    }
    expect(await verifyAudit(database)).toMatchObject({ unsealed: 0, firstBad: undefined })
  })

  it('is done by one of several at a time, nothing twice', async () => {
    for (let i = 0; i < 20; i++) await record()
    const sealed = await Promise.all([seal(), seal(), seal()])
    expect(sealed.reduce((sum, count) => sum + count)).toBe(20)
    expect(await verifyAudit(database)).toMatchObject({ sealed: 20, unsealed: 0, firstBad: undefined })
  })

  it('is what the scheduled job does', async () => {
    await record()
    const [sealing] = auditJobHandlers(parts)
    expect(sealing?.job.cron).toBe('* * * * *')
    await sealing?.run({}, {} as JobContext)
    expect(await verifyAudit(database)).toMatchObject({ sealed: 1, unsealed: 0 })
  })

  it('goes on over more rows than one batch', async () => {
    await owner(`insert into audit_entries (id, at, actor_kind, action, result, details)
      select gen_random_uuid(), '2026-03-02', 'system', 'session.sign-out', 'done', '{}'
      from generate_series(1, 1203)`)
    expect(await seal()).toBe(1203)
    expect(await verifyAudit(database)).toMatchObject({ sealed: 1203, firstBad: undefined })
  })
})

describe('verifying', () => {
  beforeEach(async () => {
    for (let i = 0; i < 5; i++) await record()
    await seal()
  })

  it('counts what waits for its seal and finds nothing wrong', async () => {
    await record()
    const report = await verifyAudit(database)
    expect(report).toMatchObject({ sealed: 5, unsealed: 1, head: { position: 5 }, firstBad: undefined })
  })

  it('does not mind an erased network address', async () => {
    await owner('delete from audit_origins')
    expect((await verifyAudit(database)).firstBad).toBeUndefined()
  })

  const third = '(select entry_id from audit_seals where position = 3)'
  const withoutLinks = 'delete from audit_origins;'
  it.each([
    [
      'a changed action',
      `update audit_entries set action = 'session.sign-in' where id = ${third}`,
      /was changed/,
    ],
    [
      'a changed actor',
      `update audit_entries set actor_id = gen_random_uuid() where id = ${third}`,
      /was changed/,
    ],
    [
      'a changed microsecond',
      `update audit_entries set at = at + interval '1 us' where id = ${third}`,
      /was changed/,
    ],
    [
      'a changed detail',
      `update audit_entries set details = '{"count":2}' where id = ${third}`,
      /was changed/,
    ],
    ['a changed address', `update audit_origins set ip = '192.0.2.8' where entry_id = ${third}`, /address/],
    ['a removed entry', `${withoutLinks} delete from audit_entries where id = ${third}`, /was removed/],
    [
      'a changed digest',
      `update audit_seals set entry_digest = sha256('x') where position = 3`,
      /seal 3 was changed/,
    ],
    ['a changed hash', `update audit_seals set hash = sha256('x') where position = 3`, /seal 3 was changed/],
  ])('names the row with %s', async (_name, tampering, problem) => {
    const ids = await sealedIds()
    await owner(tampering)
    const { firstBad, sealed } = await verifyAudit(database)
    expect(firstBad).toEqual({ entryId: ids[2], problem: expect.stringMatching(problem) })
    expect(sealed).toBe(2)
  })

  it('names the first row after a removed seal', async () => {
    const ids = await sealedIds()
    await owner('delete from audit_seals where position = 3')
    expect((await verifyAudit(database)).firstBad).toEqual({
      entryId: ids[3],
      problem: expect.stringMatching(/seal 3 is missing/),
    })
  })

  it('names the first of rows whose order was changed', async () => {
    const ids = await sealedIds()
    await owner(`update audit_seals set position = 99 where position = 2;
      update audit_seals set position = 2 where position = 4;
      update audit_seals set position = 4 where position = 99`)
    expect((await verifyAudit(database)).firstBad).toEqual({
      entryId: ids[3],
      problem: expect.stringMatching(/seal 2 was changed or moved/),
    })
  })

  it('names a row that was put in without a seal', async () => {
    const id = randomUUID()
    await owner(`alter table audit_entries disable trigger user;
      insert into audit_entries (id, at, actor_kind, action, result, details)
        values ('${id}', '2020-01-01', 'system', 'session.sign-out', 'done', '{}');
      alter table audit_entries enable trigger user`)
    expect((await verifyAudit(database)).firstBad).toEqual({
      entryId: id,
      problem: expect.stringMatching(/has no seal/),
    })
  })

  it('names a row that was removed before it was sealed', async () => {
    await record()
    const { rows } = await owner('select entry_id as id from audit_unsealed')
    const [{ id }] = rows as [{ id: string }]
    await owner(`${withoutLinks} delete from audit_entries where id = '${id}'`)
    await seal()
    expect((await verifyAudit(database)).firstBad).toEqual({
      entryId: id,
      problem: expect.stringMatching(/removed before it was sealed/),
    })
  })

  it('sees by an earlier head that the end was cut off or the chain made anew', async () => {
    const { head: noted } = await verifyAudit(database)
    const head = noted ? [noted] : []
    await owner(`${withoutLinks} delete from audit_entries where id = ${third.replace('3', '5')};
      delete from audit_seals where position = 5`)
    expect((await verifyAudit(database)).firstBad).toBeUndefined()
    expect((await verifyAudit(database, head)).firstBad?.problem).toMatch(/ends at seal 4/)

    await owner(`update audit_entries set result = 'failed';
      insert into audit_unsealed (entry_id) select entry_id from audit_seals;
      delete from audit_seals`)
    await record()
    await seal()
    expect((await verifyAudit(database)).firstBad).toBeUndefined()
    expect((await verifyAudit(database, head)).firstBad?.problem).toMatch(/made anew: seal 5/)
  })
})

describe('the anchor', () => {
  const withoutLinks = 'delete from audit_origins;'
  const cutEnd = (from: number) =>
    owner(`${withoutLinks} delete from audit_verifications; delete from audit_unsealed;
      delete from audit_entries where id in (select entry_id from audit_seals where position >= ${from});
      delete from audit_seals where position >= ${from}`)
  const problem = async () => (await verifyAnchored(parts)).firstBad?.problem

  beforeEach(async () => {
    for (let i = 0; i < 4; i++) await record()
    await seal()
  })

  it('shows that the end was cut off, even without a noted head', async () => {
    expect(await verifyAnchored(parts)).toMatchObject({ anchor: { position: 4 }, firstBad: undefined })
    await cutEnd(3)
    expect(await verifyAudit(database)).toMatchObject({ sealed: 2, firstBad: undefined })
    expect(await problem()).toBe('the log ends at seal 2, but seal 4 was there before')
  })

  it('stays where it is when the rest of the chain grows again, and the log says so', async () => {
    await cutEnd(3)
    const error = vi.spyOn(log, 'error')
    for (let i = 0; i < 5; i++) await record()
    await seal()
    expect(error).toHaveBeenCalledWith({ problem: 'seal 4 is another one' }, expect.any(String))
    expect(await problem()).toBe('the chain was made anew: seal 4 is not the one noted before')
  })

  it('shows that the whole log was emptied', async () => {
    await cutEnd(1)
    expect(await problem()).toMatch(/ends at seal 0, but seal 4/)
  })

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['was removed', () => parts.files.writeNote('audit-anchor', ''), /anchor was removed/],
    [
      'names an earlier seal',
      async () => {
        const { head } = await verifyAudit(database)
        await parts.files.writeNote('audit-anchor', `2:${head?.hash}:${'0'.repeat(64)}`)
      },
      /anchor in the file store was changed/,
    ],
    ['is no anchor', () => parts.files.writeNote('audit-anchor', 'nonsense'), /was changed/],
    ['has lost its key', () => owner('delete from sealed_secrets'), /key that signed the anchor was removed/],
    [
      'has another key',
      () => owner(`update sealed_secrets set sealed = sealed || '\\x00'`),
      /key that signs the anchor was changed/,
    ],
  ])('is no proof, and never made anew by itself, when it %s', async (_what, corrupt, expected) => {
    await corrupt()
    await record()
    await seal()
    expect(await problem()).toMatch(expected)
  })

  it('survives a change of the master key', async () => {
    await rotateMasterKey({ database, clock, source: keySource })
    expect(await verifyAnchored(parts)).toMatchObject({ anchor: { position: 4 }, firstBad: undefined })
    await record()
    await seal()
    expect(await verifyAnchored(parts)).toMatchObject({ anchor: { position: 5 }, firstBad: undefined })
  })

  it('waits for a store that is away, while rows are sealed all the same', async () => {
    const down = async () => Promise.reject(new StoreUnavailableError({ cause: new Error('down') }))
    await record()
    const warn = vi.spyOn(log, 'warn')
    expect(await sealAudit({ ...parts, files: { ...parts.files, readNote: down, writeNote: down } })).toBe(1)
    expect(warn).toHaveBeenCalledWith(expect.anything(), 'audit log not anchored')
    expect(await verifyAnchored(parts)).toMatchObject({ sealed: 5, anchor: { position: 4 } })
    await seal()
    expect(await verifyAnchored(parts)).toMatchObject({ anchor: { position: 5 }, firstBad: undefined })
  })

  it('is in the log of the program, signed', async () => {
    const info = vi.spyOn(log, 'info')
    await record()
    await seal()
    const anchor = await parts.files.readNote('audit-anchor')
    expect(anchor).toMatch(/^5:[0-9a-f]{64}:[0-9a-f]{64}$/)
    expect(info).toHaveBeenCalledWith({ anchor }, 'audit log anchored')
  })

  it('is set back by an operator who says so, which the log keeps', async () => {
    await cutEnd(3)
    const { head } = await verifyAudit(database)
    if (head) await acceptHead(parts, head)
    await seal()
    expect(await verifyAnchored(parts)).toMatchObject({
      sealed: 3,
      anchor: { position: 3 },
      firstBad: undefined,
    })
    const { rows } = await owner(
      `select actor_kind, details from audit_entries where action = 'audit-log.anchor'`,
    )
    expect(rows).toEqual([{ actor_kind: 'system', details: { position: 2 } }])
  })
})

describe('the command', () => {
  // Last in this file: on the embedded database the command needs the data folder to itself.
  const run = (...args: string[]) => {
    const { url, dataDir } = database.location
    return runScript('verify-audit', args, { DATA_DIR: dataDir, DATABASE_URL: url })
  }

  it.each([['--expect 5'], ['--what']])('explains its options when it gets %s', async (line) => {
    const answer = await run(...line.split(' '))
    expect(answer).toMatchObject({ code: 2, output: expect.stringMatching(/POSITION:HASH/) })
  })

  it('ends with 0 when all is in order, with 1 and the name of the row when not', async () => {
    await record()
    await record()
    await seal()
    await record()
    const [, second] = await sealedIds()
    const whileOpen = await run()
    if (database.kind === 'embedded') {
      expect(whileOpen).toMatchObject({ code: 2, output: expect.stringMatching(/is using the data folder/) })
      await database.close()
    }
    const good = await run()
    expect(good.output).toMatch(
      /^2 sealed rows are intact; 1 not sealed yet\.\nHead: 2:[0-9a-f]{64}\nAnchor in the file store: seal 2\.\n/,
    )
    expect(good.code).toBe(0)

    const again = await openDatabase(database.location)
    await again.executeAsOwner("update audit_entries set result = 'failed' where id = $1", [second])
    await again.close()
    const bad = await run()
    expect(bad.output).toContain(`BAD: entry ${second}: the entry was changed`)
    expect(bad.code).toBe(1)

    const once = await openDatabase(database.location)
    await once.executeAsOwner(`delete from audit_origins; delete from audit_unsealed;
      delete from audit_entries where id <> (select entry_id from audit_seals where position = 1);
      delete from audit_seals where position = 2`)
    await once.close()
    const cut = await run()
    expect(cut.output).toContain('BAD: entry none: the log ends at seal 1, but seal 2 was there before.')
    expect(cut.code).toBe(1)
    expect(await run('--without-anchor')).toMatchObject({ code: 0 })
    expect(await run('--accept-end')).toMatchObject({ code: 0 })
    expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('seal 1.') })
  })
})
