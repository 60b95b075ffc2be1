import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formLimits } from '@exempta/contract/public/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { readEmails } from '../../../../test/mailbox.ts'
import { createPerson, signInAs } from '../../../../test/people.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { publicFormLimits } from '../../public/index.ts'
import { expireApplications } from '../jobs.ts'
import { limits } from '../limits.ts'
import { applicationData, eraseApplications } from './applications.ts'

let test: TestApp
let admin: string
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  admin = await signInAs(test, await createPerson(test, 'admin'))
})

const pdf = Buffer.from('%PDF-1.7 my years at sea')
const doc = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('WordDocument', 'utf16le')])
const docx = Buffer.from('PK\x03\x04[Content_Types].xml word/document.xml', 'latin1')

const get = (url: string, as = admin) => test.call({ method: 'GET', url, headers: { cookie: as } })
const list = async (query = '') => (await get(`/api/applications${query}`)).json().items
const stampNow = async () => (await get('/api/form-stamp')).json().stamp as string
async function oldStamp() {
  const stamp = await stampNow()
  test.clock.advance(publicFormLimits.formFilledMinMs)
  return stamp
}

let applicants = 0
interface Sent {
  fields?: Record<string, string>
  resume?: Buffer | null
  fileName?: string
  fileField?: string
}
async function apply({ fields, resume = pdf, fileName = 'cv.pdf', fileField = 'resume' }: Sent = {}) {
  applicants += 1
  const form = new FormData()
  const all = {
    position: 'security-engineer',
    name: 'Ada Sample',
    email: `ada-${applicants}@example.org`,
    phone: '+1 (555) 010-2345',
    website: '',
    stamp: fields?.stamp ?? (await oldStamp()),
    ...fields,
  }
  for (const [name, value] of Object.entries(all)) form.append(name, value)
  if (resume) form.append(fileField, new Blob([new Uint8Array(resume)]), fileName)
  const body = new Response(form)
  return test.call({
    method: 'POST',
    url: '/api/applications',
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  })
}
const wrongFields = async (sent: Sent) => {
  const answer = await apply(sent)
  expect(answer.statusCode, JSON.stringify({ ...sent, resume: `${sent.resume?.length} bytes` })).toBe(422)
  return (answer.json().fields ?? []).map(({ path }: { path: string }) => path)
}
const count = () =>
  test.services.database.transact(systemActor, async (tx) => ({
    rows: (await tx.selectFrom('job_applications').select('id').execute()).length,
    files: (await tx.selectFrom('stored_files').select('id').execute()).length,
    mails: (await tx.selectFrom('mails').select('id').execute()).length,
  }))

