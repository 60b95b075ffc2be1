import { minuteMs } from '@exempta/contract/durations'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { fakeSandbox, plainAnswer } from '../../../test/fake-sandbox.ts'
import { limitFileSize } from '../../../test/file-size-limit.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { pdfBytes, untilProcessed, upload, uploadOne } from '../../../test/uploads.ts'
import type { Services } from '../../platform/services.ts'
import { StoreUnavailableError } from '../../platform/storage/object-store.ts'

const fake = fakeSandbox()
let test: TestApp
let cookie: string
let files: Services['files']

beforeAll(async () => {
  test = await startTestApp({
    sandbox: fake.sandbox,
    runJobs: ['process-document', 'black-out-document'],
    pollSeconds: 0.5,
  })
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

it('a store that is down refuses uploads clearly and delays documents until it is back', async () => {
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
  // Attempts do not count against the file when the store refuses to write.
  fake.answer = async (bytes, call) => {
    if (refusals.put > 0) await test.database.executeAsOwner('update documents set attempts = 3')
    return plainAnswer(bytes, call)
  }
  const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('store down') })
  expect(await untilProcessed(test, cookie, id)).toMatchObject({ version: 1 })
  expect([refusals.get < 0, refusals.put < 0]).toEqual([true, true])
})

it('a full disk refuses uploads completely and accepts them when there is space again', async () => {
  const kept = await uploadOne(test, cookie, { bytes: pdfBytes('before the disk was full') })
  await untilProcessed(test, cookie, kept.id)
  const before = await listed()
  // The embedded database shares the disk and has files larger than this limit.
  const lift = limitFileSize(64 * 1024)
  onTestFinished(lift)
  const answer = await upload(test, cookie, [{ bytes: pdfBytes('x'.repeat(300_000)) }])
  lift()
  // Either the store or the embedded database may notice the full disk first.
  expect(['507 no-room', '503 unavailable']).toContain(`${answer.statusCode} ${answer.json().code}`)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await listed()).toBe(before)
  const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('after the disk was full') })
  expect(await untilProcessed(test, cookie, id)).toMatchObject({ version: 1 })
})

it('a clock that is moved back and ahead loses no document and ends no session early', async () => {
  const known = await listed()
  const ids: string[] = []
  for (const [at, move] of [-60, 25, 25, 25].entries()) {
    test.clock.advance(move * minuteMs)
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes(`clock ${at}`) })
    await untilProcessed(test, cookie, id)
    ids.push(id)
  }
  const { items } = (await test.call({ method: 'GET', url: '/api/documents', headers: { cookie } })).json()
  expect(items).toHaveLength(known + ids.length)
  expect(items.map((item: { id: string }) => item.id)).toEqual(expect.arrayContaining(ids))
})
