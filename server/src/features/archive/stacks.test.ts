import { beforeEach, describe, expect, it } from 'vitest'
import { archiveScene, newFields, newFile, twoPages } from '../../../test/archive-scene.ts'
import { otherPaper, page } from '../../../test/certificates.ts'
import { createTestBusiness } from '../../../test/sharing.ts'
import { linkSecretOf } from '../requests/index.ts'
import { sheetCodeOf } from './sheets/sheet-codes.ts'
import { splitStack } from './split-stack.ts'

const { scene, get, post, put, asManager, change, fileOf, only, readStack, ...archive } = archiveScene()
const { add, importOf, untilImport, listOf } = archive

describe('a stack', () => {
  const otherForm = { code: 'nj-st-3', page: 2, confidence: 0.9 }

  it('is split by itself where each certificate begins with a known form, and the whole is shredded', async () => {
    readStack([...twoPages('Stack One Diner'), otherPaper('blank-page'), ...twoPages('Stack Two Diner')])
    const done = await add([{ path: 'scan.pdf', bytes: newFile() }])
    expect(done).toMatchObject({ status: 'done', files: 2, counts: { ready: 2, look: 0 } })
    const ready = await listOf(done.id, 'ready')
    expect(ready.map(({ path, customer }) => [path, customer?.name]).sort()).toEqual([
      ['scan, pages 1-2.pdf', 'Stack One Diner'],
      ['scan, pages 4-5.pdf', 'Stack Two Diner'],
    ])
    const { rows } = await change(
      `select d.name from documents d join business_archives a on a.owner_id = d.owner_id
       where a.business_id = $1 and not exists (select from archive_files f where f.document_id = d.id)`,
      [scene.business.id],
    )
    expect(rows, 'documents without a file').toEqual([])
  })

  it('waits for a person where that isn’t certain, who moves the cuts', async () => {
    const unknown = { fields: [] }
    readStack([...twoPages('Stack Three Diner'), unknown, ...twoPages('Stack Four Diner')])
    const done = await add([{ path: 'scan.pdf', bytes: newFile() }])
    const look = await only(done.id, 'look')
    expect(look.question).toBe('split')
    const details = await fileOf(look.id)
    expect(details.proposedParts).toEqual([
      { from: 1, to: 3, customer: null },
      { from: 4, to: 5, customer: null },
    ])
    const url = `/api/archive/files/${look.id}/split`
    for (const parts of [
      [{ from: 3, to: 1 }],
      [{ from: 1, to: 6 }],
      [
        { from: 1, to: 3 },
        { from: 3, to: 5 },
      ],
    ]) {
      const refused = await post(url, { version: details.version, parts }, asManager())
      expect(refused.statusCode, JSON.stringify(parts)).toBe(422)
    }
    const parts = [
      { from: 1, to: 2 },
      { from: 4, to: 5 },
    ]
    const answer = await post(url, { version: details.version, parts }, asManager())
    expect(answer.statusCode, answer.body).toBe(204)
    expect((await post(url, { version: details.version, parts }, asManager())).statusCode).toBe(409)
    const after = await untilImport(done.id, ({ status, counts }) => status === 'done' && counts.ready === 2)
    expect(after).toMatchObject({ files: 2, counts: { ready: 2 } })
  })

  it('can be cut down to one certificate without its other pages', async () => {
    readStack([...twoPages('Stack Nine Diner'), { ...page('nj-st-3', ...newFields()), form: otherForm }])
    const done = await add([{ path: 'scan.pdf', bytes: newFile() }])
    const look = await only(done.id, 'look')
    const { version } = await fileOf(look.id)
    const parts = [{ from: 1, to: 2 }]
    const answer = await post(`/api/archive/files/${look.id}/split`, { version, parts }, asManager())
    expect(answer.statusCode, answer.body).toBe(204)
    const after = await untilImport(done.id, ({ status, counts }) => status === 'done' && counts.ready === 1)
    expect(after).toMatchObject({ files: 1, counts: { ready: 1, look: 0 } })
  })

  it('can be one certificate after all', async () => {
    readStack([...twoPages('Stack Five Diner'), { ...page('nj-st-3', ...newFields()), form: otherForm }])
    const done = await add([{ path: 'scan.pdf', bytes: newFile() }])
    const look = await only(done.id, 'look')
    const { version } = await fileOf(look.id)
    const whole = { version, parts: [{ from: 1, to: 3 }] }
    const answer = await post(`/api/archive/files/${look.id}/split`, whole, asManager())
    expect(answer.statusCode, answer.body).toBe(204)
    expect(await only(done.id, 'look')).toMatchObject({ id: look.id, question: 'fill' })
  })

  it('is split once, also if its job runs again', async () => {
    readStack([...twoPages('Stack Six Diner'), ...twoPages('Stack Seven Diner')])
    const done = await add([{ path: 'scan.pdf', bytes: newFile() }])
    const { rows } = await change('select id from archive_files where import_id = $1', [done.id])
    const [file] = rows as { id: string }[]
    await splitStack(scene.test.services, file?.id ?? '', AbortSignal.timeout(60_000))
    expect(await importOf(done.id)).toMatchObject({ files: 2, counts: { ready: 2, duplicate: 0 } })
  })
})

