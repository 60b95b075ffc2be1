import type { CoverageAnswer, CoverageReceipt, CoverageRow } from '@exempta/contract/coverage'
import { dayMs } from '@exempta/contract/durations'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { addMember, createPerson, signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { coverageData } from './feature.ts'
import { clearReceipts, renewDueCoverage } from './jobs.ts'

const { scene, get, post, share, revoke, newDocument } = sharingScene()

const certificate = {
  form: 'ny-st-120',
  purchaser: 'Prairie Wind Foods Co',
  seller: null as string | null,
  reason: 'resale',
  isBlanket: true,
  hasSignature: true,
  signedOn: '2025-05-04',
  expiresOn: null as string | null,
  states: [{ state: 'NY', number: '43-1234567' }],
}

const send = (method: 'PUT' | 'DELETE', url: string, payload: object | undefined, cookie: string) =>
  scene.test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })

/** Names the business, because the form is made out to one seller. */
async function confirm(id: string, change: object = {}, cookie = scene.cookie) {
  const { confirmed, version } = (await get(`/api/documents/${id}/reading`, cookie)).json()
  const shown = confirmed?.confirmedAt ?? null
  const seller = scene.business.manager.name
  const body = { ...certificate, seller, pages: [1], version, shown, ...change }
  const answer = await send('PUT', `/api/documents/${id}/exemption`, body, cookie)
  expect(answer.statusCode).toBe(200)
}

async function shareId(documentId: string, as = scene.business.cookie): Promise<string> {
  const { items } = (await get('/api/received?limit=100', as)).json()
  return items.find((one: { document: { id: string } }) => one.document.id === documentId).id
}

const verify = (id: string, version = 1) =>
  post('/api/received/verify', { documents: [{ id, version }] }, scene.business.cookie)

/** A confirmed certificate that the business has, with a name that no other test uses. */
let made = 0
async function customer(change: object = {}, { isVerified = true, cookie = scene.cookie } = {}) {
  made += 1
  const name = `Buyer${made} Foods`
  const documentId = await newDocument(cookie)
  await confirm(documentId, { purchaser: name, ...change }, cookie)
  await share(
    { documentIds: [documentId], businessIds: [scene.business.id], emails: [], message: '' },
    cookie,
  )
  const share_ = await shareId(documentId)
  if (isVerified) expect((await verify(share_)).statusCode).toBe(200)
  return { name, documentId, shareId: share_, id: await idOf(`Buyer${made}`) }
}

const found = async (search: string, as = scene.business.cookie) =>
  (await get(`/api/coverage/customers?search=${encodeURIComponent(search)}`, as)).json().items

const idOf = async (search: string): Promise<string> => (await found(search))[0]?.id

const ask = async (id: string, query = 'state=NY', as = scene.business.cookie): Promise<CoverageAnswer> =>
  (await get(`/api/coverage/customers/${id}?${query}`, as)).json()

const listed = async (query = '', as = scene.business.cookie): Promise<CoverageRow[]> =>
  (await get(`/api/coverage?limit=100${query}`, as)).json().items

const save = (body: object, as = scene.business.cookie) =>
  post(
    '/api/coverage/checks',
    { state: 'NY', reference: '', locationId: null, allowedReason: '', ...body },
    as,
  )

const indexed = (shareIds: string) =>
  scene.test.services.database.transact(systemActor, (tx) =>
    tx.selectFrom('coverage_index').selectAll().where('share_id', '=', shareIds).orderBy('state').execute(),
  )

it('finds customers by the numbers that their certificates have now', async () => {
  const kept = await customer({ states: [{ state: 'NY', number: '43-1112223' }] })
  const other = await newDocument()
  await confirm(other, { purchaser: kept.name, states: [{ state: 'NY', number: '43-9998887' }] })
  await share({ documentIds: [other], businessIds: [scene.business.id], emails: [], message: '' })
  const names = async () => (await found('8887')).map(({ name }: { name: string }) => name)
  expect(await names()).toEqual([kept.name])
  await confirm(other, { purchaser: 'Quite Another Buyer', states: [{ state: 'NY', number: '43-9998887' }] })
  expect(await names()).toEqual(['Quite Another Buyer'])
})

