import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BusinessEvidence, evidenceMissing } from '@exempta/contract/businesses/administration'
import { businessLimits } from '@exempta/contract/businesses/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { createBareBusiness } from '../../../../test/sharing.ts'
import { personalData } from '../../../features.ts'

let test: TestApp
let base: string
let admin: TestPerson
let cookie: string
beforeAll(async () => {
  test = await startTestApp()
  base = await test.app.listen({ host: '127.0.0.1', port: 0 })
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
})
afterAll(() => test.close())

const pathOf = (businessId: string) => `/api/admin/businesses/${businessId}/evidence`
const list = async (businessId: string): Promise<BusinessEvidence[]> =>
  (await test.call({ method: 'GET', url: pathOf(businessId), headers: { cookie } })).json().items

async function add(businessId: string, note: string, file?: { bytes: BlobPart; name: string }) {
  const form = new FormData()
  form.append('note', note)
  if (file) form.append('file', new Blob([file.bytes]), file.name)
  test.clock.advance(1000)
  return fetch(base + pathOf(businessId), {
    method: 'POST',
    body: form,
    headers: { cookie, origin: new URL(test.services.publicUrl).origin },
  })
}

it('keeps notes and files with the business and shreds them with it', async () => {
  const id = await createBareBusiness(test, 'Oak Street Deli')
  expect(await list(id)).toEqual([])
  const noted = await add(id, 'Called the number on their website. SSN 123-45-6789')
  expect(noted.status).toBe(201)
  const filed = await add(id, '', { bytes: '%PDF-1.7 registration', name: '../../registration.exe' })
  const { id: evidenceId } = (await filed.json()) as BusinessEvidence
  expect(await list(id)).toMatchObject([
    { note: '', file: { name: 'registration.exe.pdf', type: 'application/pdf' }, addedBy: admin.name },
    { note: expect.stringMatching(/^Called .*•/), file: null },
  ])
  const url = `${pathOf(id)}/${evidenceId}`
  const file = await test.call({ method: 'GET', url: `${url}/file`, headers: { cookie } })
  expect(file.body).toBe('%PDF-1.7 registration')
  expect(file.headers['content-disposition']).toMatch(/^attachment/)

  const exported = []
  for (const contribute of personalData.contributors) {
    for await (const entry of contribute(test.services, { kind: 'person', ...admin })) {
      if (entry.path === 'business-evidence.json') exported.push(entry)
    }
  }
  expect(exported).toMatchObject([{ value: [{ business_id: id }, { file_name: 'registration.exe.pdf' }] }])

  const removed = await test.call({ method: 'DELETE', url, headers: { cookie } })
  expect(removed.statusCode).toBe(204)
  expect((await test.call({ method: 'GET', url: `${url}/file`, headers: { cookie } })).statusCode).toBe(404)
  await add(id, 'Again', { bytes: '%PDF-1.7 again', name: 'again.pdf' })
  const keys = async () => (await test.database.executeAsOwner('select from file_keys')).rows.length
  expect(await keys()).toBe(1)
  await test.call({
    method: 'DELETE',
    url: `/api/admin/businesses/${id}`,
    headers: { cookie },
    payload: { name: 'Oak Street Deli' },
  })
  expect(await keys()).toBe(0)
  expect((await auditOf(test, id)).map(({ action }) => action)).toEqual([
    'business-evidence.create',
    'business-evidence.create',
    'business-evidence.download',
    'business-evidence.remove',
    'business-evidence.create',
    'business.remove',
  ])
})

it.each([
  ['nothing', '', undefined, evidenceMissing],
  ['a program', '', { bytes: 'MZ', name: 'a.pdf' }, 'Please choose a PDF, JPG or PNG file'],
  [
    'a long note',
    'x'.repeat(businessLimits.evidenceNoteLength + 1),
    undefined,
    'Please use at most 2000 characters',
  ],
])('refuses %s', async (_what, note, file, message) => {
  const id = await createBareBusiness(test, 'Elm Deli')
  const answer = await add(id, note, file)
  expect(answer.status).toBe(422)
  expect(((await answer.json()) as { fields: object[] }).fields).toMatchObject([{ message }])
  expect(await list(id)).toEqual([])
})

it('of a business that does not exist is not found, and leaves no file behind', async () => {
  const filesOnDisk = async () => {
    const folder = join(test.database.location.dataDir, 'files')
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }
  const before = await filesOnDisk()
  const answer = await add(crypto.randomUUID(), 'x', { bytes: '%PDF-1.7', name: 'a.pdf' })
  expect(answer.status).toBe(404)
  expect((await test.database.executeAsOwner('select from file_keys')).rows).toEqual([])
  expect(await filesOnDisk()).toEqual(before)
})
