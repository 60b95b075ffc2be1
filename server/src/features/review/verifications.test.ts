import { randomUUID } from 'node:crypto'
import type { CoverageAnswer } from '@exempta/contract/coverage'
import { documentLimits } from '@exempta/contract/documents/limits'
import type { DueVerification, listVerifications, Verification } from '@exempta/contract/review/verifications'
import { verificationLimits } from '@exempta/contract/review/verifications'
import type { RouteReturn } from '@exempta/contract/route'
import { describe, expect, it } from 'vitest'
import { makeKey } from '../../../test/api-keys.ts'
import { auditOf } from '../../../test/audit.ts'
import { asRead, certificateScene } from '../../../test/certificates.ts'
import { plainAnswer, uncertainAnswer } from '../../../test/fake-sandbox.ts'
import { addMember, createPerson, signInAs } from '../../../test/people.ts'
import { formOf, jpegBytes, pdfBytes } from '../../../test/uploads.ts'
import { personalData } from '../../features.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { SandboxError } from '../../platform/sandbox/sandbox.ts'
import { receiptLimits } from '../coverage/index.ts'
import { clearVerifications } from './jobs.ts'

const { scene, get, post, share, revoke, newDocument, confirmed } = certificateScene()

type Ledger = RouteReturn<typeof listVerifications>

const texas = { state: 'TX', number: '32012345678' }

/** A certificate that the business received, as its owner confirmed it. */
async function received(states: object[] = [texas], change: object = {}) {
  const documentId = await newDocument()
  await confirmed(documentId, { states, form: null, ...change })
  expect((await share({ documentIds: [documentId], businessIds: [scene.business.id] })).statusCode).toBe(200)
  const { rows } = await scene.test.database.executeAsOwner(
    'select id from document_shares where document_id = $1',
    [documentId],
  )
  return { documentId, id: (rows[0] as { id: string }).id }
}

async function add(id: string, fields: Record<string, string>, proof?: Buffer, as = scene.business.cookie) {
  const files = proof ? [{ field: 'proof' as const, name: 'screenshot.png', bytes: proof }] : []
  const { payload, headers } = await formOf(files, fields)
  scene.test.clock.advance(1000)
  return scene.test.call({
    method: 'POST',
    url: `/api/received/${id}/verifications`,
    payload,
    headers: { ...headers, cookie: as },
  })
}
const active = { kind: 'state-site', state: 'TX', result: 'active' }