describe('the answer', () => {
  it('is green only when the certificate was verified', async () => {
    const { id, shareId: received, name } = await customer({}, { isVerified: false })
    const before = await ask(id)
    expect(before).toMatchObject({ customer: { id, name }, verdict: 'check', state: 'NY' })
    expect(before.reasons[0]).toMatchObject({ code: 'not-verified', text: 'It hasn’t been verified yet.' })
    await verify(received)
    const after = await ask(id)
    expect(after).toMatchObject({ verdict: 'covered', receivedId: received, notes: [] })
    expect(after.reasons[0]?.rule).toMatchObject({
      id: expect.stringContaining('/'),
      source: expect.any(String),
    })
  })

  it('is red for another state, and says for which the certificate is', async () => {
    const { id } = await customer()
    const answer = await ask(id, 'state=TX')
    expect(answer).toMatchObject({ verdict: 'not-covered', state: 'TX' })
    expect(answer.reasons[0]).toMatchObject({ text: 'It’s for New York, not for Texas.' })
  })

  it.each([
    ['a revoked share', async (one: { shareId: string }) => revoke([one.shareId]), 'revoked'],
    [
      'a rejected document',
      async (one: { shareId: string }) => {
        await post(`/api/received/${one.shareId}/reopen`, {}, scene.business.cookie)
        await post(
          `/api/received/${one.shareId}/reject`,
          { version: 1, reason: 'Blurred' },
          scene.business.cookie,
        )
      },
      'rejected',
    ],
    [
      'a withdrawn confirmation',
      async (one: { documentId: string }) =>
        send('DELETE', `/api/documents/${one.documentId}/exemption`, undefined, scene.cookie),
      'no-certificate',
    ],
    [
      'a deleted document',
      async (one: { documentId: string }) =>
        send('DELETE', `/api/documents/${one.documentId}`, undefined, scene.cookie),
      'no-certificate',
    ],
  ] as const)('turns red with %s', async (_, change, code) => {
    const one = await customer()
    expect((await ask(one.id)).verdict).toBe('covered')
    await change(one)
    const answer = await ask(one.id)
    expect([answer.verdict, answer.reasons[0]?.code, answer.receivedId]).toEqual([
      'not-covered',
      code,
      code === 'rejected' ? one.shareId : null,
    ])
    const rows = (await listed()).filter(({ customer }) => customer.id === one.id)
    expect(rows.map(({ verdict }) => verdict)).toEqual(code === 'no-certificate' ? [] : ['not-covered'])
  })

  it('takes the best of several certificates of a customer', async () => {
    const expired = { expiresOn: '2025-06-01' }
    const one = await customer(expired)
    expect((await ask(one.id)).verdict).toBe('not-covered')
    const documentId = await newDocument()
    await confirm(documentId, { purchaser: one.name })
    await share({ documentIds: [documentId], businessIds: [scene.business.id], emails: [], message: '' })
    await verify(await shareId(documentId))
    expect(await ask(one.id)).toMatchObject({ verdict: 'covered', receivedId: await shareId(documentId) })
  })

  it('keeps two buyers apart whose certificates one account holds', async () => {
    const covered = await customer()
    const expired = await customer({ expiresOn: '2025-06-01' })
    expect([(await ask(covered.id)).verdict, (await ask(expired.id)).verdict]).toEqual([
      'covered',
      'not-covered',
    ])
  })

  it('is red for own use of what is bought for resale, and not for other exemptions', async () => {
    const { id } = await customer()
    expect(await ask(id, 'state=NY&isOwnUse=true')).toMatchObject({
      verdict: 'not-covered',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'own-use' })]),
    })
    const school = await customer({
      form: 'ny-st-119.1',
      reason: 'education',
      states: [{ state: 'NY', number: '123456' }],
    })
    expect((await ask(school.id, 'state=NY&isOwnUse=true')).verdict).toBe((await ask(school.id)).verdict)
  })

  it('says when it is about an earlier day, and is never green for a later one', async () => {
    const { id } = await customer()
    expect(await ask(id, 'state=NY&on=2026-01-15')).toMatchObject({
      on: '2026-01-15',
      verdict: 'covered',
      notes: ['Answered with today’s rules for a sale on Jan 15, 2026.'],
    })
    expect(await ask(id, 'state=NY&on=2090-01-01')).toMatchObject({
      verdict: 'check',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'future' })]),
    })
  })

  it('for a viewer holds a name, a state and a verdict, and no way to the document', async () => {
    const { id } = await customer()
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    const answer = await ask(id, 'state=NY', viewer)
    expect(answer).toMatchObject({ verdict: 'covered', receivedId: null })
    expect(JSON.stringify(answer)).not.toMatch(/43-?1234567|example\.org/)
  })

  it('belongs to the business that has the certificate', async () => {
    const { id, name } = await customer()
    const rival = scene.otherBusiness.cookie
    expect(await found(name, rival)).toEqual([])
    expect(await ask(id, 'state=NY', rival)).toMatchObject({ customer: null, verdict: 'not-covered' })
    expect((await listed('', rival)).filter(({ customer }) => customer.id === id)).toEqual([])
    expect((await save({ customerId: id }, rival)).statusCode).toBe(404)
  })

  it.each([
    ['a state that does not exist', 'state=ZZ', 422],
    ['three letters', 'state=NYC', 422],
    ['no state', '', 422],
    ['a day that does not exist', 'state=NY&on=2026-02-30', 422],
    ['a day long ago', 'state=NY&on=1999-12-31', 422],
    ['an amount below zero', 'state=NY&amountCents=-1', 422],
    ['an amount that is no number', 'state=NY&amountCents=ten', 422],
    ['an amount of zero', 'state=NY&amountCents=0', 200],
    ['small letters', 'state=ny', 200],
  ])('with %s is %s: %i', async (_, query, status) => {
    const { id } = await customer()
    expect((await get(`/api/coverage/customers/${id}?${query}`, scene.business.cookie)).statusCode).toBe(
      status,
    )
  })
})

