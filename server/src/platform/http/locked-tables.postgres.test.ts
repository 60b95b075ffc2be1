/** A table locked by someone else, such as a long migration or a careless operator. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { formOf, jpegBytes, pdfBytes } from '../../../test/uploads.ts'

let test: TestApp
let holder: pg.Client
let cookie: string
beforeAll(async () => {
  test = await startTestApp({ sandbox: fakeSandbox().sandbox })
  cookie = await signInAs(test, await createPerson(test))
  holder = new pg.Client(test.database.location.url)
  await holder.connect()
})
afterAll(async () => {
  await holder?.end()
  await test?.close()
})

const upload = async (field: 'document' | 'card-front', bytes: Buffer) => {
  const { payload, headers } = await formOf([{ field, bytes }])
  return test.call({ method: 'POST', url: '/api/documents', payload, headers: { ...headers, cookie } })
}
const get = (url: string) => test.call({ method: 'GET', url, headers: { cookie } })

it('a locked table causes 503 with Retry-After, and calls work again when it is unlocked', async () => {
  await holder.query('begin')
  await holder.query('lock table documents in access exclusive mode')
  const calls = {
    list: get('/api/documents'),
    search: get('/api/documents?search=form'),
    dashboard: get('/api/documents/dashboard'),
    document: upload('document', pdfBytes('locked')),
    card: upload('card-front', jpegBytes('locked')),
  }
  const answers = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const { statusCode, headers } = await call
      return [name, statusCode, headers['retry-after'], headers['content-type']]
    }),
  )
  expect(answers).toEqual(
    Object.keys(calls).map((name) => [name, 503, '5', 'application/problem+json; charset=utf-8']),
  )
  await holder.query('rollback')
  expect((await get('/api/documents')).statusCode).toBe(200)
})

it('a locked table of sessions causes 503 for every caller', async () => {
  await holder.query('begin')
  await holder.query('lock table sessions in access exclusive mode')
  const { statusCode, headers } = await get('/api/profile')
  await holder.query('rollback')
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
})

it('that holds sessions keeps no one waiting who asks whether the process is alive or ready', async () => {
  await holder.query('begin')
  await holder.query('lock table sessions in access exclusive mode')
  const answers = await Promise.all([get('/api/health'), get('/api/ready')])
  await holder.query('rollback')
  expect(answers.map((answer) => answer.json())).toEqual([{ status: 'ok' }, { status: 'ready' }])
})
