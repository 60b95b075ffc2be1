/** The page, the tables, the PDF, the receipts and the auditor's page say the same about each sale. */
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { BinderSale } from '@exempta/contract/binders'
import { certificateWords, type SaleOutcome, saleOutcomeWords } from '@exempta/contract/coverage/sale-outcome'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { dice } from '../../../test/dice.ts'
import { linkIn, readEmails } from '../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { rowsInPdf } from '../../../test/read-binder-pdf.ts'
import { createTestBusiness, type TestBusiness } from '../../../test/sharing.ts'
import { formOf } from '../../../test/uploads.ts'
import { readCsv } from '../../platform/csv/read-csv.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { renewCoverage } from '../coverage/index.ts'

const cases = Number(process.env.SALE_CASES ?? 120)
// The short run decides about the same sales every time, which are known to have every outcome; the long run about new ones.
const seed = Number(process.env.SEED ?? (process.env.SALE_CASES ? Date.now() % 1_000_000 : 1))
const { below, of } = dice(seed)

let test: TestApp
let business: TestBusiness
let owner: TestPerson
beforeAll(async () => {
  test = await startTestApp({ rateLimitPerMinute: 1_000_000, runJobs: true })
  business = await createTestBusiness(test)
  owner = await createPerson(test)
})
afterAll(() => test.close())

const day = (before: number) =>
  new Date(test.clock.now().getTime() - before * 86_400_000).toISOString().slice(0, 10)
const purchaserOf = (customer: number) => `Buyer ${customer} Foods`
const get = async (url: string, cookie = business.cookie) => {
  const answer = await test.call({ method: 'GET', url, headers: { cookie } })
  expect(answer.statusCode, `${url} ${answer.body.slice(0, 300)}`).toBe(200)
  return answer
}
const post = async (url: string, payload: object, cookie = business.cookie) => {
  const answer = await test.call({ method: 'POST', url, payload, headers: { cookie } })
  expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300)
  return answer
}

interface Paper {
  customer: number
  isGood: boolean
}

/** A certificate as it is in the database once it was confirmed, shared and reviewed. */
async function store({
  customer,
  isGood,
}: Paper): Promise<{ id: string; owner_id: string; business_id: string }> {
  const { database, files } = test.services
  const [id, shareId] = [randomUUID(), randomUUID()]
  const now = test.clock.now()
  const draft = await files.put({ documentId: id, rendition: 'redacted', version: 1 }, Buffer.from('paper'))
  const share = { id: shareId, owner_id: owner.id, business_id: business.id }
  await database.transact(systemActor, async (tx) => {
    await tx
      .insertInto('documents')
      .values({
        id,
        owner_id: owner.id,
        name: 'paper.pdf',
        type: 'application/pdf',
        status: 'processed',
        size_bytes: 1,
        content_hash: Buffer.alloc(32, shareId),
        has_original: false,
        page_count: 1,
        version: 1,
        created_at: now,
        updated_at: now,
        processed_at: now,
      })
      .execute()
    await files.publish(tx, draft)
    await tx
      .insertInto('exemptions')
      .values({
        document_id: id,
        owner_id: owner.id,
        version: 1,
        pages: [1],
        form: 'ny-st-120',
        purchaser: purchaserOf(customer),
        seller: isGood ? business.manager.name : of(null, business.manager.name, 'Quite Another Store'),
        reason: 'resale',
        is_blanket: isGood ? true : of(true, false, null),
        has_signature: isGood || below(2) > 0,
        signed_on: isGood ? day(900) : day(below(800)),
        expires_on: isGood ? null : of(null, day(below(700)), day(-30)),
        confirmed_at: now,
      })
      .execute()
    await tx
      .insertInto('exemption_states')
      .values({ document_id: id, state: 'NY', number: isGood ? '43-1234567' : of(null, '43-1234567') })
      .execute()
    const status = isGood ? 'verified' : of('pending', 'verified', 'rejected')
    await tx
      .insertInto('document_shares')
      .values({
        id: shareId,
        document_id: id,
        owner_id: owner.id,
        business_id: business.id,
        status,
        can_download: true,
        has_watermark: false,
        tells_first_view: false,
        shared_at: now,
        created_at: now,
        updated_at: now,
        reviewed_at: status === 'pending' ? null : now,
        reject_reason: status === 'rejected' ? 'Blurred' : null,
      })
      .execute()
    await renewCoverage(test.services, tx, [share])
  })
  return share
}

interface Recorded {
  id: string
  reference: string
}

const cards = [
  { program: 'smartpay', line: 'purchase', billing: 'central' },
  { program: 'smartpay', line: 'travel', billing: 'individual' },
  { program: 'unknown', line: 'unknown', billing: 'unknown' },
]