async function added(id: string, fields: Record<string, string> = {}, proof?: Buffer): Promise<Verification> {
  const answer = await add(id, { ...active, ...fields }, proof)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const ledger = async (id: string, as = scene.business.cookie): Promise<Ledger> =>
  (await get(`/api/received/${id}/verifications`, as)).json()
const due = async (query = ''): Promise<DueVerification[]> =>
  (await get(`/api/received/due?limit=100${query}`, scene.business.cookie)).json().items
const today = () => scene.test.clock.now().toISOString().slice(0, 10)
const inMonths = (months: number) => {
  const day = scene.test.clock.now()
  day.setUTCMonth(day.getUTCMonth() + months)
  return day.toISOString().slice(0, 7)
}

describe('what is known about a number at once', () => {
  it.each([
    ['a right one', texas, 'fits', /11 digits/],
    ['a short one', { state: 'TX', number: '48-1234567' }, 'differs', /11 digits/],
    ['one of a state without a published format', { state: 'OH', number: '99123456' }, 'unknown', null],
    ['none', { state: 'TX', number: null }, 'unknown', /11 digits/],
  ] as const)('%s', async (_, claimed, format, text) => {
    const { id } = await received([claimed])
    const [check] = (await ledger(id)).numbers
    expect(check).toMatchObject({ ...claimed, format, irsFile: null, stateFile: null, last: null })
    if (text) expect(check?.formatText).toMatch(text)
    else expect(check?.formatText).toBeNull()
  })

  it('where the state answers, and null where it has no such site', async () => {
    const { id } = await received([texas, { state: 'OH', number: '99123456' }])
    expect((await ledger(id)).numbers.map(({ lookUpAt }) => lookUpAt)).toEqual([
      null,
      'mycpa.cpa.state.tx.us/staxpayersearch',
    ])
  })

  it('is nothing before the owner confirmed what the certificate says', async () => {
    const documentId = await newDocument()
    await share({ documentIds: [documentId], businessIds: [scene.business.id] })
    const { rows } = await scene.test.database.executeAsOwner(
      'select id from document_shares where document_id = $1',
      [documentId],
    )
    expect(await ledger((rows[0] as { id: string }).id)).toEqual({ numbers: [], items: [] })
  })
})

describe('a look-up', () => {
  it('says who, when and when again, and is in the audit log', async () => {
    const { id, documentId } = await received()
    const first = await added(id, { note: 'Their name is spelled with a y. SSN 123-45-6789' })
    expect(first).toMatchObject({
      ...texas,
      kind: 'state-site',
      result: 'active',
      checkedOn: today(),
      source: 'mycpa.cpa.state.tx.us/staxpayersearch',
      by: scene.business.manager.name,
      hasProof: false,
    })
    expect(first.dueOn?.slice(0, 7)).toBe(inMonths(12))
    expect(first.note).toMatch(/spelled with a y\. SSN •/)
    const second = await added(id, { result: 'not-active', kind: 'phone' })
    expect(second).toMatchObject({ source: null, dueOn: null })
    const { items, numbers } = await ledger(id)
    expect(items.map((item) => item.id)).toEqual([second.id, first.id])
    expect(numbers[0]?.last?.id).toBe(second.id)
    const audited = (await auditOf(scene.test, documentId)).filter(
      ({ action }) => action === 'verification.create',
    )
    expect(audited.map(({ details }) => details)).toEqual([
      {
        verification: first.id,
        share: id,
        business: scene.business.id,
        kind: 'state-site',
        result: 'active',
      },
      expect.objectContaining({ verification: second.id, result: 'not-active' }),
    ])
  })

  it.each([
    ['a state without a rule', 'TX', 'active', 12],
    ['Washington, each year', 'WA', 'active', 12],
    ['Colorado, at each sale', 'CO', 'active', 1],
    ['Illinois, once', 'IL', 'active', null],
    ['what couldn’t be told', 'TX', 'unclear', 1],
    ['what isn’t active', 'TX', 'not-active', null],
  ])('is due again: %s', async (_, state, result, months) => {
    const { id } = await received([{ state, number: 'A14 8694 13' }])
    const { dueOn } = await added(id, { state, result })
    expect(dueOn?.slice(0, 7) ?? null).toBe(months === null ? null : inMonths(months))
  })

  it('can’t be changed or removed by anyone but the job that clears old ones', async () => {
    const { id } = await received()
    const { id: entry } = await added(id)
    const actor = { kind: 'person', ...scene.business.manager } as const
    const change = (as: typeof actor | typeof systemActor) =>
      scene.test.services.database.transact(as, (tx) =>
        tx
          .updateTable('verifications')
          .set({ result: 'not-active' } as never)
          .where('id', '=', entry)
          .execute(),
      )
    await expect(change(actor)).rejects.toThrow(/permission denied/)
    await expect(change(systemActor)).rejects.toThrow(/permission denied/)
    const remove = scene.test.services.database.transact(actor, (tx) =>
      tx.deleteFrom('verifications').where('id', '=', entry).execute(),
    )
    await expect(remove).rejects.toThrow(/permission denied/)
  })

  it.each([
    ['a state that the certificate isn’t for', { state: 'NY' }, 'The certificate isn’t for this state'],
    ['the future', { checkedOn: '2999-01-01' }, 'A number check can’t be in the future'],
    ['a day that doesn’t exist', { checkedOn: '2026-02-30' }, 'Please enter a real date'],
    ['no result', { result: '' }, 'Please choose a result'],
    ['another kind', { kind: 'guess' }, /./],
    ['an unknown field', { extra: 'x' }, /./],
    ['a long note', { note: 'x'.repeat(verificationLimits.noteLength + 1) }, /at most 500 characters/],
  ])('refuses %s', async (_, fields, message) => {
    const { id } = await received()
    const answer = await add(id, { ...active, ...fields } as Record<string, string>)
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().fields[0].message).toMatch(message)
    expect((await ledger(id)).items).toEqual([])
  })

  it('refuses a number that is blacked out, and a file that isn’t there', async () => {
    const { id } = await received([{ state: 'TX', number: null }])
    expect((await add(id, active)).json().fields).toEqual([
      { path: 'state', message: 'The number is blacked out or missing' },
    ])
    const other = await received()
    const answer = await add(other.id, { kind: 'state-file', state: 'TX' })
    expect([answer.statusCode, answer.json().title]).toEqual([
      409,
      'There’s no file to look this number up in.',
    ])
  })

  it('is made by managers of the business alone', async () => {
    const { id } = await received()
    await added(id)
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    expect((await add(id, active, undefined, viewer)).statusCode).toBe(403)
    expect((await ledger(id, viewer)).items).toHaveLength(1)
    expect((await add(id, active, undefined, scene.otherBusiness.cookie)).statusCode).toBe(404)
    expect((await get(`/api/received/${id}/verifications`, scene.otherBusiness.cookie)).statusCode).toBe(404)
    const stranger = await signInAs(scene.test, await createPerson(scene.test))
    expect((await get(`/api/received/${id}/verifications`, stranger)).statusCode).toBe(403)
    expect((await add(randomUUID(), active)).statusCode).toBe(404)
  })

  it('works with an API key, and reads the same', async () => {
    const { id } = await received()
    const { key } = await makeKey(scene.test, scene.business)
    const headers = { authorization: `Bearer ${key}` }
    const url = `/api/v1/documents/${id}/verifications`
    const payload = { kind: 'phone', state: 'TX', result: 'active', note: 'Card 4111 1111 1111 1111' }
    const answer = await scene.test.call({ method: 'POST', url, headers, payload })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({ by: 'Warehouse (API key)', note: expect.stringMatching(/•/) })
    const list = await scene.test.call({ method: 'GET', url, headers })
    expect(list.json()).toEqual({ items: [answer.json()] })
    const reader = await makeKey(scene.test, scene.business, { scopes: ['read'] })
    const refused = await scene.test.call({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${reader.key}` },
    })
    expect(refused.statusCode).toBe(403)
  })
})

it('is listed with those of all certificates of its customer, also after a merge', async () => {
  const name = 'Cedar Ridge Tools'
  const one = await received([texas], { purchaser: name })
  const other = await received([{ state: 'OH', number: '99123456' }], { purchaser: 'Cedar Ridge Tools West' })
  await received([texas], { purchaser: 'Somebody Else' }).then(({ id }) => added(id))
  const first = await added(one.id)
  const second = await added(other.id, { state: 'OH' })
  const customerOf = async (id: string) => {
    const { rows } = await scene.test.database.executeAsOwner(
      `select c.id, c.version from coverage_index i join coverage_customers v on v.id = i.customer_id
        join customers c on c.id = v.record_id where i.share_id = $1`,
      [id],
    )
    return rows[0] as { id: string; version: number }
  }
  const [target, source] = [await customerOf(one.id), await customerOf(other.id)]
  const of = async (id: string, query = '') =>
    (await get(`/api/customers/${id}/verifications?limit=1${query}`, scene.business.cookie)).json()
  expect((await of(target.id)).items).toMatchObject([{ id: first.id, receivedId: one.id }])
  const merged = await scene.test.call({
    method: 'POST',
    url: '/api/customers/merges',
    payload: {
      sourceId: source.id,
      targetId: target.id,
      sourceVersion: source.version,
      targetVersion: target.version,
    },
    headers: { cookie: scene.business.cookie },
  })
  expect(merged.statusCode, merged.body).toBe(201)
  const page = await of(source.id)
  expect(page.items).toMatchObject([{ id: second.id, receivedId: other.id }])
  const next = await of(target.id, `&cursor=${page.nextCursor}`)
  expect(next).toMatchObject({ items: [{ id: first.id }], nextCursor: null })
  expect(
    (await get(`/api/customers/${target.id}/verifications`, scene.otherBusiness.cookie)).statusCode,
  ).toBe(404)
})

describe('the screenshot of a look-up', () => {
  const proofOf = (id: string, verificationId: string, as = scene.business.cookie) =>
    get(`/api/received/${id}/verifications/${verificationId}/proof`, as)
  const keys = async () =>
    (
      await scene.test.database.executeAsOwner(
        `select from file_keys k join stored_files f on f.id = k.file_id where f.rendition = 'proof'`,
      )
    ).rows.length

  it('passes the engine, and only what it leaves is stored', async () => {
    const { id } = await received()
    scene.sandbox.answer = async (bytes, call) => ({
      ...(await plainAnswer(bytes, call)),
      output: jpegBytes('redacted'),
    })
    const entry = await added(id, {}, jpegBytes('with a stranger’s SSN'))
    expect(entry.hasProof).toBe(true)
    expect(scene.sandbox.given.at(-1)?.toString('latin1')).toContain('SSN')
    const shown = await proofOf(id, entry.id)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(shown.rawPayload).toEqual(jpegBytes('redacted'))
    expect((await proofOf(id, entry.id, scene.otherBusiness.cookie)).statusCode).toBe(404)
    expect((await proofOf(id, randomUUID())).statusCode).toBe(404)
  })

  it.each([
    ['a PDF', pdfBytes(), undefined, /JPG or PNG|picture/],
    [
      'a picture that is too large',
      Buffer.concat([jpegBytes(), Buffer.alloc(documentLimits.uploadMaxBytes)]),
      undefined,
      /larger than/,
    ],
    ['one with something that may not be hidden', jpegBytes(), uncertainAnswer, /Crop it to the answer/],
    [
      'one that breaks the engine',
      jpegBytes(),
      () => Promise.reject(new SandboxError('crashed')),
      /couldn’t read this picture/,
    ],
  ] as const)('refuses %s, and adds nothing', async (_, bytes, answer, message) => {
    const { id } = await received()
    const before = await keys()
    if (answer) scene.sandbox.answer = answer
    const refused = await add(id, active, Buffer.from(bytes))
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.json().fields[0]).toMatchObject({ path: 'proof', message: expect.stringMatching(message) })
    expect((await ledger(id)).items).toEqual([])
    expect(await keys()).toBe(before)
  })

  it('is shredded with the account of the customer, whose ledger rows then name no one', async () => {
    const person = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, person)
    const documentId = await newDocument(cookie)
    const change = { states: [texas], form: null, pages: [1], version: 1, shown: null }
    const answer = await scene.test.call({
      method: 'PUT',
      url: `/api/documents/${documentId}/exemption`,
      payload: { ...asRead, ...change },
      headers: { cookie },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    await share({ documentIds: [documentId], businessIds: [scene.business.id] }, cookie)
    const { rows } = await scene.test.database.executeAsOwner(
      'select id from document_shares where document_id = $1',
      [documentId],
    )
    const { id } = rows[0] as { id: string }
    const before = await keys()
    const entry = await added(id, { note: 'Called them' }, jpegBytes())
    expect(await keys()).toBe(before + 1)
    for (const erase of personalData.erasers) await erase(scene.test.services, person.id)
    await scene.test.services.database.transact(systemActor, (tx) =>
      tx.deleteFrom('users').where('id', '=', person.id).execute(),
    )
    expect(await keys()).toBe(before)
    const left = await scene.test.services.database.transact(systemActor, (tx) =>
      tx
        .selectFrom('verifications')
        .leftJoin('verification_details', 'verification_id', 'id')
        .select(['result', 'number', 'note'])
        .where('id', '=', entry.id)
        .execute(),
    )
    expect(left).toEqual([{ result: 'active', number: null, note: null }])
  })
})

describe('what is due', () => {
  it('is listed until it is looked up again, or isn’t shared anymore', async () => {
    const checkedOn = `${inMonths(-12)}-01`
    const [one, two] = [await received(), await received()]
    await added(one.id, { checkedOn })
    await added(two.id, { checkedOn })
    const ofThese = async (query?: string) =>
      (await due(query)).filter(({ receivedId }) => [one.id, two.id].includes(receivedId))
    expect(await ofThese()).toEqual(
      [one, two].map(({ id }) =>
        expect.objectContaining({
          receivedId: id,
          customer: 'Prairie Wind Foods Co',
          ...texas,
          checkedOn,
          dueOn: `${inMonths(0)}-01`,
        }),
      ),
    )
    expect(await ofThese(`&before=${inMonths(0)}-01`)).toEqual([])
    await added(one.id)
    await revoke([two.id])
    expect(await ofThese()).toEqual([])
    expect((await ofThese('&before=2999-01-01')).map(({ receivedId }) => receivedId)).toEqual([one.id])
  })

  it('is paged, and a look-up in the IRS’s file doesn’t count as one', async () => {
    const checkedOn = `${inMonths(-13)}-02`
    const { id } = await received()
    await added(id, { checkedOn })
    await received().then((other) => added(other.id, { checkedOn }))
    const page = await get('/api/received/due?limit=1', scene.business.cookie)
    const { items, nextCursor } = page.json()
    expect(items).toHaveLength(1)
    const next = await get(`/api/received/due?limit=1&cursor=${nextCursor}`, scene.business.cookie)
    expect(next.json().items[0].id).not.toBe(items[0].id)
  })
})

it('turns the answer at the counter green where the state asks for a look-up, until it is due again', async () => {
  const purchaser = `Evergreen ${randomUUID().slice(0, 6)}`
  const number = 'A14 8694 13'
  const { id } = await received([{ state: 'WA', number }], {
    form: 'wa-reseller-permit',
    seller: null,
    purchaser,
    signedOn: today(),
    expiresOn: '2999-01-01',
  })
  await post('/api/received/verify', { documents: [{ id, version: 1 }] }, scene.business.cookie)
  const answer = async (): Promise<CoverageAnswer> => {
    const [customer] = (
      await get(`/api/coverage/customers?search=${encodeURIComponent(purchaser)}`, scene.business.cookie)
    ).json().items
    return (await get(`/api/coverage/customers/${customer.id}?state=WA`, scene.business.cookie)).json()
  }
  const isLookUpMissing = async () => (await answer()).reasons.some(({ rule }) => rule?.id === 'wa/verify')
  expect(await isLookUpMissing()).toBe(true)
  await added(id, { state: 'WA', result: 'unclear' })
  expect(await isLookUpMissing()).toBe(true)
  await added(id, { state: 'WA' })
  expect(await isLookUpMissing()).toBe(false)
  await added(id, { state: 'WA', result: 'not-active' })
  expect(await isLookUpMissing()).toBe(true)
})

it('is in the data exports of the customer and of the team member', async () => {
  const { id } = await received()
  const entry = await added(id, { note: 'Mine' })
  const rowsOf = async (person: typeof scene.owner, path: string) => {
    for (const contribute of personalData.contributors) {
      for await (const file of contribute(scene.test.services, { kind: 'person', ...person })) {
        if (file.path !== path || !('rows' in file)) continue
        const rows: unknown[] = []
        for await (const row of file.rows) rows.push(row)
        return rows
      }
    }
    return []
  }
  expect(await rowsOf(scene.owner, 'look-ups-of-my-numbers.json')).toContainEqual(
    expect.objectContaining({ id: entry.id, state: 'TX', result: 'active', business: expect.any(String) }),
  )
  expect(await rowsOf(scene.business.manager, 'look-ups.json')).toContainEqual(
    expect.objectContaining({ id: entry.id, note: 'Mine' }),
  )
})

it('is kept for seven years, and not a day longer', async () => {
  const { id } = await received()
  const entry = await added(id, {}, jpegBytes())
  const count = async () => {
    const rows = await scene.test.services.database.transact(systemActor, (tx) =>
      tx.selectFrom('verifications').select('id').where('id', '=', entry.id).execute(),
    )
    return rows.length
  }
  const dayMs = 24 * 60 * 60 * 1000
  const years = receiptLimits.receiptsKeptYears * 365.25 * dayMs
  scene.test.clock.advance(years - 5 * dayMs)
  await clearVerifications(scene.test.services)
  expect(await count()).toBe(1)
  scene.test.clock.advance(10 * dayMs)
  await clearVerifications(scene.test.services)
  expect(await count()).toBe(0)
  const { rows } = await scene.test.database.executeAsOwner(
    'select from stored_files where document_id = $1',
    [entry.id],
  )
  expect(rows).toEqual([])
})