describe('an application', () => {
  it('reaches the administrator with its encrypted resume and is acknowledged by email', async () => {
    const coverLetter = 'I sail.\r\nMy card is 4111 1111 1111 1111.'
    const sent = await apply({
      fields: { name: ' Bo Hand ', email: 'Bo@Example.org', coverLetter },
      resume: docx,
      fileName: '../..\\bo\u202Ecv.pdf',
    })
    expect([sent.statusCode, sent.headers['exempta-masked']]).toEqual([204, 'card-number'])
    const [row] = await list()
    expect(row).toMatchObject({
      name: 'Bo Hand',
      email: 'bo@example.org',
      position: 'security-engineer',
      state: 'new',
      submittedAt: test.clock.now().toISOString(),
      resume: { name: 'bocv.docx', sizeBytes: docx.length },
    })
    expect(row.coverLetter).toBeUndefined()
    const detail = (await get(`/api/applications/${row.id}`)).json()
    expect(detail.coverLetter).toMatch(/^I sail\.\nMy card is [^1]+1111\.$/)

    const file = await get(`/api/applications/${row.id}/resume`)
    expect(file.rawPayload.equals(docx)).toBe(true)
    expect(file.headers['content-type']).toMatch(/wordprocessingml/)
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="bocv.docx"/)
    const folder = join(test.database.location.dataDir, 'files')
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      expect((await readFile(join(entry.parentPath, entry.name))).includes('document.xml'), entry.name).toBe(
        false,
      )
    }
    const [message] = await readEmails(test, 'bo@example.org')
    expect(message).toMatchObject({
      template: 'application-received',
      subject: 'We received your application for Security Engineer',
    })
    expect(message?.text).toContain('applying for Security Engineer')
    expect(message?.text).not.toContain('I sail')
    const [news] = (await get('/api/notifications')).json().items
    expect(news).toMatchObject({
      title: 'Bo Hand applied',
      message: 'Position: Security Engineer',
      link: `/admin/applications?open=${row.id}`,
    })
    const acts = (await auditOf(test, row.id)).map(({ action, actor_kind }) => [action, actor_kind])
    expect(acts).toEqual([
      ['application.create', 'anonymous'],
      ['application.download', 'person'],
    ])
    expect(test.logged()).not.toMatch(/Bo Hand|bo@example|I sail/)
  })

  it.each([
    ['a PDF', pdf, 'x.doc', '.pdf'],
    ['a Word document', doc, 'x.exe', '.doc'],
    ['a newer Word document', docx, '', '.docx'],
  ])('accepts %s whatever its name says', async (_what, resume, fileName, ending) => {
    expect((await apply({ resume, fileName })).statusCode).toBe(204)
    expect((await list())[0].resume.name).toMatch(new RegExp(`\\${ending}$`))
  })

  it('is refused with a reason when something is wrong, and nothing is stored', async () => {
    const before = await count()
    expect(
      await wrongFields({ fields: { name: ' ', phone: 'call me', email: 'x', position: 'king' } }),
    ).toEqual(['position', 'name', 'email', 'phone'])
    for (const fields of [
      { name: 'Eve\u0000' },
      { email: 'a@example.org\r\nBcc: b@example.org' },
      { email: 'a@example.org, b@example.org' },
    ] as Record<string, string>[]) {
      expect(await wrongFields({ fields }), JSON.stringify(fields)).toEqual(Object.keys(fields))
    }
    expect(
      await wrongFields({ fields: { coverLetter: 'x'.repeat(formLimits.coverLetterLength + 1) } }),
    ).toEqual(['coverLetter'])
    for (const [name, resume] of Object.entries({
      'no file': null,
      'an empty file': Buffer.alloc(0),
      'a web page': Buffer.from('<html>%PDF</html>'),
      'a program': Buffer.from('MZ a program'),
      'an archive': Buffer.from('PK\x03\x04 any archive', 'latin1'),
      'a document with macros': Buffer.concat([docx, Buffer.from('word/vbaProject.bin')]),
      'a file that is too large': Buffer.concat([pdf, Buffer.alloc(formLimits.resumeMaxBytes)]),
    })) {
      expect(await wrongFields({ resume }), name).toEqual(['resume'])
    }
    expect(await wrongFields({ fileField: 'picture' })).toEqual(['resume'])
    expect((await apply({ fields: { coverLetter: 'x'.repeat(50_000) } })).statusCode).toBe(413)
    expect((await apply({ fields: { extra: 'x' } })).statusCode).toBe(422)
    expect(await count()).toEqual(before)
  })

  it('from a bot is dropped: a filled trap silently, a forged, hasty or stale stamp with a reason', async () => {
    const before = await count()
    expect((await apply({ fields: { website: 'https://spam.example', stamp: 'x' } })).statusCode).toBe(204)
    const stale = await stampNow()
    expect((await apply({ fields: { stamp: stale } })).json().title).toMatch(/^That was very quick/)
    test.clock.advance(publicFormLimits.formFilledMaxMs + 1)
    for (const stamp of [stale, '', 'x', `${(await stampNow()).slice(0, -8)}AAAAAAAA`, 'zz.AAAA']) {
      expect((await apply({ fields: { stamp } })).json().title, JSON.stringify(stamp)).toMatch(
        /open for too long/,
      )
    }
    expect(await count()).toEqual(before)
  })

  it('from one address is accepted a few times and then has to wait, so that no mailbox is flooded', async () => {
    const statuses: number[] = []
    const stamp = await oldStamp()
    for (let sent = 0; sent < 7; sent++) {
      statuses.push((await apply({ fields: { email: 'often@example.org', stamp } })).statusCode)
    }
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(6)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the list', () => {
  it('is searched, filtered, sorted and paged by the server', async () => {
    const names = ['Zoe 100%', 'Zoe 1000', 'Zoe Third']
    for (const name of names) {
      await apply({ fields: { name, position: 'general' } })
      test.clock.advance(1000)
    }
    const found = async (query: string) => (await list(query)).map(({ name }: { name: string }) => name)
    expect(await found('?search=zoe&sort=oldest')).toEqual(names)
    expect(await found('?search=100%25')).toEqual(['Zoe 100%'])
    expect(await found('?search=zoe&position=product-manager')).toEqual([])
    const first = (await get('/api/applications?search=zoe&limit=2')).json()
    const rest = (await get(`/api/applications?search=zoe&limit=2&cursor=${first.nextCursor}`)).json()
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(names.toReversed())
    expect(rest.nextCursor).toBeNull()
    expect((await get(`/api/applications?sort=oldest&cursor=${first.nextCursor}`)).statusCode).toBe(422)

    const { id } = first.items[0]
    const change = (state: string) =>
      test.call({
        method: 'PATCH',
        url: `/api/applications/${id}`,
        payload: { state },
        headers: { cookie: admin },
      })
    expect((await change('hired')).statusCode).toBe(422)
    expect((await change('in-review')).json()).toMatchObject({ id, state: 'in-review' })
    expect(await found('?search=zoe&state=in-review')).toEqual(['Zoe Third'])
    expect((await auditOf(test, id)).at(-1)).toMatchObject({ details: { state: 'in-review' } })
  })
})