describe('finding a customer', () => {
  it.each([
    ['the beginning of a word', 'quill', true],
    ['words in another order', 'sons quill', true],
    ['without its accent', 'cafe', true],
    ['the last four of the number', '4567', true],
    ['the email address', () => scene.owner.email.toUpperCase(), true],
    ['two letters', 'qu', true],
    ['the middle of a word', 'uill', false],
    ['a percent sign', '%', false],
    ['a percent sign after a word', 'quill%', true],
    ['an emoji', '🧾', false],
    ['100 characters', 'q'.repeat(100), false],
    ['nothing', ' ', false],
    ['another number', '9999', false],
  ] as const)('by %s', async (_, search, isFound) => {
    const name = 'Quillfeather & Sons Café'
    if ((await found('quillfeather')).length === 0) await customer({ purchaser: name })
    const text = typeof search === 'function' ? search() : search
    const names = (await found(text)).map((one: { name: string }) => one.name)
    // The address and the number are those of every customer of this account.
    const isCommon = text === '4567' || text.includes('@')
    if (isCommon) expect(names.length).toBeGreaterThan(0)
    else expect(names.includes(name)).toBe(isFound)
  })

  it('refuses 101 characters', async () => {
    const answer = await get(`/api/coverage/customers?search=${'q'.repeat(101)}`, scene.business.cookie)
    expect(answer.statusCode).toBe(422)
  })

  it('shows a part of the address where two customers have the same name', async () => {
    const other = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, other)
    await customer({ purchaser: 'Twin Pines Market' })
    const states = [{ state: 'NY', number: '43-7000001' }]
    await customer({ purchaser: 'Twin Pines Market', states }, { cookie, isVerified: false })
    const twins = await found('twin pines')
    expect(twins).toHaveLength(2)
    expect(twins.map(({ hint }: { hint: string }) => hint)).toEqual(['pe…@example.org', 'pe…@example.org'])
  })

  it('shows city and state of the address that the customer’s record has', async () => {
    const body = { name: 'Juniper Bend Foods', addresses: [{ city: 'Santa Fe', state: 'NM' }] }
    expect((await post('/api/customers', body, scene.business.cookie)).statusCode).toBe(201)
    await post('/api/customers', { name: 'Juniper Plain Foods' }, scene.business.cookie)
    expect((await found('juniper')).map(({ place }: { place: string }) => place)).toEqual([
      'Santa Fe, NM',
      null,
    ])
  })

  it('follows a new name of the account, as soon as the job has run', async () => {
    const person = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, person)
    const { name } = await customer({}, { cookie })
    await scene.test.call({
      method: 'PATCH',
      url: '/api/profile',
      payload: { name: 'Zephyrine Voss' },
      headers: { cookie },
    })
    await renewDueCoverage(scene.test.services)
    expect((await found('zephyrine')).map((one: { name: string }) => one.name)).toEqual([name])
  })
})

