import type { FillableForm, FilledCertificate } from '@exempta/contract/certificates/fill'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditOf } from '../../../../test/audit.ts'
import { formReader, uploadBlank } from '../../../../test/blank-forms.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import {
  createDocument,
  createTestBusiness,
  sharingScene,
  type TestBusiness,
} from '../../../../test/sharing.ts'
import { pdfBytes, untilProcessed } from '../../../../test/uploads.ts'
import { certificatesData } from '../feature.ts'

const { scene, get, post } = sharingScene()

interface Owner extends TestPerson {
  cookie: string
}

beforeEach(() => {
  scene.sandbox.answer = formReader()
  scene.sandbox.tooLong = []
})
beforeAll(async () => {
  scene.sandbox.answer = formReader()
  const answer = await uploadBlank(scene.test, pdfBytes('blank'))
  expect(answer.statusCode, answer.body).toBe(201)
})

const exemption = {
  form: 'ny-st-120' as string | null,
  purchaser: 'Prairie Wind Foods Co',
  seller: 'Summit Wholesale' as string | null,
  reason: 'resale',
  isBlanket: true,
  hasSignature: true,
  signedOn: '2025-05-04',
  expiresOn: null,
  states: [{ state: 'NY', number: '43-1234567' }],
}

async function newOwner(): Promise<Owner> {
  const person = await createPerson(scene.test)
  return { ...person, cookie: await signInAs(scene.test, person) }
}

