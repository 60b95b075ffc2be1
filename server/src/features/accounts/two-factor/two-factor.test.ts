import { accountLimits } from '@exempta/contract/accounts/limits'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import {
  codeOf as codeFor,
  enrol as enrolPerson,
  signInHalfway,
  stepMs,
} from '../../../../test/two-factor.ts'
import { limits } from '../limits.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const codeOf = (key: string, offsetSteps = 0) => codeFor(test, key, offsetSteps)
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, cookie: string, payload?: object) =>
  test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })
const enrol = (person: TestPerson) => enrolPerson(test, person)
async function halfway(person: TestPerson) {
  const { answer: next, cookie } = await signInHalfway(test, person)
  expect(next).toEqual({ next: 'second-factor', factors: ['code', 'backup-code'] })
  return cookie
}
const answer = (cookie: string, payload: object) =>
  call('POST', '/api/session/second-factor', cookie, payload)

describe('turning two-factor on', () => {
  it('shows a QR code and a key, needs the first code, and returns ten backup codes once', async () => {
    const person = await createPerson(test)
    const { qrImage, backupCodes, cookie } = await enrol(person)
    expect(qrImage).toMatch(/^data:image\/png;base64,/)
    expect(new Set(backupCodes).size).toBe(accountLimits.backupCodes)
    const state = await call('GET', '/api/two-factor', cookie)
    expect(state.json()).toEqual({ isEnabled: true, isRequired: false, backupCodesLeft: 10, passkeys: [] })
    const actions = (await auditOf(test, person.id)).map((row) => row.action)
    expect(actions).toContain('two-factor.enable')
  })

  it('ends other sessions and gives this one a new token', async () => {
    const person = await createPerson(test)
    const other = await signInAs(test, person)
    const { before, cookie } = await enrol(person)
    const personWith = async (which: string) =>
      (await call('GET', '/api/session', which)).json().session?.person.id
    expect([await personWith(other), await personWith(before), await personWith(cookie)]).toEqual([
      undefined,
      undefined,
      person.id,
    ])
  })

  it('needs the password and the right code', async () => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    expect((await call('PUT', '/api/two-factor', cookie, { code: '123456' })).statusCode).toBe(409)
    const wrong = await call('POST', '/api/two-factor', cookie, { password: 'wrong password' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'wrong-password'])
    const begun = await call('POST', '/api/two-factor', cookie, { password: person.password })
    const late = codeOf(begun.json().manualKey, 2)
    expect((await call('PUT', '/api/two-factor', cookie, { code: late })).json().code).toBe('wrong-code')
    expect((await call('GET', '/api/two-factor', cookie)).json().isEnabled).toBe(false)
  })

  it('keeps the key sealed', async () => {
    const { key } = await enrol(await createPerson(test))
    const { rows } = await test.services.database.executeAsOwner('select sealed from sealed_secrets')
    const plain = Buffer.from(Secret.fromBase32(key).bytes)
    expect(rows.length).toBeGreaterThan(0)
    const isPlain = (rows as { sealed: Buffer }[]).map(({ sealed }) => Buffer.from(sealed).includes(plain))
    expect(isPlain).toEqual(rows.map(() => false))
  })
})

it('stores backup codes only as hashes', async () => {
  const { backupCodes } = await enrol(await createPerson(test))
  const { rows } = await test.services.database.executeAsOwner('select code_hash from backup_codes')
  const hashes = (rows as { code_hash: Buffer }[]).map(({ code_hash }) => Buffer.from(code_hash))
  expect(hashes.length).toBeGreaterThanOrEqual(backupCodes.length)
  expect(hashes.every(({ length }) => length === 32)).toBe(true)
  const plain = backupCodes.flatMap((code) => [code, code.replace(/\W/g, '')])
  expect(plain.filter((code) => hashes.some((hash) => hash.includes(code)))).toEqual([])
})