describe('the index', () => {
  it('is changed together with what changes it', async () => {
    const one = await customer({
      states: [
        { state: 'NY', number: '43-1234567' },
        { state: 'NJ', number: null },
      ],
    })
    expect((await indexed(one.shareId)).map(({ state, verdict }) => [state, verdict])).toEqual([
      ['NJ', 'check'],
      ['NY', 'covered'],
    ])
    await confirm(one.documentId, { purchaser: one.name })
    expect((await indexed(one.shareId)).map(({ state }) => state)).toEqual(['NY'])
    await post(`/api/received/${one.shareId}/reopen`, {}, scene.business.cookie)
    expect((await indexed(one.shareId)).map(({ verdict }) => verdict)).toEqual(['check'])
    await revoke([one.shareId])
    expect((await indexed(one.shareId)).map(({ verdict }) => verdict)).toEqual(['not-covered'])
    await share({ documentIds: [one.documentId], businessIds: [scene.business.id], emails: [], message: '' })
    expect((await indexed(one.shareId)).map(({ verdict }) => verdict)).toEqual(['check'])
  })

  it('forgets a customer whose certificates name another buyer', async () => {
    const one = await customer()
    await confirm(one.documentId, { purchaser: 'Renamed Orchard Co' })
    expect(await found(one.name)).toEqual([])
    expect(await found('renamed orchard')).toHaveLength(1)
    await send('DELETE', `/api/documents/${one.documentId}`, undefined, scene.cookie)
    expect(await found('renamed orchard')).toEqual([])
  })

  it('is moved by the job when a certificate expires', async () => {
    const today = scene.test.clock.now()
    const lastDay = new Date(today.getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
    const one = await customer({
      form: 'mi-3372',
      states: [{ state: 'MI', number: null }],
      expiresOn: lastDay,
    })
    const [row] = await indexed(one.shareId)
    expect(row).toMatchObject({ ends_on: lastDay })
    expect(row?.verdict).not.toBe('not-covered')
    await renewDueCoverage(scene.test.services)
    expect((await indexed(one.shareId))[0]?.verdict).toBe(row?.verdict)
    scene.test.clock.advance(4 * 86_400_000)
    await renewDueCoverage(scene.test.services)
    expect((await indexed(one.shareId))[0]?.verdict).toBe('not-covered')
    // Sessions are over by then.
    scene.cookie = await signInAs(scene.test, scene.owner)
    scene.business.cookie = await signInAs(scene.test, scene.business.manager)
    scene.otherBusiness.cookie = await signInAs(scene.test, scene.otherBusiness.manager)
  })

  it('is renewed when the rules have changed', async () => {
    const one = await customer()
    await scene.test.database.executeAsOwner(
      `update coverage_index set verdict = 'not-covered', knowledge_version = '0000000000000000' where share_id = $1`,
      [one.shareId],
    )
    await renewDueCoverage(scene.test.services)
    expect((await indexed(one.shareId))[0]).toMatchObject({ verdict: 'covered' })
    expect((await indexed(one.shareId))[0]?.knowledge_version).not.toBe('0000000000000000')
  })

  it('is renewed when the business changes its name', async () => {
    const one = await customer({ seller: 'Totally Different Shop' })
    expect((await indexed(one.shareId))[0]?.verdict).toBe('not-covered')
    await scene.test.database.executeAsOwner('update businesses set name = $1 where id = $2', [
      'Totally Different Shop',
      scene.business.id,
    ])
    await renewDueCoverage(scene.test.services)
    expect((await indexed(one.shareId))[0]?.verdict).toBe('covered')
    await scene.test.database.executeAsOwner('update businesses set name = $1 where id = $2', [
      scene.business.manager.name,
      scene.business.id,
    ])
    await renewDueCoverage(scene.test.services)
  })
})

describe('the list', () => {
  it('filters by state, verdict, end and name, and pages by key', async () => {
    const one = await customer({
      form: 'mi-3372',
      states: [{ state: 'MI', number: null }],
      expiresOn: '2099-03-01',
      purchaser: 'Listed Michigan Mill',
    })
    const of = (rows: CoverageRow[]) => rows.filter(({ customer }) => customer.id === one.id).length
    const id = await idOf('listed michigan')
    one.id = id
    expect(of(await listed('&state=MI'))).toBe(1)
    expect(of(await listed('&state=NY'))).toBe(0)
    const [row] = (await listed('&state=MI')).filter(({ customer }) => customer.id === id)
    expect(of(await listed(`&verdict=${row?.verdict}`))).toBe(1)
    expect(of(await listed(`&expiresBefore=2099-03-02`))).toBe(1)
    expect(of(await listed(`&expiresBefore=2026-01-01`))).toBe(0)
    expect(of(await listed('&search=listed%20mich'))).toBe(1)
    expect(of(await listed('&search=nobody'))).toBe(0)
    const all = (await listed()).map((one) => one.id)
    const paged: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await get(`/api/coverage?limit=2${cursor}`, scene.business.cookie)).json()
      paged.push(...page.items.map((one: CoverageRow) => one.id))
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(paged).toEqual(all)
  })

  it('is a CSV file, safe for spreadsheets', async () => {
    await customer({ purchaser: '=cmd|calc Traders' })
    const answer = await get('/api/coverage/csv', scene.business.cookie)
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.body).toContain('"Customer","State","Answer","Why","Accepted","Expires"')
    expect(answer.body).toContain(`"'=cmd|calc Traders","New York"`)
  })
})

