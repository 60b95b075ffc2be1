import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { fakeSandbox, plainAnswer } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { pdfBytes, untilProcessed, upload, uploadOne } from '../../../test/uploads.ts'
import type { Services } from '../../platform/services.ts'
import { StoreUnavailableError } from '../../platform/storage/object-store.ts'

const fake = fakeSandbox()
let test: TestApp
let cookie: string
let files: Services['files']

beforeAll(async () => {
  test = await startTestApp({ sandbox: fake.sandbox, runJobs: true, pollSeconds: 0.5 })
  cookie = await signInAs(test, await createPerson(test))
  files = test.services.files
})
afterAll(() => test.close())
afterEach(() => {
  fake.answer = undefined
  test.services.files = files
})

const listed = async () =>
  (await test.call({ method: 'GET', url: '/api/documents', headers: { cookie } })).json().items.length

async function expectRefusedWhole(bytes: Buffer): Promise<void> {
  const before = await listed()
  const answer = await upload(test, cookie, [{ bytes }])
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await listed()).toBe(before)
}

it('a store that is down refuses uploads clearly, and holds up documents until it is back', async () => {
  const down = async () => Promise.reject(new StoreUnavailableError({ cause: new Error('down') }))
  test.services.files = { ...files, put: down }
  await expectRefusedWhole(pdfBytes('store down'))

  const refusals = { get: 1, put: 1 }
  test.services.files = {
    ...files,
    get: (file, range) => (refusals.get-- > 0 ? down() : files.get(file, range)),
    put: (file, content) =>
      file.rendition === 'redacted' && refusals.put-- > 0 ? down() : files.put(file, content),
  }
  // However often it was tried: what the store refuses is not the file's fault.
  fake.answer = async (bytes, call) => {
    if (refusals.put > 0) await test.database.executeAsOwner('update documents set attempts = 3')
    return plainAnswer(bytes, call)
  }
  const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('store down') })
  expect(await untilProcessed(test, cookie, id)).toMatchObject({ version: 1 })
  expect([refusals.get < 0, refusals.put < 0]).toEqual([true, true])
})
