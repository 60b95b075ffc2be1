import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { readZip } from '../../../test/read-zip.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { eraseExports } from './feature.ts'
import { sweepExports } from './jobs.ts'
import { limits } from './limits.ts'
import { prepareExport } from './prepare-export.ts'
import { insertExport } from './queries.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ runJobs: true })
})
afterAll(() => test.close())

const exportPath = '/api/privacy/export'
const get = (url: string, cookie: string) => test.call({ method: 'GET', url, headers: { cookie } })
const ask = async (cookie: string) => {
  const answer = await test.call({ method: 'POST', url: exportPath, headers: { cookie } })
  expect(answer.statusCode).toBe(202)
  return answer.json().export
}
const newest = async (cookie: string) => (await get(exportPath, cookie)).json().export
const untilReady = (cookie: string) =>
  vi.waitFor(
    async () => {
      const found = await newest(cookie)
      expect(found.status).toBe('ready')
      return found
    },
    { timeout: 60_000, interval: 100 },
  )
const storedFiles = async () => {
  const { rows } = await test.database.executeAsOwner('select count(*) from stored_files')
  return (rows[0] as { count: number }).count
}
const enter = async (role: TestPerson['role'] = 'user') => {
  const person = await createPerson(test, role)
  return { person, cookie: await signInAs(test, person) }
}

describe('the privacy settings', () => {
  it('keep documents until another period is chosen, and leave an audit row', async () => {
    const { person, cookie } = await enter()
    const put = (retentionDays: unknown) =>
      test.call({ method: 'PUT', url: '/api/privacy', headers: { cookie }, payload: { retentionDays } })
    expect((await get('/api/privacy', cookie)).json()).toEqual({ retentionDays: null })
    for (const days of [30, 90, 365, null]) {
      test.clock.advance(1)
      expect((await put(days)).json(), `${days} days`).toEqual({ retentionDays: days })
    }
    for (const wrong of [31, 0, -30, '30', undefined, [30], 30.5]) {
      expect((await put(wrong)).statusCode, JSON.stringify(wrong)).toBe(422)
    }
    const rows = (await auditOf(test, person.id)).filter(({ action }) => action === 'privacy-settings.update')
    expect(rows.map(({ details }) => details)).toEqual(
      [30, 90, 365, 'keep'].map((retentionDays) => ({ retentionDays })),
    )
    const { cookie: other } = await enter()
    expect((await get('/api/privacy', other)).json()).toEqual({ retentionDays: null })
  })
})

describe('an export', () => {
  it('is prepared by a job, announced by a notification, and contains everything stored', async () => {
    const { person, cookie } = await enter('business')
    expect(await newest(cookie)).toBeNull()
    const asked = await ask(cookie)
    expect(asked).toMatchObject({ status: 'preparing', expiresAt: null })
    const ready = await untilReady(cookie)
    const expiresAt = new Date(test.clock.now().getTime() + limits.dataExportKeptMs).toISOString()
    expect(ready).toEqual({ ...asked, status: 'ready', expiresAt })
    const { items } = (await get('/api/notifications', cookie)).json()
    expect(items[0].title).toBe('Your data is ready to download')

    const answer = await get(`${exportPath}/${ready.id}/file`, cookie)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="exempta-data-\d{4}-\d\d-\d\d\.zip"/,
      ),
    })
    const files = await readZip(answer.rawPayload)
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'about.txt',
        'account.json',
        'activity.json',
        'business.json',
        'mails.json',
        'notification-preferences.json',
        'notifications.json',
        'privacy-settings.json',
      ]),
    )
    const read = (path: string) => JSON.parse(files[path] ?? '')
    expect(read('account.json')).toMatchObject({
      id: person.id,
      name: person.name,
      email: person.email,
      sessions: [{ ip: '127.0.0.1' }],
    })
    expect(read('business.json')).toMatchObject({
      businessName: person.name,
      role: 'manager',
      lastActiveAt: expect.any(String),
      mailsWeeklySummary: true,
    })
    expect(read('activity.json').map(({ action }: { action: string }) => action)).toContain('session.sign-in')
    expect(JSON.stringify(files)).not.toMatch(/argon2|_hash/)
    expect((await auditOf(test, ready.id)).map(({ action }) => action).sort()).toEqual([
      'data-export.download',
      'data-export.prepare',
      'data-export.request',
    ])
  })

  it('contains all notifications of the person and no others', async () => {
    const { person, cookie } = await enter()
    const other = await createPerson(test)
    await test.database.executeAsOwner(
      `insert into notifications (id, audience, person_id, type, title, message, created_at)
       select gen_random_uuid(), 'person:' || p, p, 'other', 'Note ' || n, 'For ' || p, now() + n * interval '1 second'
       from generate_series(1, 1201) n, unnest($1::uuid[]) p`,
      [[person.id, other.id]],
    )
    await ask(cookie)
    const { id } = await untilReady(cookie)
    const files = await readZip((await get(`${exportPath}/${id}/file`, cookie)).rawPayload)
    const notes: { message: string }[] = JSON.parse(files['notifications.json'] ?? '')
    expect(notes.filter(({ message }) => message === `For ${person.id}`)).toHaveLength(1201)
    expect(JSON.stringify(files)).not.toContain(other.id)
  })

  it('is only for its person', async () => {
    const { cookie } = await enter()
    await ask(cookie)
    const { id } = await untilReady(cookie)
    const { cookie: stranger } = await enter()
    expect(await newest(stranger)).toBeNull()
    expect((await get(`${exportPath}/${id}/file`, stranger)).statusCode).toBe(404)
    expect((await test.call({ method: 'GET', url: `${exportPath}/${id}/file` })).statusCode).toBe(401)
  })

  it('is replaced by a newer one, expires after seven days, and is swept', async () => {
    const { cookie } = await enter()
    await ask(cookie)
    const first = await untilReady(cookie)
    test.clock.advance(60_000)
    const before = await storedFiles()
    const second = await ask(cookie)
    expect(second.id).not.toBe(first.id)
    await untilReady(cookie)
    expect(await storedFiles()).toBe(before)
    expect((await get(`${exportPath}/${first.id}/file`, cookie)).statusCode).toBe(404)

    // The session would expire before the export does, so the export is moved back in time instead.
    await test.database.executeAsOwner('update data_exports set expires_at = $1 where id = $2', [
      test.clock.now(),
      second.id,
    ])
    expect((await get(`${exportPath}/${second.id}/file`, cookie)).statusCode).toBe(410)
    expect(await newest(cookie)).toBeNull()
    await sweepExports(test.services)
    expect((await get(`${exportPath}/${second.id}/file`, cookie)).statusCode).toBe(404)
    expect(await storedFiles()).toBe(before - 1)
  })
})