describe('a receipt', () => {
  const saved = async (body: object, as?: string): Promise<CoverageReceipt> => {
    const answer = await save(body, as)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }

  it('keeps the answer, the rules and who asked', async () => {
    const { id, name } = await customer()
    const receipt = await saved({ customerId: id, reference: ' INV-7 ', amountCents: 12_950 })
    expect(receipt).toMatchObject({
      customer: { id, name },
      code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{3}$/),
      verdict: 'covered',
      reference: 'INV-7',
      amountCents: 12_950,
      allowedReason: null,
      refundOf: null,
      savedBy: scene.business.manager.name,
    })
    const rows = await auditOf(scene.test, scene.business.id)
    expect(rows.filter(({ action }) => action === 'coverage-check.create').at(-1)).toMatchObject({
      details: { check: receipt.id, verdict: 'covered', allowed: false },
    })
  })

  it('is found by its state, answer and day of sale, and downloaded as CSV', async () => {
    const { id, name } = await customer()
    const receipt = await saved({ customerId: id, reference: 'FIND-1', amountCents: 12_950, isTaxed: false })
    scene.test.clock.advance(1)
    const other = await saved({ customerId: id, reference: 'FIND-2', state: 'AL' })
    const found = async (query: string) => {
      const answer = await get(`/api/coverage/checks?search=FIND-${query}`, scene.business.cookie)
      return answer.json().items.map(({ code }: CoverageReceipt) => code)
    }
    expect(await found('')).toEqual([other.code, receipt.code])
    expect(await found('&state=NY')).toEqual([receipt.code])
    expect(await found('&verdict=covered')).toEqual([receipt.code])
    expect(await found(`&from=${receipt.on}&to=${receipt.on}&state=NY`)).toEqual([receipt.code])
    expect(await found('&to=2001-01-01')).toEqual([])
    const csv = await get('/api/coverage/checks/csv?search=FIND-&state=NY', scene.business.cookie)
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.body.split('\r\n')[1]).toContain(
      `"${receipt.code}","${receipt.on}","${name}","New York","Goods","FIND-1",129.5,"No","Covered"`,
    )
    expect(csv.body).not.toContain(other.code)
  })

  it('survives new rules, revocation and the end of the account, and is answered again by the rules of its day', async () => {
    const person = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, person)
    const one = await customer({}, { cookie })
    const receipt = await saved({ customerId: one.id })
    await revoke([one.shareId], cookie)
    expect((await ask(one.id)).verdict).toBe('not-covered')
    const url = `/api/coverage/checks/${receipt.id}`
    const later = (await get(url, scene.business.cookie)).json()
    expect(later).toMatchObject({
      verdict: 'covered',
      replayed: { verdict: 'covered', reasons: receipt.reasons },
    })

    await scene.test.database.executeAsOwner('delete from documents where owner_id = $1', [person.id])
    await scene.test.database.executeAsOwner('delete from users where id = $1', [person.id])
    const erased = (await get(url, scene.business.cookie)).json()
    expect(erased).toMatchObject({ verdict: 'covered', customer: null, replayed: null })
    expect(JSON.stringify(erased)).not.toContain(one.name)
  })

  it('is answered by the rules it was saved with, not by those of today', async () => {
    const { id } = await customer()
    const receipt = await saved({ customerId: id })
    // As if an older version of the program had saved it, whose New York had no rule about how long it lasts.
    await scene.test.database.executeAsOwner(
      `insert into coverage_rules select 'aaaaaaaaaaaaaaaa', (
         select jsonb_agg(case when s ->> 'code' = 'NY' then jsonb_set(s, '{rules}', '[]') else s end)
         from jsonb_array_elements(states) s), (
         select jsonb_agg(jsonb_set(f, '{rules}', '[]')) from jsonb_array_elements(forms) f), first_used_at
       from coverage_rules limit 1`,
    )
    await scene.test.database.executeAsOwner(
      `insert into coverage_checks select (jsonb_populate_record(c, jsonb_build_object(
         'id', gen_random_uuid(), 'code', 'OLDR-ULE', 'knowledge_version', 'aaaaaaaaaaaaaaaa'))).*
       from coverage_checks c where id = $1`,
      [receipt.id],
    )
    await scene.test.database.executeAsOwner(
      `insert into coverage_check_subjects
       select (select id from coverage_checks where code = 'OLDR-ULE'), business_id, owner_id, customer_name, facts
       from coverage_check_subjects where check_id = $1`,
      [receipt.id],
    )
    const { items } = (await get('/api/coverage/checks?search=oldr', scene.business.cookie)).json()
    const old = (await get(`/api/coverage/checks/${items[0].id}`, scene.business.cookie)).json()
    expect(old.replayed.verdict).toBe('check')
  })

  it('can be allowed anyway by a manager only, with a reason', async () => {
    const { id } = await customer({}, { isVerified: false })
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    expect((await save({ customerId: id, allowedReason: 'I know them' }, viewer)).statusCode).toBe(403)
    const allowed = await saved({ customerId: id, allowedReason: 'I know them' })
    expect(allowed).toMatchObject({ verdict: 'check', allowedReason: 'I know them' })
    expect(await saved({ customerId: id }, viewer)).toMatchObject({ allowedReason: null, receivedId: null })
  })

  it('answers for a refund, whatever is true by then', async () => {
    const one = await customer()
    const receipt = await saved({ customerId: one.id, amountCents: 5000 })
    await revoke([one.shareId])
    const refund = (body: object) =>
      post(`/api/coverage/checks/${receipt.id}/refunds`, { reference: '', ...body }, scene.business.cookie)
    const first = await refund({ amountCents: 3000, reference: 'CN-1' })
    expect([first.statusCode, first.json()]).toMatchObject([
      201,
      { verdict: 'covered', refundOf: receipt.code, amountCents: 3000, reference: 'CN-1' },
    ])
    const tooMuch = await refund({ amountCents: 2001 })
    expect([tooMuch.statusCode, tooMuch.json().fields[0].path]).toEqual([422, 'amountCents'])
    expect((await refund({ amountCents: 2000 })).statusCode).toBe(201)
    const again = `/api/coverage/checks/${first.json().id}/refunds`
    expect((await post(again, { reference: '' }, scene.business.cookie)).statusCode).toBe(404)
  })

  /** What happens to one refund after another, and what the page says can still be refunded. */
  it.each<
    [
      string,
      number | undefined,
      { amountCents?: number; status: number; stored?: number | null; left: unknown }[],
    ]
  >([
    [
      'a sale in parts, until nothing is left',
      5000,
      [
        { amountCents: 3000, status: 201, stored: 3000, left: { leftCents: 2000 } },
        { amountCents: 2000, status: 201, stored: 2000, left: null },
        { amountCents: 1, status: 409, left: null },
        { status: 409, left: null },
      ],
    ],
    [
      'a whole sale, once',
      5000,
      [
        { status: 201, stored: 5000, left: null },
        { status: 409, left: null },
        { amountCents: 100, status: 409, left: null },
      ],
    ],
    [
      'the rest of a sale',
      5000,
      [
        { amountCents: 1000, status: 201, stored: 1000, left: { leftCents: 4000 } },
        { status: 201, stored: 4000, left: null },
      ],
    ],
    [
      'a sale without an amount, once',
      undefined,
      [
        { amountCents: 700, status: 201, stored: 700, left: null },
        { amountCents: 700, status: 409, left: null },
        { status: 409, left: null },
      ],
    ],
    ['no sale of nothing', 0, [{ status: 409, left: null }]],
    ['nothing at all', 5000, [{ amountCents: 0, status: 422, left: { leftCents: 5000 } }]],
  ])('refunds %s', async (_, soldCents, refunds) => {
    const { id: customerId } = await customer()
    const receipt = await saved({ customerId, ...(soldCents !== undefined && { amountCents: soldCents }) })
    const url = `/api/coverage/checks/${receipt.id}`
    for (const { amountCents, status, stored, left } of refunds) {
      const body = { reference: '', ...(amountCents !== undefined && { amountCents }) }
      const answer = await post(`${url}/refunds`, body, scene.business.cookie)
      expect(answer.statusCode, answer.body).toBe(status)
      if (status === 201) expect(answer.json().amountCents, answer.body).toBe(stored)
      expect((await get(url, scene.business.cookie)).json().refundable, answer.body).toEqual(left)
    }
  })

  it('is refunded once by two people at the same moment', async () => {
    const { id: customerId } = await customer()
    const { id } = await saved({ customerId, amountCents: 5000 })
    const refund = () => post(`/api/coverage/checks/${id}/refunds`, { reference: '' }, scene.business.cookie)
    const answers = await Promise.all([refund(), refund(), refund()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  })

  it('makes a sale known to rules about customers who no longer buy', async () => {
    const one = await customer({
      form: 'sst-f0003',
      states: [{ state: 'IA', number: null }],
      signedOn: '2020-01-02',
    })
    const idle = (answer: CoverageAnswer) => answer.reasons.some(({ code }) => code === 'idle')
    expect(idle(await ask(one.id, 'state=IA'))).toBe(true)
    await saved({ customerId: one.id, state: 'IA', allowedReason: 'Regular customer' })
    expect(idle(await ask(one.id, 'state=IA'))).toBe(false)
  })

  it('is not for the future, and found by code and invoice number', async () => {
    const { id } = await customer()
    const future = await save({ customerId: id, on: '2090-01-01' })
    expect([future.statusCode, future.json().fields[0].path]).toEqual([422, 'on'])
    const tenYearsAgo = scene.test.clock.now()
    tenYearsAgo.setUTCFullYear(tenYearsAgo.getUTCFullYear() - 10)
    for (const [on, status] of [
      ['2001-05-04', 422],
      [new Date(tenYearsAgo.getTime() - dayMs).toISOString().slice(0, 10), 422],
      [tenYearsAgo.toISOString().slice(0, 10), 201],
    ] as const) {
      const answer = await save({ customerId: id, on, allowedReason: 'Late certificate' })
      expect(answer.statusCode, on).toBe(status)
      if (status === 422) {
        const message = 'A receipt can’t be for a day more than 10 years ago'
        expect(answer.json().fields, on).toEqual([{ path: 'on', message }])
      }
    }
    const receipt = await saved({ customerId: id, reference: 'Bestellung-99' })
    for (const search of [receipt.code.toLowerCase(), 'bestell']) {
      const { items } = (await get(`/api/coverage/checks?search=${search}`, scene.business.cookie)).json()
      expect(
        items.map((one: CoverageReceipt) => one.id),
        search,
      ).toEqual([receipt.id])
    }
  })

  it('masks a card number that was typed as an invoice number', async () => {
    const { id } = await customer()
    expect((await saved({ customerId: id, reference: '4539 1488 0343 6467' })).reference).not.toContain(
      '0343',
    )
  })

  it('can be changed and deleted by nobody before its years are over', async () => {
    const { id } = await customer()
    const receipt = await saved({ customerId: id })
    const { id: businessId, manager } = scene.business
    const person = { kind: 'person', id: manager.id, role: 'business', businessId } as const
    for (const [who, statement] of [
      [person, sql`update coverage_checks set verdict = 'covered'`],
      [person, sql`delete from coverage_checks`],
      [systemActor, sql`update coverage_checks set verdict = 'covered'`],
    ] as const) {
      const refusal = await scene.test.services.database
        .transact(who, (tx) => statement.execute(tx))
        .then(() => 'nothing', String)
      expect(refusal, who.kind).toContain('permission denied')
    }
    await clearReceipts(scene.test.services)
    expect((await get(`/api/coverage/checks/${receipt.id}`, scene.business.cookie)).statusCode).toBe(200)
  })

  it('is in the data of the customer and of the person who saved it', async () => {
    const person = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, person)
    const one = await customer({}, { cookie })
    await saved({ customerId: one.id })
    const rowsOf = async (actor: { id: string; role: 'user' | 'business' }) => {
      const rows: unknown[] = []
      for await (const entry of coverageData(scene.test.services, { kind: 'person', ...actor })) {
        if ('rows' in entry) for await (const row of entry.rows) rows.push(row)
      }
      return rows
    }
    expect(await rowsOf({ id: person.id, role: 'user' })).toMatchObject([
      { state: 'NY', verdict: 'covered', business: scene.business.manager.name },
      // The copy that the business keeps.
      { state: 'NY', reliedOn: expect.any(String), business: scene.business.manager.name },
    ])
    expect((await rowsOf({ id: scene.business.manager.id, role: 'business' })).length).toBeGreaterThan(0)
  })
})