async function record(customerId: string, number: number): Promise<Recorded> {
  const reference = `INV-${number}`
  const sale = {
    state: 'NY',
    kind: of('goods', 'goods', 'goods', 'service'),
    isTaxed: of(null, null, null, true, false),
    amountCents: 100 * below(5_000),
    reference,
    locationId: null,
    allowedReason: of('', '', '', 'The manager saw the letter.'),
  }
  const { id } = (
    number % 10 === 9
      ? await post('/api/counter/card/checks', { ...sale, card: of(...cards) })
      : await post('/api/coverage/checks', {
          ...sale,
          customerId,
          // New York accepts a certificate that comes within 90 days.
          on: day(1 + below(of(60, 500))),
          isOwnUse: below(6) === 0,
        })
  ).json()
  if (below(15) === 0) await post(`/api/coverage/checks/${id}/refunds`, { reference: `CR-${number}` })
  return { id, reference }
}

async function binderOf(fields: Record<string, string>, csv?: string): Promise<string> {
  const list =
    csv === undefined ? [] : [{ field: 'file' as const, name: 'list.csv', bytes: Buffer.from(csv) }]
  const { payload, headers } = await formOf(list, { state: 'NY', ...fields })
  const answer = await test.call({
    method: 'POST',
    url: '/api/binders',
    payload,
    headers: { ...headers, cookie: business.cookie },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

async function made(id: string): Promise<void> {
  await post(`/api/binders/${id}/make`, {})
  await vi.waitFor(async () => expect((await get(`/api/binders/${id}`)).json().status, id).toBe('ready'), {
    timeout: 120_000,
    interval: 200,
  })
}

async function allOf<Item>(url: string, cookie?: string): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor = ''; ; ) {
    const page = (await get(`${url}${url.includes('?') ? '&' : '?'}limit=100${cursor}`, cookie)).json()
    items.push(...page.items)
    if (!page.nextCursor) return items
    cursor = `&cursor=${page.nextCursor}`
  }
}

async function auditorOf(binderId: string): Promise<BinderSale[]> {
  const email = `auditor-${randomUUID()}@tax.example`
  await post(`/api/binders/${binderId}/auditors`, { email, endsOn: day(-20) })
  const [invitation] = await readEmails(test, email)
  const token = linkIn(invitation as never).split('/audit/')[1] ?? ''
  await post('/api/audit/codes', { token }, '')
  const code = /\b\d{6}\b/.exec((await readEmails(test, email)).at(-1)?.text ?? '')?.[0]
  const answer = await post('/api/audit/viewers', { token, code }, '')
  const [cookie] = answer.cookies
  return allOf(`${cookie?.path}/sales`, `${cookie?.name}=${cookie?.value}`)
}

async function filesOf(binderId: string): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise((await get(`/api/binders/${binderId}/file`)).rawPayload, {})
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}