describe('separator sheets', () => {
  const unknown = { fields: [] }
  const sheet = (code: string) => ({ fields: [], sheet: code })
  const secretOf = (businessId: string) => linkSecretOf(scene.test.services, businessId)

  async function newCustomer(name: string, number: string): Promise<string> {
    const made = await post('/api/customers', { name, number }, asManager())
    expect(made.statusCode, made.body).toBe(201)
    return made.json().id
  }

  let secret: Buffer
  beforeEach(async () => {
    secret = await secretOf(scene.business.id)
  })

  it('cut a stack, are left out, and propose their customer for what comes after', async () => {
    const birch = await newCustomer('Birch Street Diner', 'B-1')
    const cedar = await newCustomer('Cedar Hill School', 'C-1')
    readStack([
      sheet(sheetCodeOf(secret, birch)),
      ...twoPages('Birch St. Diner LLC'),
      sheet(sheetCodeOf(secret, cedar)),
      unknown,
      unknown,
    ])
    const done = await add([{ path: 'scan.pdf', bytes: newFile() }])
    expect(done).toMatchObject({ files: 2, counts: { look: 2 } })
    const asked = await listOf(done.id, 'look')
    expect(asked.map(({ path, question }) => [path, question])).toEqual([
      ['scan, pages 2-3.pdf', 'customer'],
      ['scan, pages 5-6.pdf', 'fill'],
    ])
    const [first] = asked
    const { suggestions } = await fileOf(first?.id ?? '')
    expect(suggestions).toEqual([
      {
        id: birch,
        name: 'Birch Street Diner',
        number: 'B-1',
        reason: 'The separator sheet before it is for this customer',
      },
    ])
    const answer = await put(`/api/archive/files/${first?.id}/customer`, { customerId: birch })
    expect(answer.json()).toMatchObject({ list: 'ready', customer: { id: birch } })
  })

  it('are shown where a person sets the cuts, and name the customer of what was cut by hand', async () => {
    const alder = await newCustomer('Alder Mills', 'A-1')
    const other = { ...page('nj-st-3', ...newFields()), form: { code: 'nj-st-3', page: 2, confidence: 0.9 } }
    readStack([sheet(sheetCodeOf(secret, alder)), ...twoPages('Alder Mills Holding'), other])
    const done = await add([{ path: 'scan.pdf', bytes: newFile() }])
    const look = await only(done.id, 'look')
    expect(look.question).toBe('split')
    const { version, proposedParts } = await fileOf(look.id)
    expect(proposedParts).toEqual([
      { from: 2, to: 3, customer: 'Alder Mills' },
      { from: 4, to: 4, customer: 'Alder Mills' },
    ])
    const parts = [{ from: 2, to: 3 }]
    const answer = await post(`/api/archive/files/${look.id}/split`, { version, parts }, asManager())
    expect(answer.statusCode, answer.body).toBe(204)
    await untilImport(done.id, ({ status, counts }) => status === 'done' && counts.look === 1)
    const { question, suggestions } = await fileOf((await only(done.id, 'look')).id)
    expect([question, suggestions.map(({ id }) => id)]).toEqual(['customer', [alder]])
  })

  it('of another business, forged, or for a customer who is gone are pages like any other', async () => {
    const own = await newCustomer('Own Diner', 'O-1')
    const stranger = await createTestBusiness(scene.test)
    const code = sheetCodeOf(secret, own)
    const foreign = [
      sheetCodeOf(await secretOf(stranger.id), own),
      `${code.slice(0, 30)}${code[30] === 'A' ? 'B' : 'A'}${code.slice(31)}`,
      sheetCodeOf(secret, crypto.randomUUID()),
    ]
    for (const one of foreign) {
      readStack([...twoPages('Spruce Diner'), sheet(one), ...twoPages('Maple Diner')])
      const done = await add([{ path: 'scan.pdf', bytes: newFile() }])
      const look = await only(done.id, 'look')
      const { proposedParts } = await fileOf(look.id)
      expect(proposedParts, one).toEqual([
        { from: 1, to: 3, customer: null },
        { from: 4, to: 5, customer: null },
      ])
      await archive.call('DELETE', `/api/archive/files/${look.id}`)
    }
  })

  it('are printed for customers of the business alone', async () => {
    const mine = await newCustomer('Printed Diner', 'P-1')
    const printed = await get(`/api/archive/sheets?ids=${mine},${mine}`, asManager())
    expect(printed.statusCode, printed.body).toBe(200)
    expect(printed.headers['content-type']).toBe('application/pdf')
    expect(printed.rawPayload.toString('latin1').match(/\/Type \/Page /g)).toHaveLength(1)
    const theirs = await change('select id from customers where business_id = $1 limit 1', [
      scene.otherBusiness.id,
    ])
    for (const [query, status] of [
      [`${mine},${crypto.randomUUID()}`, 404],
      [(theirs.rows[0] as { id: string } | undefined)?.id ?? crypto.randomUUID(), 404],
      ['', 422],
      ['nobody', 422],
    ] as const) {
      const answer = await get(`/api/archive/sheets?ids=${query}`, asManager())
      expect(answer.statusCode, query).toBe(status)
    }
  })
})
