import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { listVerifications, Verification } from '@exempta/contract/review/verifications'
import type { RouteReturn } from '@exempta/contract/route'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certificateScene } from '../../../test/certificates.ts'
import { formOf } from '../../../test/uploads.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { loadIrsFiles, loadStateFile } from './number-files.ts'

const { scene, get, share, newDocument, confirmed } = certificateScene()

const header =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'
const row = (ein: string, name: string) =>
  `${ein},${name},% DANA RUIZ,1 MAIN ST,AUSTIN,TX,78701-0000,0000,03,3,1000,199501,1,15,000000000,1,01,202412,4,4,01,0,12,1,2,3,P20,`

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exempta-numbers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileOf(text: string): Promise<string> {
  files += 1
  const file = join(folder, `eo${files}.csv`)
  await writeFile(file, text)
  return file
}
const loadIrs = async (...texts: string[]) =>
  loadIrsFiles(scene.test.services, await Promise.all(texts.map(fileOf)), '2026-09-07')
const irsText = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`

const organizations = () =>
  scene.test.services.database.transact(systemActor, (tx) =>
    tx.selectFrom('irs_organizations').select(['ein', 'name']).orderBy('ein').execute(),
  )

async function received(states: object[], reason: string) {
  const documentId = await newDocument()
  await confirmed(documentId, { states, form: null, reason, seller: null })
  await share({ documentIds: [documentId], businessIds: [scene.business.id] })
  const { rows } = await scene.test.database.executeAsOwner(
    'select id from document_shares where document_id = $1',
    [documentId],
  )
  return (rows[0] as { id: string }).id
}
const numbersOf = async (id: string): Promise<RouteReturn<typeof listVerifications>['numbers']> =>
  (await get(`/api/received/${id}/verifications`, scene.business.cookie)).json().numbers
async function record(id: string, fields: Record<string, string>): Promise<Verification> {
  const { payload, headers } = await formOf([], fields)
  const answer = await scene.test.call({
    method: 'POST',
    url: `/api/received/${id}/verifications`,
    payload,
    headers: { ...headers, cookie: scene.business.cookie },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

describe('the IRS’s list', () => {
  beforeEach(async () => {
    await loadIrs(irsText(row('741234567', 'PRAIRIE RELIEF FUND')))
  })

  it('replaces the list before it, from several files', async () => {
    const loaded = await loadIrs(
      irsText(row('010000001', 'ONE')),
      irsText(row('010000002', '"TWO, ""THE"" SECOND"'), row('741234567', 'BACK\\SLASH')),
    )
    expect(loaded).toEqual({ rowCount: 3, fileDate: '2026-09-07', isNew: true })
    expect(await organizations()).toEqual([
      { ein: '010000001', name: 'ONE' },
      { ein: '010000002', name: 'TWO, "THE" SECOND' },
      { ein: '741234567', name: 'BACK\\SLASH' },
    ])
  })

  it('is not loaded twice', async () => {
    const text = irsText(row('010000009', 'NINE'))
    expect((await loadIrs(text)).isNew).toBe(true)
    expect((await loadIrs(text)).isNew).toBe(false)
    expect(await organizations()).toHaveLength(1)
  })

  it.each([
    [
      'is cut off',
      irsText(row('010000001', 'ONE')).slice(0, -40),
      /^eo\d+\.csv, line 2: the file is cut off here/,
    ],
    [
      'misses a column somewhere',
      irsText(row('010000001', 'ONE'), row('010000002', 'TWO').replace(',AUSTIN', '')),
      /line 3: 27 columns instead of 28/,
    ],
    ['is another list', 'EIN,NAME,CITY\n1,2,3\n', /line 1: 3 columns instead of 28/],
    [
      'has other columns',
      irsText().replace('SUBSECTION', 'SECTION'),
      /line 1: this isn’t the IRS’s list, which has a column SUBSECTION/,
    ],
    ['has something else as EIN', irsText(row('74-1234567', 'ONE')), /line 2: the EIN doesn’t have 9 digits/],
    ['isn’t text', irsText(row('010000001', 'O\0E')), /line 2: this isn’t a text file/],
    ['is empty', '', /line 1: the file is empty/],
    [
      'has a number twice',
      irsText(row('010000001', 'ONE'), row('010000001', 'ONE')),
      /010000001 is in these files twice/,
    ],
  ])('changes nothing when a file %s', async (_, text, message) => {
    await expect(loadIrs(irsText(row('020000001', 'GOOD')), text)).rejects.toThrow(message)
    expect(await organizations()).toEqual([{ ein: '741234567', name: 'PRAIRIE RELIEF FUND' }])
  })

  it('is looked up for charities, whether it has the number or not, and not for resellers', async () => {
    const known = await received([{ state: 'TX', number: '74-1234567' }], 'charity')
    expect((await numbersOf(known))[0]?.irsFile).toEqual({
      fileDate: '2026-09-07',
      found: { name: 'PRAIRIE RELIEF FUND', isActive: true, details: '501(c)(3), AUSTIN, TX' },
    })
    const unknown = await received([{ state: 'TX', number: '75-0000001' }], 'religious')
    expect((await numbersOf(unknown))[0]?.irsFile).toEqual({ fileDate: '2026-09-07', found: null })
    const reseller = await received([{ state: 'TX', number: '74-1234567' }], 'resale')
    expect((await numbersOf(reseller))[0]?.irsFile).toBeNull()
    const other = await received([{ state: 'TX', number: '32012345678' }], 'charity')
    expect((await numbersOf(other))[0]?.irsFile).toBeNull()

    expect(await record(known, { kind: 'irs-file', state: 'TX' })).toMatchObject({
      result: 'active',
      fileDate: '2026-09-07',
      foundName: 'PRAIRIE RELIEF FUND',
      dueOn: null,
    })
    expect(await record(unknown, { kind: 'irs-file', state: 'TX' })).toMatchObject({
      result: 'unclear',
      foundName: null,
    })
  })

  it('can be read by businesses alone', async () => {
    const rowsFor = (actor: Parameters<typeof scene.test.services.database.transact>[0]) =>
      scene.test.services.database.transact(actor, (tx) =>
        tx.selectFrom('irs_organizations').select('ein').execute(),
      )
    expect(await rowsFor({ kind: 'person', ...scene.owner })).toEqual([])
    const insert = scene.test.services.database.transact(
      { kind: 'person', ...scene.business.manager },
      (tx) =>
        tx
          .insertInto('irs_organizations')
          .values({ ein: '1', name: '', city: '', state: '', subsection: '' })
          .execute(),
    )
    await expect(insert).rejects.toThrow(/permission denied/)
  })
})

describe('a state’s list', () => {
  const columns = { number: 'License Number', name: 'Legal Name', status: 'Status', active: 'Open' }
  const load = async (state: string, text: string, more: object = {}) =>
    loadStateFile(scene.test.services, state, await fileOf(text), { ...columns, ...more }, '2026-10-01')
  const text = [
    '\uFEFFLegal Name;license number;Status',
    'Oak Supply;81-234-567;Closed',
    'Oak Supply LLC;81234567;open',
    'Elm Deli;82345678;Closed',
    '',
  ].join('\r\n')

  it('is looked up with or without dashes, and says what is active', async () => {
    expect(await load('PA', text)).toEqual({ rowCount: 2, fileDate: '2026-10-01', isNew: true })
    const open = await received([{ state: 'PA', number: '81 234 567' }], 'resale')
    expect((await numbersOf(open))[0]?.stateFile).toEqual({
      fileDate: '2026-10-01',
      found: { name: 'Oak Supply LLC', isActive: true, details: null },
    })
    const closed = await received([{ state: 'PA', number: '82345678' }], 'resale')
    expect(await record(closed, { kind: 'state-file', state: 'PA' })).toMatchObject({
      result: 'not-active',
      foundName: 'Elm Deli',
    })
  })

  it('can be loaded again with other columns', async () => {
    await load('WA', text, { name: 'Status' })
    expect(await load('WA', text)).toMatchObject({ isNew: true })
    expect(await load('WA', text)).toMatchObject({ isNew: false })
    const id = await received([{ state: 'WA', number: '82345678' }], 'resale')
    expect((await numbersOf(id))[0]?.stateFile?.found?.name).toBe('Elm Deli')
  })

  it('replaces the rows of its state alone', async () => {
    await load('PA', text)
    await load('NC', 'Legal Name,License Number\nPine Co,600111222\n', { status: undefined })
    await load('PA', 'Legal Name,License Number\nNew Co,99999999\n', { status: undefined })
    const rows = await scene.test.services.database.transact(systemActor, (tx) =>
      tx
        .selectFrom('state_numbers')
        .select(['state', 'number', 'is_active'])
        .where('state', '<>', 'WA')
        .orderBy('state')
        .execute(),
    )
    expect(rows).toEqual([
      { state: 'NC', number: '600111222', is_active: true },
      { state: 'PA', number: '99999999', is_active: true },
    ])
  })

  it.each([
    ['no such column', 'Name,License Number,Status\nA,1,Open\n', /line 1: there’s no column “Legal Name”/],
    [
      'a row that is too short',
      'Legal Name,License Number,Status\nA,1,Open\nB,2\n',
      /line 3: 2 columns instead of 3/,
    ],
    [
      'a row without a number',
      'Legal Name,License Number,Status\nA,-,Open\n',
      /line 2: the number is missing/,
    ],
  ])('changes nothing when a file has %s', async (_, broken, message) => {
    await load('OH', 'Legal Name,License Number,Status\nOld,123,Open\n')
    await expect(load('OH', broken)).rejects.toThrow(message)
    const id = await received([{ state: 'OH', number: '123' }], 'resale')
    expect((await numbersOf(id))[0]?.stateFile?.found?.name).toBe('Old')
  })

  it('is refused for a state that doesn’t exist', async () => {
    await expect(load('XX', text)).rejects.toThrow('There’s no state XX.')
  })
})
