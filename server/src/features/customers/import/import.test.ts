import { Readable } from 'node:stream'
import {
  type CustomerImportDetails,
  customerColumnNames,
  customerColumns,
  importLimits,
} from '@exempta/contract/customers/import'
import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { addMember, signInAs } from '../../../../test/people.ts'
import { createTestBusiness, type TestBusiness } from '../../../../test/sharing.ts'
import { systemCall } from '../../../platform/call.ts'
import { sweepImports } from '../jobs.ts'
import { runImport } from './import-job.ts'
import { receiveImport } from './receive-list.ts'

let test: TestApp
let business: TestBusiness

// The job would check by itself what a test wants to see before.
beforeAll(async () => {
  test = await startTestApp({ runJobs: false })
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.advance(1000)
  business = await createTestBusiness(test)
})

const base = '/api/customers/imports'
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  as = business.cookie,
) => test.call({ method, url, headers: { cookie: as }, ...(payload && { payload }) })

async function upload(csv: string | Buffer, as = business.cookie) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(csv as string))]), 'customers.csv')
  const response = new Response(form)
  return test.call({
    method: 'POST',
    url: base,
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '', cookie: as },
  })
}

const job = {
  signal: new AbortController().signal,
  isLastAttempt: false,
  completeWithin: async () => {},
  othersWait: async () => false,
  goOnLaterWithin: async () => {},
}
const work = (id: string) => runImport(test.services, id, job)
const detailsOf = async (id: string): Promise<CustomerImportDetails> =>
  (await call('GET', `${base}/${id}`)).json()

async function checked(csv: string | Buffer): Promise<CustomerImportDetails> {
  const answer = await upload(csv)
  expect(answer.statusCode, answer.body).toBe(201)
  const { id, status } = answer.json()
  expect(status).toBe('checking')
  await work(id)
  return detailsOf(id)
}
async function imported(csv: string | Buffer): Promise<CustomerImportDetails> {
  const { id } = await checked(csv)
  const started = await call('POST', `${base}/${id}/start`)
  expect(started.statusCode, started.body).toBe(200)
  await work(id)
  return detailsOf(id)
}

interface Stored {
  id: string
  number: string | null
  name: string
  version: number
  contacts: { email: string | null }[]
  parent: string | null
}
const stored = async (): Promise<Stored[]> =>
  (
    await test.database.executeAsOwner(
      `select c.id, c.number, c.name, c.version, c.contacts, p.number as parent from customers c
       left join customers p on p.id = c.parent_id where c.business_id = $1 order by c.number, c.name`,
      [business.id],
    )
  ).rows as Stored[]

const problems = ({ problems: lines }: CustomerImportDetails) =>
  lines.map(({ line, kind, column }) => `${line} ${kind}${column ? ` ${column}` : ''}`)