describe('deletion', () => {
  const remove = (id: string) =>
    test.call({ method: 'DELETE', url: `/api/applications/${id}`, headers: { cookie: admin } })

  it('shreds the resume with the record, by hand or after a year', async () => {
    await apply({ fields: { name: 'Old One' } })
    const [{ id }] = await list()
    expect((await remove(id)).statusCode).toBe(204)
    expect((await remove(id)).statusCode).toBe(404)
    expect((await get(`/api/applications/${id}/resume`)).statusCode).toBe(404)

    await apply({ fields: { name: 'Older One' } })
    const [older] = await list()
    test.clock.advance(limits.applicationKeptMs)
    await apply({ fields: { name: 'Young One' } })
    admin = await signInAs(test, await createPerson(test, 'admin'))
    test.clock.advance(1)
    await expireApplications(test.services)
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Young One'])
    expect((await auditOf(test, older.id)).at(-1)).toMatchObject({
      action: 'application.expire',
      actor_kind: 'system',
    })
    expect(await count()).toMatchObject({ rows: 1, files: 1 })
  })

  it('is exported and erased with the account once its address is confirmed', async () => {
    const person = await createPerson(test)
    const actor = { kind: 'person', id: person.id, role: 'user' } as const
    await apply({ fields: { email: person.email } })
    const [{ id }] = await list()
    const parts = async () => {
      const paths: string[] = []
      for await (const { path } of applicationData(test.services, actor)) paths.push(path)
      return paths
    }
    expect(await parts()).toEqual([])
    await eraseApplications(test.services, person.id)
    expect((await get(`/api/applications/${id}`)).statusCode).toBe(200)

    await test.database.executeAsOwner('update users set email_verified_at = now() where id = $1', [
      person.id,
    ])
    expect(await parts()).toEqual(['job-applications.json', `job-applications/${id}-cv.pdf`])
    await eraseApplications(test.services, person.id)
    expect((await get(`/api/applications/${id}`)).statusCode).toBe(404)
    expect(await parts()).toEqual([])
  })
})
