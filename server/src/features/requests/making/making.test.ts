import { SealError, verifySignedFile } from '@exempta/contract/certificates/signed-file'
import type { Document } from '@exempta/contract/documents'
import type { CertificateRequest } from '@exempta/contract/requests'
import { type MakingReview, signingConsent } from '@exempta/contract/requests/making'
import type { ReceivedDocument } from '@exempta/contract/review'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditOf } from '../../../../test/audit.ts'
import { formReader, uploadBlank } from '../../../../test/blank-forms.ts'
import { certificateScene } from '../../../../test/certificates.ts'
import { plainAnswer } from '../../../../test/fake-sandbox.ts'
import { awaitEmail, readEmails } from '../../../../test/mailbox.ts'
import { signInAs } from '../../../../test/people.ts'
import { pdfBytes, untilDocument } from '../../../../test/uploads.ts'
import { limits as platformLimits } from '../../../platform/limits.ts'
import type { RedactCall, Redaction } from '../../../platform/sandbox/sandbox.ts'

const { scene, get, post } = certificateScene()

/** Nothing is hidden on what was made here. */
const clean = async (bytes: Buffer, call: RedactCall): Promise<Redaction> => {
  const result = await plainAnswer(bytes, call)
  return result.verdict === 'refused'
    ? result
    : { ...result, pages: result.pages.map((page) => ({ ...page, findings: [] })) }
}

beforeAll(async () => {
  scene.sandbox.answer = formReader()
  const answer = await uploadBlank(scene.test, pdfBytes('blank'))
  expect(answer.statusCode, answer.body).toBe(201)
  await scene.test.database.executeAsOwner('update businesses set address = $1 where id = $2', [
    '9 Shore Road\nIthaca NY 14850',
    scene.business.id,
  ])
})
beforeEach(async () => {
  scene.sandbox.answer = clean
  scene.sandbox.tooLong = []
  scene.business.cookie = await signInAs(scene.test, scene.business.manager)
})

const draft = {
  state: 'NY',
  kind: 'goods',
  claim: 'resale',
  number: '12-3456789',
  purchaser: 'Prairie Wind Foods Co',
  purchaserAddress: '12 Elm Street, Troy NY 12180',
  business: 'Grocery store',
  items: null as string | null,
  isBlanket: true,
  order: null as string | null,
  signer: 'Dana Whitfield',
  title: 'Owner',
}
const typed = { kind: 'typed', text: 'Dana Whitfield' }

let addresses = 0

async function visit(state: string | null = 'NY') {
  const asked = await post(
    '/api/requests',
    { email: null, customerName: 'Prairie Wind Foods Co', customerReference: null, state, message: null },
    scene.business.cookie,
  )
  const request: CertificateRequest = asked.json()
  return { request, ...browse(request) }
}