describe('locations', () => {
  it('are kept by managers and read by everyone in the business', async () => {
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    const path = '/api/business/locations'
    const created = await post(path, { name: ' Springfield ', state: 'il' }, scene.business.cookie)
    expect([created.statusCode, created.json()]).toMatchObject([201, { name: 'Springfield', state: 'IL' }])
    expect((await post(path, { name: 'Elgin', state: 'IL' }, viewer)).statusCode).toBe(403)
    const { id } = created.json()
    const twice = await post(path, { name: 'SPRINGFIELD', state: 'MO' }, scene.business.cookie)
    expect([twice.statusCode, twice.json().fields[0].path]).toEqual([422, 'name'])
    expect((await post(path, { name: 'Nowhere', state: 'ZZ' }, scene.business.cookie)).statusCode).toBe(422)
    expect(created.json().kind).toBeNull()
    const unknown = { name: 'Elgin', state: 'IL', kind: 'everything' }
    expect((await post(path, unknown, scene.business.cookie)).json().fields[0].path).toBe('kind')
    const west = { name: 'Springfield West', state: 'IL', kind: 'meals' }
    await send('PUT', `${path}/${id}`, west, scene.business.cookie)
    expect((await get(path, viewer)).json().items).toEqual([{ id, ...west }])
    expect((await get(path, scene.otherBusiness.cookie)).json().items).toEqual([])
    const other = await send('DELETE', `${path}/${id}`, undefined, scene.otherBusiness.cookie)
    expect(other.statusCode).toBe(404)
    const one = await customer()
    const receipt = await save({ customerId: one.id, locationId: id })
    expect(receipt.json()).toMatchObject({ location: 'Springfield West' })
    expect((await send('DELETE', `${path}/${id}`, undefined, scene.business.cookie)).statusCode).toBe(204)
    expect((await get(path, viewer)).json().items).toEqual([])
    const kept = (await get(`/api/coverage/checks/${receipt.json().id}`, scene.business.cookie)).json()
    expect(kept.location).toBe('Springfield West')
  })
})