describe('preparing an export', () => {
  const job = (isLastAttempt: boolean) => ({
    isLastAttempt,
    signal: new AbortController().signal,
    completeWithin: async () => {},
  })
  const begin = async (person: TestPerson) => {
    const row = await test.services.database.transact(systemActor, (tx) =>
      insertExport(tx, person.id, test.clock.now()),
    )
    return row?.id ?? ''
  }
  const failing: DataContributor = async function* () {
    yield {
      path: 'rows.json',
      rows: (async function* () {
        yield { a: 1 }
        throw new Error('the disk is gone')
      })(),
    }
  }
  const opening: DataContributor = async function* () {
    yield { path: 'file.pdf', open: () => Promise.reject(new Error('no such file')) }
  }
  const naming: DataContributor = async function* () {
    yield { path: '../../evil.json', value: 1 }
  }

  it.each([
    ['reading fails', failing],
    ['a file does not open', opening],
    ['a path leads out of it', naming],
  ])('is retried, and reported as failed in the end, when %s', async (_why, contributor) => {
    const { person, cookie } = await enter()
    const id = await begin(person)
    const before = await storedFiles()
    await expect(prepareExport(test.services, [contributor], id, job(false))).rejects.toThrow()
    expect(await newest(cookie)).toMatchObject({ id, status: 'preparing' })
    expect((await ask(cookie)).id).toBe(id)
    expect((await get(`${exportPath}/${id}/file`, cookie)).statusCode).toBe(404)

    await expect(prepareExport(test.services, [contributor], id, job(true))).rejects.toThrow()
    expect(await newest(cookie)).toMatchObject({ id, status: 'failed' })
    expect((await get('/api/notifications', cookie)).json().items[0].title).toBe(
      'We couldn’t prepare your data',
    )
    expect(await storedFiles()).toBe(before)
    test.clock.advance(1000)
    expect((await ask(cookie)).id).not.toBe(id)
    await untilReady(cookie)
  })

  it('leaves no file behind when the account is erased at the moment it is published', async () => {
    const { person } = await enter()
    const id = await begin(person)
    const before = await storedFiles()
    const publishing = Promise.withResolvers<void>()
    const erasing = Promise.withResolvers<void>()
    const completeWithin = () => {
      publishing.resolve()
      return erasing.promise
    }
    const prepared = prepareExport(test.services, [], id, { ...job(false), completeWithin })
    await publishing.promise
    const erased = eraseExports(test.services, person.id)
    // The embedded database has one session, so there the second transaction waits anyway.
    if (test.database.kind === 'postgres') {
      await vi.waitFor(async () => {
        const { rows } = await test.database.executeAsOwner('select from pg_locks where not granted')
        expect(rows.length).toBeGreaterThan(0)
      })
    }
    erasing.resolve()
    await Promise.all([prepared, erased])
    expect(await storedFiles()).toBe(before)
  })

  it('can be requested again after a day', async () => {
    const { person, cookie } = await enter()
    const id = await begin(person)
    await test.database.executeAsOwner('update data_exports set requested_at = $1 where id = $2', [
      new Date(test.clock.now().getTime() - limits.dataExportPreparingMs),
      id,
    ])
    await sweepExports(test.services)
    expect((await newest(cookie)).status).toBe('failed')
  })
})

it('rows are read batch by batch, each once', async () => {
  const rows = Array.from({ length: 1000 }, (_, at) => at)
  const asked: (number | undefined)[] = []
  const read = async (last: number | undefined, limit: number) => {
    asked.push(last)
    return rows.filter((row) => row > (last ?? -1)).slice(0, limit)
  }
  const seen: number[] = []
  for await (const row of readInBatches(read)) seen.push(row)
  expect(seen).toEqual(rows)
  expect(asked).toEqual([undefined, 499, 999])
})
