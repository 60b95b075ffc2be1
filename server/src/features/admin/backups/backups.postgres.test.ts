/** Backups that the program makes by itself, tests and hands to administrators. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Backup, BackupOverview } from '@exempta/contract/admin/backups'
import { dayMs, hourMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { startS3Server } from '../../../../test/s3-server.ts'
import { limits } from '../limits.ts'
import { startDueBackup } from './make-backups.ts'

let test: TestApp
let admin: TestPerson
let cookie: string
beforeAll(async () => {
  test = await startTestApp({
    backupPassphrase: 'correct horse battery staple',
    runJobs: ['make-backup', 'test-backup'],
  })
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
})
afterAll(() => test.close())

const get = (url: string, as = cookie) => test.call({ method: 'GET', url, headers: { cookie: as } })
const post = (url: string, payload: object = {}, as = cookie) =>
  test.call({ method: 'POST', url, payload, headers: { cookie: as } })
const overview = async (): Promise<BackupOverview> => (await get('/api/admin/backups')).json()
const files = () => readdir(test.services.backups.place)
const nameOf = async ({ database }: TestApp, id: string) => {
  const { rows } = await database.executeAsOwner('select file_name from backups where id = $1', [id])
  const [row] = rows as { file_name: string }[]
  return row?.file_name ?? ''
}
const fileOf = async ({ id }: Backup) => path.join(test.services.backups.place, await nameOf(test, id))

/** Waits until nothing is being made or tested, and returns the newest. */
const untilIdle = () =>
  vi.waitFor(
    async () => {
      const { items } = await overview()
      const open = items.filter(
        ({ status, test: found }) =>
          ['waiting', 'running'].includes(status) || ['waiting', 'running'].includes(found?.status ?? ''),
      )
      expect(open).toEqual([])
      const [newest] = items
      if (!newest) throw new Error('There is no backup.')
      return newest
    },
    { timeout: 120_000, interval: 200 },
  )
const start = () => {
  // Each is of a time of its own.
  test.clock.advance(1000)
  return post('/api/admin/backups')
}
async function makeOne(): Promise<Backup> {
  const answer = await start()
  expect(answer.statusCode, answer.body).toBe(201)
  return untilIdle()
}
async function testOne({ id }: Backup): Promise<Backup> {
  expect((await post(`/api/admin/backups/${id}/test`)).statusCode).toBe(204)
  const { items } = (await untilIdle()) && (await overview())
  return items.find((one) => one.id === id) as Backup
}

