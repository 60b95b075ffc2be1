import { Secret, TOTP } from 'otpauth'
import type { TestApp } from './app.ts'
import { signInAs, type TestPerson } from './people.ts'

export const stepMs = 30_000

/** The code that an authenticator app with this key shows, some steps before or after now. */
export const codeOf = (test: TestApp, key: string, offsetSteps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: test.clock.now().getTime() + offsetSteps * stepMs,
  })

type Cookies = { cookies: { name: string; value: string }[] }

const cookieOf = ({ cookies }: Cookies, name: 'session' | 'second_factor'): string =>
  `exempta_${name}=${cookies.find((cookie) => cookie.name === `exempta_${name}`)?.value}`

/** Switches two-factor on over HTTP and moves on to the next code. */
export async function enrol(test: TestApp, person: TestPerson) {
  const before = await signInAs(test, person)
  const url = '/api/two-factor'
  const headers = { cookie: before }
  const { password } = person
  const begun = await test.call({ method: 'POST', url, headers, payload: { password } })
  const { manualKey, qrImage } = begun.json<{ manualKey: string; qrImage: string }>()
  const payload = { code: codeOf(test, manualKey) }
  const enabled = await test.call({ method: 'PUT', url, headers, payload })
  test.clock.advance(stepMs)
  return {
    before,
    key: manualKey,
    qrImage,
    backupCodes: enabled.json<{ backupCodes: string[] }>().backupCodes,
    cookie: cookieOf(enabled, 'session'),
  }
}

/** The password is right; answers what may come next, and the cookie for it. */
export async function signInHalfway(test: TestApp, { email, password }: TestPerson) {
  const response = await test.call({ method: 'POST', url: '/api/session', payload: { email, password } })
  return { answer: response.json(), cookie: cookieOf(response, 'second_factor') }
}
