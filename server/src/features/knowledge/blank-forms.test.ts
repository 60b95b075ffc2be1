import type { BlankForm } from '@exempta/contract/knowledge/blank-forms'
import { forms } from '@exempta/knowledge/forms'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { formReader, uploadBlank } from '../../../test/blank-forms.ts'
import { fakeSandbox, plainAnswer } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { jpegBytes, pdfBytes } from '../../../test/uploads.ts'
import { systemActor } from '../../platform/db/actor.ts'

const fake = fakeSandbox()
let test: TestApp
let cookie: string
beforeAll(async () => {
  test = await startTestApp({ sandbox: fake.sandbox })
  cookie = await signInAs(test, await createPerson(test, 'admin'))
})
afterAll(() => test.close())
beforeEach(() => {
  fake.answer = formReader()
  fake.tooLong = []
})

const call = (method: 'GET' | 'DELETE', url: string, as = cookie) =>
  test.call({ method, url, headers: { cookie: as } })
const send = (bytes = pdfBytes('blank')) => uploadBlank(test, bytes, cookie)
const library = async (): Promise<BlankForm[]> => (await call('GET', '/api/admin/forms')).json().forms
const storedFiles = () =>
  test.services.database.transact(systemActor, (tx) =>
    tx.selectFrom('stored_files').select('rendition').orderBy('rendition').execute(),
  )

describe('a blank form', () => {
  it('is recognized, its zones are checked by filling in a test, and its pages can be seen', async () => {
    const answer = await send()
    expect(answer.statusCode, answer.body).toBe(201)
    const [form, ...others] = await library()
    expect(others).toEqual([])
    expect(form).toMatchObject({ code: 'ny-st-120', name: 'ST-120', states: ['NY'], unread: [] })
    expect(form?.zones).toHaveLength(forms.get('ny-st-120')?.zones.length as number)
    expect(fake.filled.at(-1)).toContainEqual(expect.objectContaining({ field: 'seller', kind: 'text' }))
    const owner = await signInAs(test, await createPerson(test))
    const picture = await call('GET', '/api/forms/ny-st-120/pages/1', owner)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await call('GET', '/api/forms/ny-st-120/pages/3', owner)).statusCode).toBe(404)
    expect((await call('GET', '/api/forms/tx-01-339/pages/1', owner)).statusCode).toBe(404)
    const { rows } = await test.database.executeAsOwner(
      `select action from audit_entries where action = 'form.upload'`,
    )
    expect(rows).toHaveLength(1)
  })

  it('takes the place of the one before, and leaves no files behind when it is removed', async () => {
    await send()
    const before = await storedFiles()
    expect((await send(pdfBytes('newer'))).statusCode).toBe(201)
    expect(await storedFiles()).toEqual(before)
    expect(await library()).toHaveLength(1)
    expect((await call('DELETE', '/api/admin/forms/ny-st-120')).statusCode).toBe(204)
    expect((await call('DELETE', '/api/admin/forms/ny-st-120')).statusCode).toBe(404)
    expect([await library(), await storedFiles()]).toEqual([[], []])
  })

  it('names the fields that could not be read back', async () => {
    fake.answer = formReader({ blind: ['business'] })
    expect((await send()).json().unread).toEqual(['business'])
  })

  it.each([
    ['is a picture', jpegBytes(), formReader(), 'Please choose a PDF'],
    ['is empty', Buffer.alloc(0), formReader(), 'Please choose a PDF'],
    ['is no form that we know', pdfBytes(), plainAnswer, 'We don’t know this form.'],
    [
      'is filled in',
      pdfBytes('[{"field":"seller","kind":"text","text":"A"}]'),
      formReader(),
      'already filled in',
    ],
    ['loses its seller', pdfBytes(), formReader({ blind: ['seller'] }), 'couldn’t read it back'],
    [
      'is refused by the engine',
      pdfBytes(),
      async () => ({ verdict: 'refused', reason: 'protected', advice: 'Remove the password.' }) as const,
      'Remove the password.',
    ],
  ])('that %s is refused', async (_name, bytes, answer, message) => {
    fake.answer = answer
    const before = await storedFiles()
    const refused = await send(bytes)
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.json().fields[0].message).toContain(message)
    expect(await storedFiles()).toEqual(before)
  })

  it.each(['user', 'business'] as const)(
    'is not added or removed by a person of the role %s',
    async (role) => {
      const other = await signInAs(test, await createPerson(test, role))
      expect((await uploadBlank(test, pdfBytes(), other)).statusCode).toBe(403)
      expect((await call('GET', '/api/admin/forms', other)).statusCode).toBe(403)
      expect((await call('DELETE', '/api/admin/forms/ny-st-120', other)).statusCode).toBe(403)
    },
  )
})