describe('backups', () => {
  it('are made on request, with what they contain, and can be restored', { timeout: 240_000 }, async () => {
    expect((await overview()).problem).toBe('There’s no backup yet. Make one now.')
    const made = await makeOne()
    expect(made).toMatchObject({
      cause: 'person',
      requestedBy: admin.name,
      status: 'made',
      missingFiles: 0,
      test: null,
    })
    const written = await readFile(await fileOf(made))
    expect(made.sizeBytes).toBe(written.length)
    expect(made.rows).toBeGreaterThan(10)
    expect(written.includes(admin.email)).toBe(false)
    expect((await overview()).problem).toBeNull()

    const tested = await testOne(made)
    expect(tested.test).toMatchObject({ status: 'passed', failure: null })
    expect(tested.test?.at).toBe(test.clock.now().toISOString())
    // The temporary database is gone.
    expect((await files()).filter((name) => name.startsWith('test-'))).toEqual([])
  })

  it('that were changed fail their test, and the page says so', { timeout: 240_000 }, async () => {
    const made = await makeOne()
    const file = await fileOf(made)
    const bytes = await readFile(file)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100)
    await writeFile(file, bytes)
    const { test: found } = await testOne(made)
    expect(found).toMatchObject({
      status: 'failed',
      failure: 'The backup is damaged or incomplete. Don’t trust any part of it.',
    })
    expect((await overview()).problem).toContain('couldn’t be restored')
  })

  it('are downloaded only with the password, by the administrator who confirmed it, within two minutes', async () => {
    const made = await makeOne()
    const link = `/api/admin/backups/${made.id}/link`
    expect((await post(link, { password: 'not it' })).json().code).toBe('wrong-password')
    const { url } = (await post(link, { password: admin.password })).json()
    const other = await signInAs(test, await createPerson(test, 'admin'))
    expect((await get(url, other)).statusCode).toBe(404)
    expect((await get(`${url}x`)).statusCode).toBe(404)
    const sent = await get(url)
    expect(sent.rawPayload.equals(await readFile(await fileOf(made)))).toBe(true)
    test.clock.advance(limits.backupLinkMs + 1)
    expect((await get(url)).statusCode).toBe(410)
  })

  it('are one at a time', async () => {
    const answers = await Promise.all([post('/api/admin/backups'), post('/api/admin/backups')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    await untilIdle()
  })

  it('are made every day from the hour that is set, once, also after the machine was off', async () => {
    const scheduled = async () => {
      await startDueBackup(test.services)
      await untilIdle()
      return (await overview()).items.filter(({ cause }) => cause === 'schedule').length
    }
    expect(await scheduled()).toBe(1)
    expect(await scheduled()).toBe(1)
    test.clock.advance(dayMs)
    cookie = await signInAs(test, admin)
    expect(await scheduled()).toBe(2)
    // Off for three days: one is due, not three.
    test.clock.advance(3 * dayMs)
    cookie = await signInAs(test, admin)
    expect((await overview()).problem).toContain('3 days old')
    expect((await get('/api/admin/dashboard')).json().backupProblem).toContain('3 days old')
    expect(await scheduled()).toBe(3)
    test.clock.advance(hourMs / 60)
    expect(await scheduled()).toBe(3)
  })

  it('beyond the number to keep are deleted after a new one, the oldest first', async () => {
    await test.database.executeAsOwner(
      `insert into settings (key, value, updated_at) values ('backups.kept', '2', now())`,
    )
    await test.services.settings.refresh()
    const newest = await makeOne()
    // They're deleted after the new one is complete.
    await vi.waitFor(async () => expect((await overview()).items).toHaveLength(2), { timeout: 30_000 })
    expect((await overview()).items[0]?.id).toBe(newest.id)
    expect(await files()).toHaveLength(2)
  })

  it('that fail leave the former ones whole, and say why', { timeout: 240_000 }, async () => {
    const before = await files()
    // The master key of the database is one that this process doesn't have.
    await test.database.executeAsOwner(
      `insert into master_keys (id, created_at) select md5('another'), created_at from master_keys limit 1`,
    )
    expect((await start()).statusCode).toBe(201)
    await vi.waitFor(async () => expect((await overview()).items[0]?.failure).toContain('master key'), {
      timeout: 60_000,
      interval: 200,
    })
    expect(await files()).toEqual(before)
  })
})

it('in a bucket are made, tested, downloaded and removed there', { timeout: 240_000 }, async () => {
  const s3 = await startS3Server()
  const far = await startTestApp({
    backupPassphrase: 'correct horse battery staple',
    backupBucket: s3.address,
    runJobs: ['make-backup', 'test-backup'],
  })
  const person = await createPerson(far, 'admin')
  const headers = { cookie: await signInAs(far, person) }
  const newest = async (): Promise<Backup> =>
    (await far.call({ method: 'GET', url: '/api/admin/backups', headers })).json().items[0]
  const until = (expected: object) =>
    vi.waitFor(async () => expect(await newest()).toMatchObject(expected), { timeout: 60_000, interval: 200 })
  const post = (url: string, payload: object = {}) => far.call({ method: 'POST', url, payload, headers })
  const objects = () => readdir(path.join(s3.folder, 'files'), { recursive: true })

  await post('/api/admin/backups')
  await until({ status: 'made' })
  const { id, sizeBytes } = await newest()
  expect((await objects()).filter((name) => name.includes('backups/exempta-'))).not.toEqual([])
  await post(`/api/admin/backups/${id}/test`)
  await until({ test: { status: 'passed' } })
  const { url } = (await post(`/api/admin/backups/${id}/link`, { password: person.password })).json()
  const sent = await far.call({ method: 'GET', url, headers: { ...headers, range: 'bytes=0-15' } })
  expect([sent.statusCode, sent.body]).toEqual([206, 'EXEMPTA-BACKUP-1'])
  expect((await far.call({ method: 'GET', url, headers })).rawPayload).toHaveLength(sizeBytes ?? 0)

  await s3.pause()
  far.clock.advance(1000)
  await post('/api/admin/backups')
  await until({ failure: expect.stringContaining('The bucket files can’t be reached') })
  await s3.resume()
  await far.services.backups.remove(await nameOf(far, id))
  expect((await objects()).filter((name) => name.includes('backups/exempta-'))).toEqual([])
  await far.close()
  await s3.stop()
})

it('without a passphrase, none are made, and the page says what to do', async () => {
  const without = await startTestApp()
  const headers = { cookie: await signInAs(without, await createPerson(without, 'admin')) }
  const { isReady, problem } = (
    await without.call({ method: 'GET', url: '/api/admin/backups', headers })
  ).json()
  expect([isReady, problem]).toEqual([false, expect.stringContaining('set BACKUP_PASSPHRASE')])
  const answer = await without.call({ method: 'POST', url: '/api/admin/backups', payload: {}, headers })
  expect([answer.statusCode, answer.json().title]).toEqual([
    409,
    expect.stringContaining('BACKUP_PASSPHRASE'),
  ])
  await startDueBackup(without.services)
  const { rows } = await without.database.executeAsOwner('select count(*)::int as count from backups')
  expect(rows).toEqual([{ count: 0 }])
  await without.close()
})