async function confirm({ cookie }: Owner, id: string, change: object = {}) {
  const { version } = (await get(`/api/documents/${id}/reading`, cookie)).json()
  const answer = await scene.test.call({
    method: 'PUT',
    url: `/api/documents/${id}/exemption`,
    headers: { cookie },
    payload: { ...exemption, pages: [1], version, shown: null, ...change },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}

async function certificateOf(owner: Owner, change: object = {}): Promise<string> {
  const id = await createDocument(scene.test, owner.cookie)
  await confirm(owner, id, change)
  return id
}

const today = () => scene.test.clock.now().toISOString().slice(0, 10)
const values = [
  { name: 'purchaser', state: null, value: 'Prairie Wind Foods Co' },
  { name: 'purchaser-address', state: null, value: '12 Elm Street, Troy NY 12180' },
  { name: 'number', state: 'NY', value: '43-1234567' },
  { name: 'business', state: null, value: 'Groceries' },
  { name: 'ends-on', state: null, value: null },
  { name: 'signer', state: null, value: 'Dana Whitfield, Owner' },
]
const sellersOf = (...businesses: TestBusiness[]) =>
  businesses.map(({ id }, i) => ({
    businessId: id,
    name: `Seller ${'AB'[i]}`,
    address: '9 Oak Ave, Salem NY 12865',
  }))
const bodyFor = (businesses: TestBusiness[], change: object = {}) => ({
  form: 'ny-st-120',
  values,
  reason: 'resale',
  isBlanket: true,
  sellers: sellersOf(...businesses),
  signedOn: today(),
  signature: { kind: 'typed', text: 'Dana Whitfield' },
  ...change,
})
const fillFor = ({ cookie }: Owner, id: string, body: object) =>
  post(`/api/documents/${id}/fills`, body, cookie)
const batch = async ({ cookie }: Owner, id: string): Promise<FilledCertificate[]> =>
  (await get(`/api/documents/fills/${id}`, cookie)).json().certificates
const receivedBy = async ({ cookie }: TestBusiness): Promise<string[]> =>
  (await get('/api/received?limit=100', cookie))
    .json()
    .items.map(({ document }: { document: { id: string } }) => document.id)
const countOf = async (owner: Owner): Promise<number> =>
  (await get('/api/documents?limit=100', owner.cookie)).json().items.length

describe('filling in a certificate for other sellers', () => {
  it('offers the form with what its owner confirmed', async () => {
    const owner = await newOwner()
    const id = await certificateOf(owner)
    const { forms, obstacle, seller } = (await get(`/api/documents/${id}/fill`, owner.cookie)).json()
    expect([obstacle, seller]).toEqual([null, 'Summit Wholesale'])
    const [form] = forms as FillableForm[]
    expect(form).toMatchObject({ code: 'ny-st-120', hasKinds: true, asksSellerAddress: true, reasons: [] })
    expect(form?.fields).toContainEqual({
      name: 'purchaser',
      state: null,
      value: 'Prairie Wind Foods Co',
      isRequired: true,
    })
    expect(form?.fields).toContainEqual({
      name: 'number',
      state: 'NY',
      value: '43-1234567',
      isRequired: true,
    })
    const [entry] = (await get('/api/documents/wallet', owner.cookie)).json().items
    expect(entry.canFill).toBe(true)
  })

  it('makes an ordinary document for each seller, which is read back as it was filled in, confirmed and shared', async () => {
    const owner = await newOwner()
    const businesses = [await createTestBusiness(scene.test), await createTestBusiness(scene.test)]
    const id = await certificateOf(owner)
    const drawn = {
      kind: 'drawn',
      strokes: [
        [
          [0, 0.5],
          [0.5, 0.1],
          [1, 0.6],
        ],
      ],
      ratio: 4,
    }
    const answer = await fillFor(owner, id, bodyFor(businesses, { signature: drawn }))
    expect(answer.statusCode, answer.body).toBe(201)
    const { batchId } = answer.json()
    const made = await batch(owner, batchId)
    expect(made).toHaveLength(2)
    for (const { document, business } of made) {
      const letter = businesses.findIndex(({ id }) => id === business?.id) === 0 ? 'A' : 'B'
      await untilProcessed(scene.test, owner.cookie, document.id)
      const reading = (await get(`/api/documents/${document.id}/reading`, owner.cookie)).json()
      expect(reading.certificates[0].suggestion, document.name).toEqual({
        form: 'ny-st-120',
        purchaser: 'Prairie Wind Foods Co',
        seller: `Seller ${letter}`,
        reason: 'resale',
        isBlanket: true,
        hasSignature: true,
        signedOn: today(),
        expiresOn: null,
        government: null,
        governmentState: null,
        organization: null,
        states: [{ state: 'NY', number: '43-1234567', issuedBy: 'NY' }],
      })
      expect(await auditOf(scene.test, document.id), document.name).toContainEqual(
        expect.objectContaining({
          action: 'exemption.fill',
          details: { from: id, form: 'ny-st-120', signature: 'drawn' },
        }),
      )
    }

    // Nothing is shared that its owner didn't confirm, not even a part of it.
    const ids = made.map(({ document }) => document.id)
    const share = () => post(`/api/documents/fills/${batchId}/shares`, { documentIds: ids }, owner.cookie)
    await confirm(owner, ids[0] as string, { seller: 'Seller A' })
    expect((await share()).statusCode).toBe(409)
    expect((await batch(owner, batchId)).map(({ isShared }) => isShared)).toEqual([false, false])
    await confirm(owner, ids[1] as string, { seller: 'Seller B' })
    const sent = await share()
    expect([sent.statusCode, sent.json()]).toEqual([201, { sent: 2 }])
    for (const [at, business] of businesses.entries()) {
      const own = made.find((one) => one.business?.id === business.id)?.document.id
      expect(await receivedBy(business), `business ${at}`).toEqual([own])
    }
    expect((await share()).json()).toEqual({ sent: 0 })
    expect(await exported(owner)).toMatchObject([
      { sourceDocumentId: id, form: 'ny-st-120', signature: 'drawn' },
      { sourceDocumentId: id, form: 'ny-st-120', signature: 'drawn' },
    ])
  })

  it('fills one in for a seller that isn’t registered, which only its owner can hand on', async () => {
    const owner = await newOwner()
    const id = await certificateOf(owner)
    const seller = { businessId: null, name: 'Corner Hardware', address: '1 Main St, Troy NY 12180' }
    const filled = await fillFor(owner, id, bodyFor([], { sellers: [seller] }))
    expect(filled.statusCode, filled.body).toBe(201)
    const { batchId } = filled.json()
    const [made] = await batch(owner, batchId)
    expect(made).toMatchObject({ business: null, seller: 'Corner Hardware', isShared: false })
    const documentId = made?.document.id ?? ''
    await untilProcessed(scene.test, owner.cookie, documentId)
    await confirm(owner, documentId, { seller: 'Corner Hardware' })
    const shared = await post(
      `/api/documents/fills/${batchId}/shares`,
      { documentIds: [documentId] },
      owner.cookie,
    )
    expect(shared.statusCode).toBe(409)
    expect(shared.json().title).toContain('isn’t on Exempta')
    expect(await exported(owner)).toMatchObject([{ seller: 'Corner Hardware', business: null }])
    const twice = await fillFor(owner, id, bodyFor([], { sellers: [seller, seller] }))
    expect(twice.statusCode, 'the same seller twice').toBe(422)
  })

  async function exported({ id }: Owner): Promise<unknown[]> {
    const found: unknown[] = []
    for await (const part of certificatesData(scene.test.services, { kind: 'person', id, role: 'user' })) {
      if (part.path !== 'filled-certificates.json' || !('rows' in part)) continue
      for await (const row of part.rows) found.push(row)
    }
    return found
  }

  it.each([
    [
      'a certificate that the state issues',
      { form: 'fl-dr-13', seller: null, states: [{ state: 'FL', number: '12-3456789012-3' }] },
      'issued by the state',
    ],
    [
      'a certificate without a blank in the library',
      { form: 'tx-01-339', states: [{ state: 'TX', number: null }] },
      'don’t have a blank form',
    ],
  ])('says why %s cannot be filled in', async (_name, change, text) => {
    const owner = await newOwner()
    const business = await createTestBusiness(scene.test)
    const id = await certificateOf(owner, change)
    const { obstacle, forms } = (await get(`/api/documents/${id}/fill`, owner.cookie)).json()
    expect([obstacle, forms]).toEqual([expect.stringContaining(text), []])
    const refused = await fillFor(owner, id, bodyFor([business]))
    expect([refused.statusCode, refused.json().title]).toEqual([409, expect.stringContaining(text)])
    const [entry] = (await get('/api/documents/wallet', owner.cookie)).json().items
    expect(entry.canFill).toBe(false)
  })

  const change = (name: string, value: string | null) => ({
    values: values.map((one) => (one.name === name ? { ...one, value } : one)),
  })
  it.each([
    ['a required value is missing', change('purchaser', null), 'purchaser'],
    ['a value has letters that no form font has', change('business', 'Łódź 食品'), 'business'],
    ['it is signed for another day', { signedOn: '2020-01-01' }, 'signed-on'],
    [
      'the typed name has letters that no form font has',
      { signature: { kind: 'typed', text: '王' } },
      'signature',
    ],
    [
      'one dot is all that was drawn',
      { signature: { kind: 'drawn', strokes: [[[0.5, 0.5]]], ratio: 4 } },
      'signature',
    ],
    ['nothing was drawn', { signature: { kind: 'drawn', strokes: [], ratio: 4 } }, 'signature.strokes'],
    ['no seller is named', { sellers: [] }, 'sellers'],
  ])('is refused when %s, and nothing is made', async (_name, part, path) => {
    const owner = await newOwner()
    const business = await createTestBusiness(scene.test)
    const id = await certificateOf(owner)
    const refused = await fillFor(owner, id, bodyFor([business], part))
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.json().fields.map((field: { path: string }) => field.path)).toContain(path)
    expect(await countOf(owner)).toBe(1)
  })

  it('names the field that does not fit on the form', async () => {
    const owner = await newOwner()
    const business = await createTestBusiness(scene.test)
    const id = await certificateOf(owner)
    scene.sandbox.tooLong = [0]
    const refused = await fillFor(owner, id, bodyFor([business]))
    expect(refused.json().fields).toEqual([
      { path: 'seller', message: 'Seller doesn’t fit on the form. Please shorten it.' },
    ])
    expect(await countOf(owner)).toBe(1)
  })

  it('makes none when one of the sellers can’t receive documents, or is named twice', async () => {
    const owner = await newOwner()
    const [business, gone] = [await createTestBusiness(scene.test), await createTestBusiness(scene.test)]
    await scene.test.database.executeAsOwner(`update businesses set status = 'inactive' where id = $1`, [
      gone.id,
    ])
    const id = await certificateOf(owner)
    const refused = await fillFor(owner, id, bodyFor([business, gone]))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'recipient-not-active'])
    expect((await fillFor(owner, id, bodyFor([business, business]))).statusCode).toBe(422)
    expect(await countOf(owner)).toBe(1)
  })

  it('is for its owner alone', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const business = await createTestBusiness(scene.test)
    const id = await certificateOf(owner)
    expect((await get(`/api/documents/${id}/fill`, other.cookie)).statusCode).toBe(404)
    expect((await fillFor(other, id, bodyFor([business]))).statusCode).toBe(404)
    const { batchId } = (await fillFor(owner, id, bodyFor([business]))).json()
    const [made] = await batch(owner, batchId)
    const documentIds = [made?.document.id]
    expect((await get(`/api/documents/fills/${batchId}`, other.cookie)).statusCode).toBe(404)
    const shares = `/api/documents/fills/${batchId}/shares`
    expect((await post(shares, { documentIds }, other.cookie)).statusCode).toBe(404)
    // A certificate that wasn't filled in here has no seller of its own.
    expect((await post(shares, { documentIds: [id] }, owner.cookie)).statusCode).toBe(404)
  })
})