describe('logging in with two-factor', () => {
  it('gives no access until the code is right', async () => {
    const person = await createPerson(test)
    const { key } = await enrol(person)
    const half = await halfway(person)
    const asSession = half.replace('second_factor', 'session')
    const cookies = { half, asSession, both: `${half}; ${asSession}` }
    for (const [name, cookie] of Object.entries(cookies)) {
      expect((await call('GET', '/api/session', cookie)).json().session, name).toBeNull()
      expect((await call('GET', '/api/sessions', cookie)).statusCode, name).toBe(401)
    }
    const done = await answer(half, { code: codeOf(key) })
    expect(done.json().session.person).toMatchObject({ id: person.id, hasTwoFactor: true })
    expect((await answer(half, { code: codeOf(key, 1) })).statusCode).toBe(401)
  })

  it.each([-1, 0, 1])('takes the code of step %i', async (offset) => {
    const person = await createPerson(test)
    const { key } = await enrol(person)
    test.clock.advance(2 * stepMs)
    expect((await answer(await halfway(person), { code: codeOf(key, offset) })).statusCode).toBe(200)
  })

  it.each([-2, 2])('refuses the code of step %i', async (offset) => {
    const person = await createPerson(test)
    const { key } = await enrol(person)
    test.clock.advance(4 * stepMs)
    const refused = await answer(await halfway(person), { code: codeOf(key, offset) })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'wrong-code'])
  })

  it('accepts a code once, even in parallel', async () => {
    const person = await createPerson(test)
    const { key } = await enrol(person)
    const halves = [await halfway(person), await halfway(person), await halfway(person)]
    const answers = await Promise.all(halves.map((half) => answer(half, { code: codeOf(key) })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json().backupCodesLeft).toBeNull()
    expect((await answer(await halfway(person), { code: codeOf(key, -1) })).statusCode).toBe(401)
  })

  it('accepts each backup code once, in any spelling, even in parallel', async () => {
    const person = await createPerson(test)
    const { backupCodes, cookie } = await enrol(person)
    const code = backupCodes[3]?.replace('-', ' ').toUpperCase()
    const halves = [await halfway(person), await halfway(person)]
    const answers = await Promise.all(halves.map((half) => answer(half, { backupCode: code })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json().backupCodesLeft).toBe(9)
    expect((await call('GET', '/api/two-factor', cookie)).json().backupCodesLeft).toBe(9)
  })

  it('makes repeated guesses wait', async () => {
    const person = await createPerson(test)
    const { key } = await enrol(person)
    const half = await halfway(person)
    const codes: number[] = []
    for (let at = 0; at < 7; at++) codes.push((await answer(half, { code: '000000' })).statusCode)
    expect(codes).toEqual([401, 401, 401, 401, 401, 401, 429])
    expect((await answer(half, { code: codeOf(key) })).statusCode).toBe(429)
  })

  it('is refused after ten minutes', async () => {
    const person = await createPerson(test)
    const { key } = await enrol(person)
    const half = await halfway(person)
    test.clock.advance(limits.secondFactorMs)
    const late = await answer(half, { code: codeOf(key) })
    expect([late.statusCode, late.json().code]).toEqual([401, 'not-signed-in'])
  })
})

describe('turning two-factor off', () => {
  it('needs the password and a fresh code', async () => {
    const person = await createPerson(test)
    const { key, cookie } = await enrol(person)
    const { password } = person
    const off = (payload: object) => call('DELETE', '/api/two-factor', cookie, payload)
    expect((await off({ password, code: '000000' })).json().code).toBe('wrong-code')
    expect((await off({ password: 'wrong password', code: codeOf(key) })).json().code).toBe('wrong-password')
    expect((await off({ password, code: codeOf(key, -1) })).json().code).toBe('wrong-code')
    expect((await off({ password, code: codeOf(key) })).statusCode).toBe(204)
    expect(await signInAs(test, person)).toMatch(/^exempta_session=/)
  })

  it('is refused while it is required', async () => {
    const admin = await createPerson(test, 'admin')
    const { key, cookie } = await enrol(admin)
    const setting = 'security.requireTwoFactorForAdmins'
    const require = (isRequired: boolean) => {
      const payload = { changes: { [setting]: isRequired }, seen: { [setting]: !isRequired } }
      return test.call({ method: 'PATCH', url: '/api/admin/settings', headers: { cookie }, payload })
    }
    expect((await require(true)).statusCode).toBe(200)
    const proof = { password: admin.password, code: codeOf(key) }
    expect((await call('DELETE', '/api/two-factor', cookie, proof)).statusCode).toBe(403)
    expect((await require(false)).statusCode).toBe(200)
  })
})

describe('new backup codes', () => {
  it('replace the old ones', async () => {
    const person = await createPerson(test)
    const { key, cookie, backupCodes } = await enrol(person)
    const proof = { password: person.password, code: codeOf(key) }
    const fresh = (await call('POST', '/api/two-factor/backup-codes', cookie, proof)).json().backupCodes
    expect(fresh).toHaveLength(accountLimits.backupCodes)
    const half = await halfway(person)
    expect((await answer(half, { backupCode: backupCodes[0] })).statusCode).toBe(401)
    expect((await answer(half, { backupCode: fresh[0] })).statusCode).toBe(200)
  })
})