async function table(bytes: Buffer | undefined): Promise<Record<string, string>[]> {
  const rows: string[][] = []
  async function* pieces() {
    yield bytes ?? Buffer.alloc(0)
  }
  for await (const { cells } of readCsv(pieces())) rows.push([...cells])
  const [head = [], ...rest] = rows
  return rest.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

/** What one place says about a sale: the result, why, and where the certificate is. */
type Said = readonly [result: string, why: string, certificate: string]
const spaced = (text = '') => text.replace(/\s+/g, ' ').trim()
const placeOf = (cell = '') =>
  cell === certificateWords.none || cell === certificateWords['not-shared'] ? cell : 'open'
const byPage = ({
  outcome,
  reasons,
  certificate,
}: Pick<BinderSale, 'outcome' | 'reasons' | 'certificate'>): Said => [
  saleOutcomeWords[outcome],
  spaced(reasons.join(' ')),
  certificate === 'open' ? 'open' : certificateWords[certificate],
]
const byTable = (row: Record<string, string>): Said => [
  (row.Result ?? '').replace(/^Refund \((.+)\)$/, '$1'),
  spaced(row.Why),
  placeOf(row.Certificate),
]

it(`agrees about ${cases} random sales (seed ${seed})`, { timeout: 120_000 + cases * 400 }, async () => {
  const customers = Math.ceil(cases / 6)
  const shares: Awaited<ReturnType<typeof store>>[] = []
  for (let at = 0; at < customers; at++) {
    for (let papers = 1 + below(2); papers > 0; papers--) {
      shares.push(await store({ customer: at, isGood: below(2) === 0 }))
    }
  }
  const { rows } = await test.database.executeAsOwner('select id, name from coverage_customers')
  const ids = new Map((rows as { id: string; name: string }[]).map(({ id, name }) => [name, id]))
  const receipts: Recorded[] = []
  for (let at = 0; at < cases; at++) {
    receipts.push(await record(ids.get(purchaserOf(below(customers))) ?? '', at))
  }
  // Afterwards, certificates come and go.
  test.clock.advance(86_400_000)
  business.cookie = await signInAs(test, business.manager)
  for (let at = 0; at < customers / 3; at++) await store({ customer: below(customers), isGood: true })
  const cookie = await signInAs(test, owner)
  for (const { id } of shares.filter(() => below(6) === 0)) {
    await test.call({
      method: 'POST',
      url: '/api/shares/revoke',
      payload: { ids: [id] },
      headers: { cookie },
    })
  }

  const listed = receipts.filter(() => below(3) > 0)
  const unrecorded = Array.from({ length: Math.ceil(cases / 5) }, (_, at) => ({
    reference: `LIST-${at}`,
    customer: of(purchaserOf(below(customers)), purchaserOf(below(customers)), 'Nobody We Know', ''),
    on: of(day(1 + below(500)), day(1 + below(500)), ''),
    tax: of('', '', 'Yes', '0.00'),
  }))
  const csv = [
    'Invoice,Date,Customer,Tax',
    ...listed.map(({ reference }) => `${reference},,,${of('', '', 'yes', 'no')}`),
    ...unrecorded.map(({ reference, on, customer, tax }) => `${reference},${on},${customer},${tax}`),
  ].join('\n')
  const withList = await binderOf({ from: day(600), to: day(0) }, csv)
  const ofPeriod = await binderOf({ from: day(600), to: day(0) })

  const outcomes = new Map<SaleOutcome, number>()
  for (const id of [ofPeriod, withList]) {
    const draft = await allOf<BinderSale>(`/api/binders/${id}/sales?show=all`)
    const counted = (await get(`/api/binders/${id}`)).json().counts
    await made(id)
    const { counts } = (await get(`/api/binders/${id}`)).json()
    expect(counts, `the counts of the page before and after, ${id}`).toMatchObject({
      sales: counted.sales,
      covered: counted.covered,
      taxed: counted.taxed,
      notCovered: counted.notCovered,
      haveNone: counted.haveNone,
    })
    const sales = await allOf<BinderSale>(`/api/binders/${id}/sales?show=all`)
    expect(sales, `the page before and after, ${id}`).toEqual(draft)
    const countOf = (wanted: SaleOutcome) =>
      sales.filter(({ outcome, isRefund }) => !isRefund && outcome === wanted).length
    expect([counts.taxed, counts.notCovered, counts.haveNone, counts.coveredLater], id).toEqual([
      countOf('taxed'),
      countOf('not-covered'),
      countOf('none'),
      countOf('later'),
    ])

    const files = await filesOf(id)
    const pdf = files.get('binder.pdf') ?? Buffer.alloc(0)
    const inPdf = new Map(rowsInPdf(pdf, 'Receipts').map((row) => [row.Receipt, byTable(row)]))
    const listedInPdf = new Map(
      rowsInPdf(pdf, 'Sales without a receipt').map((row) => [row['Invoice or order'], byTable(row)]),
    )
    const inChecks = new Map((await table(files.get('checks.csv'))).map((row) => [row.Receipt, byTable(row)]))
    const inInvoices = new Map(
      files.has('invoices.csv')
        ? (await table(files.get('invoices.csv'))).map((row) => [row.Line, byTable(row)])
        : [],
    )
    const auditor = new Map((await auditorOf(id)).map((sale) => [sale.id, byPage(sale)]))
    const codes = new Map(
      (await allOf<{ id: string; code: string }>('/api/coverage/checks')).map((one) => [one.code, one.id]),
    )
    expect(auditor.size, id).toBe(sales.length)
    for (const sale of sales) {
      outcomes.set(sale.outcome, (outcomes.get(sale.outcome) ?? 0) + 1)
      const said = byPage(sale)
      const name = `${sale.reference} ${sale.code}`
      expect(auditor.get(sale.id), `the auditor's page, ${name}`).toEqual(said)
      if (sale.line !== null) {
        expect(inInvoices.get(String(sale.line)), `invoices.csv, ${name}`).toEqual(said)
      }
      if (sale.code === null) {
        expect(listedInPdf.get(sale.reference ?? ''), `the PDF, ${name}`).toEqual(said)
        continue
      }
      expect(inPdf.get(sale.code), `the PDF, ${name}`).toEqual(said)
      expect(inChecks.get(sale.code), `checks.csv, ${name}`).toEqual(said)
      const receipt = (await get(`/api/coverage/checks/${codes.get(sale.code)}`)).json()
      expect(byPage(receipt.decision), `the receipt, ${name}`).toEqual(said)
    }
  }
  // Sales that are all alike would prove little.
  for (const outcome of Object.keys(saleOutcomeWords)) {
    // No certificate of New York is for a part.
    if (outcome === 'part') continue
    expect(outcomes.get(outcome as SaleOutcome) ?? 0, outcome).toBeGreaterThan(0)
  }
})