function browse(request: CertificateRequest) {
  const base = `/api/r/${request.link.split('/r/').at(-1)}`
  let cookie = ''
  const act = (method: 'POST' | 'PUT', path: string, payload: object) =>
    scene.test.call({ method, url: base + path, headers: { cookie, 'user-agent': 'Test Phone' }, payload })
  return {
    page: async () => (await get(base, cookie)).json(),
    choices: async (state: string, kind = 'goods') =>
      (await get(`${base}/making?state=${state}&kind=${kind}`, cookie)).json(),
    async save(change: object = {}) {
      const answer = await act('PUT', '/making', { ...draft, ...change })
      const set = answer.cookies.find(({ name }) => name === 'exempta_answer')
      if (set) cookie = `${set.name}=${set.value}`
      return answer
    },
    async confirm(email = `signer-${++addresses}@example.org`) {
      scene.test.clock.advance(platformLimits.shareCodeResendMs)
      expect((await act('POST', '/codes', { email })).statusCode).toBe(202)
      const emails = await readEmails(scene.test, email)
      const newest = emails.filter(({ template }) => template === 'certificate-request-code').at(-1)
      const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
      expect((await act('POST', '/confirmations', { code })).statusCode).toBe(200)
      return email
    },
    async keep(payload: { name: string; password: string }) {
      const { cookies } = await act('POST', '/password', payload)
      return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    sign: (hash: string, signature: object = typed, consents: unknown = true) =>
      act('POST', '/making/signatures', { hash, signature, consents }),
  }
}

const received = async (): Promise<ReceivedDocument[]> =>
  (await get('/api/received?limit=10', scene.business.cookie)).json().items

async function made() {
  const guest = await visit()
  const saved = await guest.save()
  expect(saved.statusCode, saved.body).toBe(200)
  const { hash } = saved.json() as MakingReview
  const email = await guest.confirm()
  const signed = await guest.sign(hash)
  expect(signed.statusCode, signed.body).toBe(204)
  const [first] = await received()
  if (!first) throw new Error('Nothing arrived.')
  return { guest, email, id: first.document.id, received: first }
}

describe('a certificate that a customer makes behind the link', () => {
  it('offers what the state grants, with its own form where it is loaded', async () => {
    const { choices } = await visit(null)
    const { choices: ofNewYork } = await choices('NY')
    const papers = Object.fromEntries(
      ofNewYork.map(({ claim, paper }: { claim: string; paper: { kind: string } }) => [claim, paper.kind]),
    )
    expect(papers).toMatchObject({ resale: 'form', charity: 'upload' })
    expect(ofNewYork[0]).toMatchObject({
      paper: { code: 'ny-st-120' },
      number: { isRequired: true },
      hasKinds: true,
    })
    expect((await choices('CA')).choices[0], 'any paper with the elements').toMatchObject({
      claim: 'resale',
      paper: { kind: 'statement' },
    })
    const { choices: ofFlorida } = await choices('FL')
    expect(
      ofFlorida.find(({ claim }: { claim: string }) => claim === 'resale').paper,
      'what the state itself issues',
    ).toMatchObject({
      kind: 'upload',
      forms: [
        { name: 'DR-13', isIssuedByState: true, publishedAt: expect.stringContaining('floridarevenue.com') },
      ],
    })
    expect(
      ofFlorida.every(
        ({ paper }: { paper: { kind: string } }) => !['form', 'statement'].includes(paper.kind),
      ),
    ).toBe(true)
  })

  it('arrives signed and certain, with its evidence, and is unchanged only as it was sealed', async () => {
    const { id, email, received: arrived } = await made()
    const copy = await awaitEmail(scene.test, email, 'mail-share')
    expect(copy).toMatchObject({ subject: 'Your copy of a document' })
    expect(copy.text).toContain('Your copy of the certificate for ')
    expect(copy.text, 'to oneself').not.toContain('If you don’t know')
    expect(arrived.exemption).toMatchObject({ purchaser: draft.purchaser, form: 'ST-120' })
    const { reading } = (await get(`/api/received/${arrived.id}`, scene.business.cookie)).json()
    expect(reading.signedHere).toMatchObject({
      signer: 'Dana Whitfield',
      title: 'Owner',
      email,
      isUnchanged: true,
    })
    expect(reading.certificates[0].fields.every(({ isSure }: { isSure: boolean }) => isSure)).toBe(true)
    expect(reading.certificates[0].fields).toContainEqual(
      expect.objectContaining({ name: 'number', value: '12-3456789', state: 'NY' }),
    )
    const audit = await auditOf(scene.test, id)
    expect(audit).toContainEqual(
      expect.objectContaining({
        action: 'exemption.sign',
        details: expect.objectContaining({ consent: true }),
      }),
    )
    const file = await get(`/api/documents/${id}/file`, scene.business.cookie)
    const bytes = new Uint8Array(file.rawPayload)
    const seal = await verifySignedFile(bytes)
    expect(seal).toMatchObject({
      certificate: id,
      consent: signingConsent,
      signer: { name: 'Dana Whitfield', email },
      from: { browser: 'Test Phone' },
    })
    for (const at of [20, bytes.length - 400, bytes.length - 3]) {
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      const outcome = await verifySignedFile(changed).catch((error: unknown) => error)
      expect(outcome, `byte ${at}`).toBeInstanceOf(SealError)
    }
    const longer = new Uint8Array([...bytes, 10])
    await expect(verifySignedFile(longer), 'something added').rejects.toThrow(SealError)
    await expect(verifySignedFile(bytes.slice(0, 40)), 'no seal').rejects.toThrow(SealError)
  })

  it('says that its file is no longer as it was signed, once more of it is hidden', async () => {
    const { guest, id } = await made()
    const owner = await guest.keep({ name: 'Dana Whitfield', password: 'gravel lantern 88' })
    const boxes = [{ page: 1, x: 0.5, y: 0.5, width: 0.1, height: 0.1 }]
    expect((await post(`/api/documents/${id}/versions`, { version: 1, boxes }, owner)).statusCode).toBe(202)
    await untilDocument<Document>(scene.test, owner, id, ({ version }) => version === 2)
    const { signedHere } = (await get(`/api/documents/${id}/reading`, owner)).json()
    expect(signedHere).toMatchObject({ signer: 'Dana Whitfield', isUnchanged: false })
    const { rawPayload } = await get(`/api/documents/${id}/file`, owner)
    await expect(verifySignedFile(new Uint8Array(rawPayload))).rejects.toThrow(SealError)
  })

  it('is green at the counter once it is verified, and only has to be signed again next time', async () => {
    const { received: arrived, email, id } = await made()
    const documents = [{ id: arrived.id, version: 1 }]
    const verified = await post('/api/received/verify', { documents }, scene.business.cookie)
    expect(verified.statusCode, verified.body).toBe(200)
    const customers = await get('/api/coverage/customers?search=Prairie', scene.business.cookie)
    const [customer] = customers.json().items
    const answer = await get(`/api/coverage/customers/${customer?.id}?state=NY`, scene.business.cookie)
    expect(answer.json()).toMatchObject({ verdict: 'covered' })

    const asked = { customerName: null, customerReference: null, state: null, message: null }
    const again = await post('/api/requests', { ...asked, email }, scene.business.cookie)
    const renewal = browse(again.json())
    expect((await renewal.page()).earlier, 'with the link alone').toBeNull()
    await renewal.save()
    await renewal.confirm(email)
    const { earlier } = await renewal.page()
    expect(earlier).toMatchObject({ draft })
    const { hash } = (await renewal.save(earlier.draft)).json()
    expect((await renewal.sign(hash)).statusCode).toBe(204)
    expect((await received()).filter(({ document }) => document.id !== id)).not.toEqual([])
    const stranger = await post('/api/requests', { ...asked, email: null }, scene.business.cookie)
    expect((await browse(stranger.json()).page()).earlier, 'without an address').toBeNull()
  })

  it('is not signed without a code, a signature or consent, nor other than it was shown', async () => {
    const guest = await visit()
    const { hash } = (await guest.save()).json()
    expect((await guest.sign(hash)).json().code, 'no code').toBe('code-needed')
    await guest.confirm()
    expect((await guest.sign(hash, { kind: 'typed', text: '' })).statusCode).toBe(422)
    expect((await guest.sign(hash, { kind: 'drawn', strokes: [], ratio: 4 })).statusCode).toBe(422)
    expect((await guest.sign(hash, typed, false)).statusCode).toBe(422)
    expect((await guest.sign('0'.repeat(64))).statusCode, 'not what was shown').toBe(409)
    await guest.save({ purchaser: 'Other Foods' })
    expect((await guest.sign(hash)).statusCode, 'changed in another tab').toBe(409)
    scene.sandbox.answer = formReader()
    expect((await uploadBlank(scene.test, pdfBytes('newer blank'))).statusCode).toBe(201)
    scene.sandbox.answer = clean
    const replaced = await guest.sign((await guest.page()).answer.making.hash)
    expect(replaced.json().title).toContain('The form was replaced')
    expect((await guest.page()).answer.making, 'nothing is lost').toMatchObject({ verdict: 'covered' })
  })

  it.each([
    ['a claim that the state does not grant', { claim: 'farm', kind: 'lodging' }, 'claim'],
    ['no number', { number: null }, 'number'],
    ['400 letters', { purchaser: 'x'.repeat(400) }, 'purchaser'],
    ['nothing where the form asks', { business: null }, 'business'],
    ['another alphabet', { purchaser: 'Прерия' }, 'purchaser'],
    ['a private number', { items: 'SSN 219-09-9999' }, 'items'],
    ['another state', { state: 'CA' }, 'state'],
    ['no name', { signer: ' ' }, 'signer'],
  ])('refuses %s and names the field', async (_, change, path) => {
    const answer = await (await visit()).save(change)
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().fields.map((field: { path: string }) => field.path)).toContain(path)
  })

  it('is taken without what the form has no known place for, and that is said', async () => {
    scene.sandbox.answer = formReader({ code: 'sst-f0003' })
    expect((await uploadBlank(scene.test, pdfBytes('shared blank'))).statusCode).toBe(201)
    scene.sandbox.answer = clean
    const guest = await visit('WI')
    const { choices } = await guest.choices('WI')
    expect(choices[0]).toMatchObject({ claim: 'resale', paper: { code: 'sst-f0003' } })
    expect(choices[0].required).not.toContain('business')
    const saved = await guest.save({ state: 'WI', number: '456-1234567890-03', business: null })
    expect(saved.statusCode, saved.body).toBe(200)
    const review: MakingReview = saved.json()
    expect(review.verdict).toBe('check')
    expect(review.concerns.map(({ text }) => text).join(' ')).toContain('F0003 asks for it: ')
    expect(review.concerns.map(({ text }) => text).join(' ')).toContain('type of business')
  })

  it('says before signing what is printed, what does not fit and what would not be green', async () => {
    const guest = await visit()
    const review: MakingReview = (await guest.save({ purchaser: 'Dvořák Foods', number: '12' })).json()
    expect(review.changed).toEqual([{ typed: 'Dvořák Foods', printed: 'Dvorák Foods' }])
    expect(review.verdict).toBe('check')
    expect(review.concerns[0]?.step).not.toBe('')
    scene.sandbox.tooLong = [0]
    const long = await guest.save({ purchaser: 'x'.repeat(250) })
    expect(long.statusCode).toBe(422)
    expect(long.json().fields[0].message).toContain('doesn’t fit')
  })

  it('counts once of two browsers, and not once the request is closed', async () => {
    const one = await visit()
    const other = browse(one.request)
    const reviews = [(await one.save()).json(), (await other.save()).json()]
    await one.confirm()
    await other.confirm()
    expect((await one.sign(reviews[0].hash)).statusCode).toBe(204)
    expect((await other.sign(reviews[1].hash)).statusCode).toBe(409)
    const late = await visit()
    const { hash } = (await late.save()).json()
    await late.confirm()
    await post(`/api/requests/${late.request.id}/close`, {}, scene.business.cookie)
    expect((await late.sign(hash)).statusCode).toBe(410)
  })
})