describe('a list of customers', () => {
  it('changes nothing before it is imported, and shows what it would change', async () => {
    await imported('Customer number,Name,Email\nC-1,Prairie Wind,ann@prairie.example\nC-2,Elm,')
    const draft = await checked(
      [
        'Cust. No.;Company;E-mail;State',
        'c-1;Prairie Wind LLC;;TX',
        'C-2;Elm;;',
        'C-3;Caf\xe9 One;x@y.example;',
      ].join('\r\n'),
    )
    expect(draft).toMatchObject({
      status: 'ready',
      rows: 3,
      progress: 3,
      counts: { created: 1, updated: 1, unchanged: 1, bad: 0 },
      columns: ['Cust. No.', 'Company', 'E-mail', 'State'],
      mapping: { number: 0, name: 1, email: 2, state: 3, note: null },
    })
    expect(draft.changes).toMatchObject([
      {
        line: 2,
        number: 'C-1',
        isNew: false,
        fields: [
          { column: 'name', before: 'Prairie Wind', after: 'Prairie Wind LLC' },
          { column: 'state', before: null, after: 'TX' },
        ],
      },
      { line: 4, number: 'C-3', name: 'Café One', isNew: true },
    ])
    expect((await stored()).map(({ name }) => name)).toEqual(['Prairie Wind', 'Elm'])
    await call('POST', `${base}/${draft.id}/start`)
    await work(draft.id)
    expect(await detailsOf(draft.id)).toMatchObject({ status: 'done', counts: draft.counts })
    expect((await stored()).map(({ number, name, version }) => [number, name, version])).toEqual([
      ['C-1', 'Prairie Wind LLC', 2],
      ['C-2', 'Elm', 1],
      ['C-3', 'Café One', 1],
    ])
    const found = await call('GET', '/api/customers?search=cafe')
    expect(found.json().items).toMatchObject([{ number: 'C-3' }])
    expect((await auditOf(test, draft.id)).map(({ action }) => action)).toEqual([
      'customer-import.create',
      'customer-import.start',
      'customer-import.finish',
    ])
  })

  it.each<[string, string | Buffer]>([
    ['UTF-8 with a mark and commas', '\ufeffName,City,State\n"Café, One",Zürich,TX'],
    ['Latin-1 and semicolons', Buffer.from('Name;City;State\n"Caf\xe9, One";Z\xfcrich;TX', 'latin1')],
    ['tabs, as copied from a spreadsheet', 'Name\tCity\tState\nCafé, One\tZürich\tTX'],
  ])('is read in %s', async (_, csv) => {
    await imported(csv)
    const { body } = await call('GET', '/api/customers/export')
    expect(body).toContain('"Café, One"')
    expect(body).toContain('"Zürich"')
  })

  it('says one thing about each bad line, and takes the corrected lines', async () => {
    await imported('Number,Name\nOLD,One')
    await imported('Name\nTwins\n')
    await test.database.executeAsOwner(
      `insert into customers (id, business_id, name, is_kept, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Twins', true, now(), now())`,
      [business.id],
    )
    const list = [
      'Number,Name,Email,State,Parent,Balance',
      `A-1,${'x'.repeat(300)},,,,1`,
      'A-2,Good,,,,2',
      'a-2,Again,,,,3',
      'A-3,,,,,4',
      'A-4,Four,not an address,,,5',
      'A-5,Five,,Atlantis,,6',
      'A-6,Six,,,NO-SUCH,7',
      'A-7,Seven,,,A-8,8',
      'A-8,Eight,,,A-7,9',
      'A-9,Nine,,,A-9,10',
      ',Twins,,,,11',
      ',Alone,,,,12',
      ',Alone,,,,13',
      'A-10,Ten,shared@example.org,,OLD,14',
      'A-11,Eleven,shared@example.org,,A-10,15',
      '=1+1,Formula,,,,16',
    ]
    const draft = await checked(list.join('\n'))
    expect(problems(draft)).toEqual([
      '2 too-long name',
      '4 twice number',
      '5 no-name',
      '6 wrong-email email',
      '7 unknown-state state',
      '8 unknown-parent parent',
      '9 parent-loop',
      '10 parent-loop',
      '11 parent-loop',
      '12 ambiguous',
      '14 twice name',
      '17 formula number',
    ])
    expect(draft.counts).toEqual({ created: 4, updated: 0, unchanged: 0, bad: 12 })
    await call('POST', `${base}/${draft.id}/start`)
    await work(draft.id)
    expect((await stored()).map(({ number, name, parent }) => [number, name, parent])).toEqual([
      ['A-10', 'Ten', 'OLD'],
      ['A-11', 'Eleven', 'A-10'],
      ['A-2', 'Good', null],
      ['OLD', 'One', null],
      [null, 'Alone', null],
      [null, 'Twins', null],
      [null, 'Twins', null],
    ])
    const { body } = await call('GET', `${base}/${draft.id}/lines-to-correct`)
    const lines = body.replace('\ufeff', '').trim().split('\r\n')
    expect(lines).toHaveLength(13)
    expect(lines[0]).toBe('"Number","Name","Email","State","Parent","Balance","What to correct"')
    expect(lines[4]).toBe('"A-4","Four","not an address","","","5","Email isn’t a valid email address"')
    const corrected = await checked(
      body.replace('not an address', 'four@example.org').replace('Atlantis', 'OH'),
    )
    expect(corrected.counts).toEqual({ created: 2, updated: 1, unchanged: 1, bad: 8 })
    const again = await call('GET', `${base}/${corrected.id}/lines-to-correct`)
    expect(again.body.match(/What to correct/g)).toHaveLength(1)
  })

  it('masks secret numbers before they are stored', async () => {
    const { id } = await checked('Number,Name,Note\n123-45-6789,Elm,\nC-2,Oak,Pays with 4111 1111 1111 1111')
    expect(problems(await detailsOf(id))).toEqual(['2 secret number'])
    await call('POST', `${base}/${id}/start`)
    await work(id)
    const { rows } = await test.database.executeAsOwner(
      `select cells::text || entry::text as text from customer_import_lines where import_id = $1
       union all select note from customers where business_id = $2`,
      [id, business.id],
    )
    const kept = JSON.stringify(rows)
    expect(kept).toContain('Pays with')
    expect(kept).not.toMatch(/123-45|4111 1111 1111/)
  })

  it('has columns that can be chosen', async () => {
    const { id, mapping, counts } = await checked('Nr,Wer\n1,Elm\n2,Oak')
    expect(counts).toMatchObject({ bad: 2 })
    const chosen = { ...mapping, number: 0, name: 1 }
    const answer = await call('PUT', `${base}/${id}/mapping`, chosen)
    expect(answer.json()).toMatchObject({ status: 'checking', mapping: chosen })
    await work(id)
    expect((await detailsOf(id)).counts).toEqual({ created: 2, updated: 0, unchanged: 0, bad: 0 })
    for (const wrong of [
      { ...chosen, email: 2 },
      { ...chosen, email: 1 },
    ]) {
      const { fields } = (await call('PUT', `${base}/${id}/mapping`, wrong)).json()
      expect(fields, `column ${wrong.email}`).toMatchObject([{ path: 'mapping' }])
    }
  })

  it('goes on where it stopped, without losing or doubling a line', async () => {
    const lines = Array.from(
      { length: 2500 },
      (_, at) => `N-${at},Customer ${at},${at > 6 ? `N-${at % 7}` : ''}`,
    )
    const { id } = await checked(['Number,Name,Parent', ...lines].join('\n'))
    await call('POST', `${base}/${id}/start`)
    let pieces = 0
    // Ends in the middle of the second piece, after its rows were written.
    const broken = {
      ...job,
      othersWait: async () => ++pieces > 1,
      goOnLaterWithin: () => Promise.reject(new Error('Lost')),
    }
    await expect(runImport(test.services, id, broken)).rejects.toThrow('Lost')
    expect(await stored()).toHaveLength(1000)
    expect(await detailsOf(id)).toMatchObject({ status: 'importing', progress: 1000 })
    await work(id)
    const customers = await stored()
    expect(customers).toHaveLength(2500)
    expect(new Set(customers.map(({ number }) => number)).size).toBe(2500)
    expect(customers.filter(({ parent }) => parent !== null).length).toBeGreaterThan(2400)
  })

  it('that stopped for good can be continued', async () => {
    const { id } = await checked('Number,Name\n1,Elm')
    await call('POST', `${base}/${id}/start`)
    const broken = { ...job, isLastAttempt: true, completeWithin: () => Promise.reject(new Error('Lost')) }
    await expect(runImport(test.services, id, broken)).rejects.toThrow('Lost')
    expect((await detailsOf(id)).status).toBe('failed')
    await call('POST', `${base}/${id}/start`)
    await work(id)
    expect(await detailsOf(id)).toMatchObject({ status: 'done', counts: { created: 1 } })
    expect(await stored()).toHaveLength(1)
  })

  it('doesn’t overwrite what someone changed after the preview', async () => {
    await imported('Number,Name\n1,Elm\n2,Oak')
    const [elm] = await stored()
    const { id } = await checked('Number,Name\n1,Elm Ltd\n2,Oak Ltd\n3,Ash')
    const change = await call('PUT', `/api/customers/${elm?.id}`, {
      number: '1',
      name: 'Elm Inc',
      version: 1,
    })
    expect(change.statusCode, change.body).toBe(200)
    expect((await call('POST', '/api/customers', { number: '3', name: 'Ash Inc' })).statusCode).toBe(201)
    await call('POST', `${base}/${id}/start`)
    await work(id)
    const done = await detailsOf(id)
    expect(problems(done)).toEqual(['2 changed-meanwhile', '4 changed-meanwhile'])
    expect(done.counts).toMatchObject({ updated: 1, bad: 2 })
    expect((await stored()).map(({ name }) => name)).toEqual(['Elm Inc', 'Oak Ltd', 'Ash Inc'])
  })

  it('comes back unchanged from an export', async () => {
    await imported(
      [
        Object.values(customerColumns).join(','),
        'P-1,Prairie,,,,,,,,,,,,',
        '"C-1","Elm, Oak","Elm; Oak",Ann,ann@elm.example,+1 555 123 4567,1 Main St,Austin,TX,78701,P-1,"a; b","One\nTwo",Yes',
      ].join('\n'),
    )
    const { body } = await call('GET', '/api/customers/export')
    const again = await checked(body)
    expect(again.counts).toEqual({ created: 0, updated: 0, unchanged: 2, bad: 0 })
    expect((await call('POST', `${base}/${again.id}/start`)).statusCode).toBe(409)
    const template = await checked(`${(await call('GET', '/api/customers/template')).body}T-1,Template\n`)
    expect(Object.values(template.mapping)).toEqual(customerColumnNames.map((_, at) => at))
    expect(await auditOf(test, business.id)).toContainEqual(
      expect.objectContaining({ action: 'customer.export' }),
    )
  })

  it.each([
    ['an empty file', '', 'empty'],
    ['headings alone', 'Name,Email', 'no customers'],
    ['an open quotation mark', 'Name\n"Elm', 'quotation mark'],
    ['another encoding', Buffer.from('\ufeffName\nElm', 'utf16le'), 'UTF-8'],
  ])('is refused with %s, and nothing of it stays', async (_, csv, message) => {
    const answer = await upload(csv)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().fields).toMatchObject([{ path: 'file', message: expect.stringContaining(message) }])
    expect((await call('GET', base)).json().items).toEqual([])
  })

  it('is refused with a line too many', async () => {
    expect(importLimits.rows).toBe(100_000)
    const actor = {
      kind: 'person',
      id: business.manager.id,
      role: 'business',
      businessId: business.id,
    } as const
    async function* parts() {
      const content = Readable.from([Buffer.from(`Name\n${'x\n'.repeat(3)}`)])
      yield { kind: 'file', field: 'file', untrustedName: 'list.csv', content } as const
    }
    const refused = receiveImport(test.services, { ...systemCall, actor }, parts(), 2)
    await expect(refused).rejects.toMatchObject({ fields: [{ message: expect.stringContaining('up to 2') }] })
  })

  it('belongs to its business, and viewers only look at it', async () => {
    const { id } = await checked('Number,Name\n1,Elm')
    const other = await createTestBusiness(test)
    const { cookie } = other
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/start'],
      ['GET', '/lines-to-correct'],
      ['DELETE', ''],
    ] as const) {
      expect((await call(method, `${base}/${id}${path}`, undefined, cookie)).statusCode, method + path).toBe(
        404,
      )
    }
    expect((await call('GET', base, undefined, cookie)).json().items).toEqual([])
    const viewer = await signInAs(test, await addMember(test, business.manager, 'viewer'))
    expect((await call('GET', `${base}/${id}`, undefined, viewer)).statusCode).toBe(200)
    expect((await upload('Name\nElm', viewer)).statusCode).toBe(403)
    expect((await call('POST', `${base}/${id}/start`, undefined, viewer)).statusCode).toBe(403)
    expect((await call('DELETE', `${base}/${id}`, undefined, viewer)).statusCode).toBe(403)
    expect((await call('DELETE', `${base}/${id}`)).statusCode).toBe(204)
    expect((await call('GET', `${base}/${id}`)).statusCode).toBe(404)
  })

  it('is deleted 30 days later, and its customers stay', async () => {
    await imported('Name\nElm')
    test.clock.advance(importLimits.keptDays * dayMs + 1)
    await sweepImports(test.services)
    const { rows } = await test.database.executeAsOwner(
      'select from customer_imports where business_id = $1',
      [business.id],
    )
    expect(rows).toEqual([])
    expect(await stored()).toHaveLength(1)
  })
})
