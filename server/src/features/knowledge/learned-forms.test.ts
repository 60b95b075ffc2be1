import { type LearnedForm, learnedFormLimits } from '@exempta/contract/knowledge/learned-forms'
import { Edition } from '@exempta/knowledge/schema'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { formReader } from '../../../test/blank-forms.ts'
import { fakeSandbox, plainAnswer } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { formOf, jpegBytes, pdfBytes, untilProcessed, uploadOne } from '../../../test/uploads.ts'
import type { RedactCall } from '../../platform/sandbox/sandbox.ts'

const fake = fakeSandbox()
let test: TestApp
let cookie: string
/** What the engine was told last. */
let asked: RedactCall | undefined
beforeAll(async () => {
  test = await startTestApp({ sandbox: fake.sandbox, runJobs: true })
  cookie = await signInAs(test, await createPerson(test, 'admin'))
})
afterAll(() => test.close())
const answerWith = (reader: typeof plainAnswer) => {
  fake.answer = (bytes, call) => {
    asked = call
    return reader(bytes, call)
  }
}
beforeEach(() => answerWith(formReader()))

const path = '/api/admin/learned-forms'
const call = (method: 'GET' | 'DELETE' | 'PUT', url: string, payload?: object) =>
  test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })
async function send(bytes = pdfBytes('blank'), url = path) {
  const { payload, headers } = await formOf([{ field: 'blank', bytes }])
  return test.call({ method: 'POST', url, payload, headers: { ...headers, cookie } })
}
const added = async (): Promise<LearnedForm> => {
  const answer = await send()
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const filled = (value: string) =>
  pdfBytes(JSON.stringify([{ field: 'purchaser', kind: 'text', text: value, page: 1 }]))
const zone = { field: 'purchaser', page: 1, x: 0.1, y: 0.2, width: 0.5, height: 0.03 } as const
const edition = { form: 'ny-st-120', revision: '1/26', zones: [zone] }

it('a blank is learned: its fields are found, corrected and saved, and from then on files are read with it', async () => {
  const draft = await added()
  expect(draft).toMatchObject({ form: 'ny-st-120', name: 'ST-120', isInUse: false })
  expect(draft.zones.length).toBeGreaterThan(5)
  const picture = await call('GET', `${path}/${draft.id}/pages/1`)
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await call('GET', `${path}/${draft.id}/pages/9`)).statusCode).toBe(404)
  // Nothing is read with it until it's saved.
  await send(filled('Prairie Wind Foods'), `${path}/${draft.id}/try`)
  expect(asked?.editions).toEqual([])
  expect((await call('GET', `${path}/${draft.id}/edition`)).statusCode).toBe(404)

  const saved = await call('PUT', `${path}/${draft.id}`, edition)
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json()).toMatchObject({ revision: '1/26', zones: [zone], isInUse: true })
  const tried = await send(filled('Prairie Wind Foods'), `${path}/${draft.id}/try`)
  expect(tried.json()).toEqual({
    isRecognized: true,
    fields: [{ page: 1, name: 'purchaser', value: 'Prairie Wind Foods', isSure: true }],
  })
  const learned = Edition.parse((await call('GET', `${path}/${draft.id}/edition`)).json())
  expect(asked?.editions).toEqual([learned])

  const owner = await signInAs(test, await createPerson(test))
  const { id } = await uploadOne(test, owner, { name: 'filled.pdf', bytes: filled('Elm Street Market') })
  await untilProcessed(test, owner, id)
  expect(asked?.editions).toEqual([learned])
  const { rows } = await test.database.executeAsOwner(
    `select action from audit_entries where action like 'form.%' order by action`,
  )
  expect(rows).toEqual([{ action: 'form.learn' }])

  expect((await call('DELETE', `${path}/${draft.id}`)).statusCode).toBe(204)
  expect((await call('DELETE', `${path}/${draft.id}`)).statusCode).toBe(404)
  expect((await call('GET', path)).json().items).toEqual([])
  const files = await test.database.executeAsOwner('select 1 from stored_files where document_id = $1', [
    draft.id,
  ])
  expect(files.rows).toEqual([])
})

it('a form that we know nothing about waits for someone to mark its fields', async () => {
  answerWith(plainAnswer)
  const draft = await added()
  expect(draft).toMatchObject({ form: null, zones: [], isInUse: false })
  const saved = await call('PUT', `${path}/${draft.id}`, { ...edition, form: 'fl-dr-13' })
  expect(saved.json()).toMatchObject({ name: 'DR-13', isInUse: true })
  await call('DELETE', `${path}/${draft.id}`)
})

it.each([
  ['a picture', jpegBytes(), 'Please choose a PDF'],
  ['nothing', Buffer.alloc(0), 'Please choose a PDF'],
])('%s is no blank', async (_, bytes, message) => {
  const answer = await send(bytes)
  expect([answer.statusCode, answer.json().fields[0].message]).toEqual([422, message])
})

it('says what is wrong with what is saved', async () => {
  const { id } = await added()
  const refusal = async (change: object) => {
    const answer = await call('PUT', `${path}/${id}`, { ...edition, ...change })
    return [answer.statusCode, answer.json().fields?.[0]?.message]
  }
  expect(await refusal({ form: 'no-such-form' })).toEqual([422, 'Please choose the form'])
  expect(await refusal({ zones: [] })).toEqual([422, 'Please mark at least one field'])
  expect(await refusal({ zones: [{ ...zone, page: 7 }] })).toEqual([422, 'The file has no such page'])
  expect((await refusal({ zones: [{ ...zone, x: 2 }] }))[0]).toBe(422)
  expect((await call('PUT', `${path}/018f0000-0000-7000-8000-000000000000`, edition)).statusCode).toBe(404)
  await call('DELETE', `${path}/${id}`)
})

it('there are only so many, because each goes with every file', async () => {
  await test.database.executeAsOwner(
    `insert into learned_forms (id, size_bytes, pages, zones, uploaded_at)
     select gen_random_uuid(), 1, '[]', '[]', now() from generate_series(1, $1)`,
    [learnedFormLimits.forms],
  )
  const answer = await send()
  expect([answer.statusCode, answer.json().fields[0].message]).toEqual([
    422,
    `There are ${learnedFormLimits.forms} learned forms. Please remove one first`,
  ])
})
