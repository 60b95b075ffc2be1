import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { fakeSandbox, plainAnswer } from '../../../test/fake-sandbox.ts'
import { limitFileSize } from '../../../test/file-size-limit.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { pdfBytes, untilProcessed, upload, uploadOne } from '../../../test/uploads.ts'
import type { Services } from '../../platform/services.ts'

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

async function expectRefusedWhole(bytes: Buffer, as: unknown[] = [503, 'unavailable']): Promise<void> {
  const before = await listed()
  const answer = await upload(test, cookie, [{ bytes }])
  expect([answer.statusCode, answer.json().code]).toEqual(as)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await listed()).toBe(before)
}

// PostgreSQL only: the embedded database writes its files in this process, hits the same limit and does not
// recover by itself.
it('a full disk refuses what does not fit, leaves nothing of it, and accepts what does', async () => {
  const lift = limitFileSize(1024 * 1024)
  try {
    await expectRefusedWhole(Buffer.concat([pdfBytes(), Buffer.alloc(3 * 1024 * 1024)]), [507, 'no-room'])
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('small enough') })
    await untilProcessed(test, cookie, id)
  } finally {
    lift()
  }
})

it('a database restart gives a clear error, leaves nothing half-written, and work continues by itself', async () => {
  const url = test.database.location.url ?? ''
  test.services.files = {
    ...files,
    async publish(tx, draft) {
      await cutAllConnections(url)
      return files.publish(tx, draft)
    },
  }
  await expectRefusedWhole(pdfBytes('restart'))

  test.services.files = files
  fake.answer = async (bytes, call) => {
    fake.answer = undefined
    await cutAllConnections(url)
    return plainAnswer(bytes, call)
  }
  const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('restart') })
  expect(await untilProcessed(test, cookie, id)).toMatchObject({ version: 1 })
})

async function cutAllConnections(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await admin.end()
}
