import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { auditOf } from '../../test/audit.ts'
import { fakeSandbox } from '../../test/fake-sandbox.ts'
import { createPerson } from '../../test/people.ts'
import { readConfig } from '../config.ts'
import { start } from '../start.ts'
import { explainStartError } from '../start-errors.ts'
import { createAccount } from './create-account.ts'
import { requireKind } from './installation-kind.ts'
import { demoAgent, demoPassword, demoUser } from './people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ sandbox: fakeSandbox().sandbox })
})
afterAll(() => test.close())
beforeEach(() => test.database.executeAsOwner('truncate installation_kind, users cascade'))

const open = (demo: boolean) => requireKind(test.services, { demo, dataDir: '/srv/exempta' })
const refusal = (demo: boolean) =>
  open(demo).then(
    () => undefined,
    (error: unknown) => explainStartError(error),
  )

const addDemoAccount = async (email: string, role: 'admin' | 'user') =>
  (await createAccount(test.services, { name: 'Demo', email, role, joinedDaysAgo: 0 })) ?? ''
const logIn = (email: string) =>
  test.call({ method: 'POST', url: '/api/session', payload: { email, password: demoPassword } })

describe('an installation', () => {
  it.each([
    [true, /is a demo, and everyone knows its passwords\. Add --demo to open it, or choose an empty /],
    [false, /isn’t a demo, and --demo would add accounts whose password everyone knows\. Choose an empty /],
  ])('stays what its first start made it (demo: %s)', async (isDemo, words) => {
    expect(await open(isDemo)).toBe(0)
    expect(await open(isDemo)).toBe(0)
    const line = await refusal(!isDemo)
    expect(line).toMatch(words)
    expect(line).not.toContain('\n')
    expect(line).toContain(test.database.kind === 'embedded' ? '/srv/exempta' : 'DATABASE_URL')
  })

  it('is of one kind when two processes start at the same moment', async () => {
    const answers = await Promise.all([refusal(true), refusal(false)])
    expect(answers.filter((line) => line === undefined)).toHaveLength(1)
  })

  it('with an administrator of its own gets no account of the demo', async () => {
    await createPerson(test, 'admin')
    const { url = '', dataDir } = test.database.location
    const onPostgres = { DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
    if (url) {
      const starting = start(readConfig(onPostgres, ['--demo']), () => {})
      await expect(starting).rejects.toThrow('isn’t a demo')
    } else expect(await refusal(true)).toContain('isn’t a demo')
    expect((await logIn(demoAgent)).statusCode).toBe(401)
  })
})

describe('data of a version that didn’t tell demos apart', () => {
  it('is a demo where only the demo’s administrator manages it', async () => {
    await addDemoAccount(demoAgent, 'admin')
    await createPerson(test)
    expect(await refusal(false)).toContain('is a demo')
    expect(await open(true)).toBe(0)
    expect((await logIn(demoAgent)).statusCode).toBe(200)
  })

  it('isn’t one where someone else does, and the demo’s accounts are suspended', async () => {
    const own = await createPerson(test, 'admin')
    const ids = [await addDemoAccount(demoAgent, 'admin'), await addDemoAccount(demoUser, 'user')]
    const cookie = [(await logIn(demoAgent)).headers['set-cookie']].flat().join('; ')
    expect(await open(false)).toBe(2)
    expect((await logIn(demoAgent)).statusCode).not.toBe(200)
    const profile = await test.call({ method: 'GET', url: '/api/profile', headers: { cookie } })
    expect(profile.statusCode).toBe(401)
    for (const id of ids) {
      const row = expect.objectContaining({ action: 'account.update', details: { status: 'suspended' } })
      expect(await auditOf(test, id), id).toContainEqual(row)
    }
    const status = await test.database.executeAsOwner('select status from users where id = $1', [own.id])
    expect(status.rows).toEqual([{ status: 'active' }])
    expect(await open(false)).toBe(0)
    expect(await refusal(true)).toContain('isn’t a demo')
  })
})
