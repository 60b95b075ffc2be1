import type { Customer, CustomerPage, CustomerRow } from '@exempta/contract/customers'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { addMember, signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'

const { scene, get, post, share, newDocument } = sharingScene()

const put = (url: string, payload: object, as = scene.business.cookie) =>
  scene.test.call({ method: 'PUT', url, payload, headers: { cookie: as } })
const remove = (url: string, as = scene.business.cookie) =>
  scene.test.call({ method: 'DELETE', url, headers: { cookie: as } })

/** A name that no other test uses. */
let made = 0
const newName = () => {
  made += 1
  return `Buyer${made} Foods`
}

const create = (body: object, as = scene.business.cookie) => post('/api/customers', body, as)

async function created(body: object = {}): Promise<Customer> {
  const answer = await create({ name: newName(), ...body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

const page = async (id: string, as = scene.business.cookie): Promise<CustomerPage> =>
  (await get(`/api/customers/${id}`, as)).json()

const listed = async (query: string, as = scene.business.cookie): Promise<CustomerRow[]> => {
  const answer = await get(`/api/customers?limit=100&${query}`, as)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items
}
const namesOf = (rows: readonly CustomerRow[]) => rows.map(({ name }) => name)

const certificate = {
  form: 'ny-st-120',
  reason: 'resale',
  isBlanket: true,
  hasSignature: true,
  signedOn: '2025-05-04',
  expiresOn: null,
  states: [{ state: 'NY', number: '43-1234567' }],
  pages: [1],
  version: 1,
  shown: null,
}

/** A confirmed certificate in this name, shared with the business and waiting for its review. */
async function receive(purchaser: string, change: object = {}): Promise<string> {
  const documentId = await newDocument()
  const seller = scene.business.manager.name
  const answer = await put(
    `/api/documents/${documentId}/exemption`,
    { ...certificate, purchaser, seller, ...change },
    scene.cookie,
  )
  expect(answer.statusCode, answer.body).toBe(200)
  await share({ documentIds: [documentId], businessIds: [scene.business.id], emails: [], message: '' })
  return documentId
}

describe('a record', () => {
  it('keeps what was typed, with cleaned texts, and is in the audit log', async () => {
    const name = newName()
    const one = await created({
      name: `  ${name}  `,
      number: 'C-1042',
      otherNames: ['Prairie', 'prairie', name],
      contacts: [{ name: 'Ana Ruiz', email: 'Ana@Example.org', phone: '' }, {}],
      addresses: [{ city: 'Albany', state: 'ny' }],
      tags: ['Wholesale', 'wholesale'],
      note: 'Pays by wire',
    })
    expect(one).toMatchObject({
      name,
      number: 'C-1042',
      otherNames: ['prairie'],
      contacts: [{ name: 'Ana Ruiz', email: 'ana@example.org', phone: null }],
      addresses: [{ street: null, city: 'Albany', state: 'NY', postalCode: null }],
      tags: ['wholesale'],
      note: 'Pays by wire',
      version: 1,
      isInactive: false,
    })
    expect(await page(one.id)).toMatchObject({
      answers: [{ state: 'NY', answer: 'none', isMissing: true, missingSince: null }],
    })
    expect(await auditOf(scene.test, one.id)).toMatchObject([
      { action: 'customer.create', actor_id: scene.business.manager.id },
    ])
  })

  it('is changed only by someone who saw its current version', async () => {
    const one = await created()
    const change = { name: one.name, note: 'First', version: 1 }
    expect((await put(`/api/customers/${one.id}`, change)).json()).toMatchObject({
      note: 'First',
      version: 2,
    })
    const late = await put(`/api/customers/${one.id}`, { ...change, note: 'Late' })
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
    expect(await page(one.id)).toMatchObject({ note: 'First' })
  })

  it('has a number of its own, whatever its case', async () => {
    await created({ number: 'AB-7' })
    const other = await create({ name: newName(), number: 'ab-7' })
    expect([other.statusCode, other.json().fields?.[0]?.path]).toEqual([409, 'number'])
    const elsewhere = await create({ name: newName(), number: 'AB-7' }, scene.otherBusiness.cookie)
    expect(elsewhere.statusCode).toBe(201)
  })

  it.each([
    ['a name of 300 letters', { name: 'x'.repeat(300) }, 'name'],
    ['no name', { name: ' ' }, 'name'],
    ['a state that does not exist', { name: 'A', addresses: [{ state: 'ZZ' }] }, 'addresses.0.state'],
    ['an address that is none', { name: 'A', contacts: [{ email: 'nobody' }] }, 'contacts.0.email'],
    ['a card number', { name: 'A', number: '4111111111111111' }, 'number'],
    ['an unknown parent', { name: 'A', parentId: crypto.randomUUID() }, 'parentId'],
  ])('refuses %s', async (_, body, path) => {
    const answer = await create(body)
    expect([answer.statusCode, answer.json().fields?.[0]?.path]).toEqual([422, path])
  })

  it('belongs to no one who belongs to it', async () => {
    const top = await created()
    const middle = await created({ parentId: top.id })
    const bottom = await created({ parentId: middle.id })
    for (const parentId of [top.id, middle.id, bottom.id]) {
      const answer = await put(`/api/customers/${top.id}`, { name: top.name, parentId, version: 1 })
      expect(answer.statusCode, parentId).toBe(422)
    }
    expect(await page(top.id)).toMatchObject({ children: [{ id: middle.id }], parent: null })
  })

  it('is only read by viewers, and never seen by another business', async () => {
    const one = await created()
    const viewer = await addMember(scene.test, scene.business.manager, 'viewer')
    const as = await signInAs(scene.test, viewer)
    expect((await get(`/api/customers/${one.id}`, as)).statusCode).toBe(200)
    expect((await create({ name: newName() }, as)).statusCode).toBe(403)
    expect((await put(`/api/customers/${one.id}`, { name: 'A', version: 1 }, as)).statusCode).toBe(403)
    expect((await remove(`/api/customers/${one.id}`, as)).statusCode).toBe(403)
    const other = scene.otherBusiness.cookie
    expect((await get(`/api/customers/${one.id}`, other)).statusCode).toBe(404)
    expect((await put(`/api/customers/${one.id}`, { name: 'A', version: 1 }, other)).statusCode).toBe(404)
    expect(await listed(`search=${one.name}`, other)).toEqual([])
  })

  it('can be set inactive and deleted with all that is derived from it, unless it has certificates', async () => {
    const one = await created({ addresses: [{ state: 'NY' }], tags: ['retail'] })
    const inactive = await put(`/api/customers/${one.id}/inactive`, { isInactive: true })
    expect(inactive.json()).toMatchObject({ isInactive: true })
    expect(await listed(`search=${one.name}`)).toEqual([])
    expect(namesOf(await listed(`search=${one.name}&inactive=true`))).toEqual([one.name])
    expect((await remove(`/api/customers/${one.id}`)).statusCode).toBe(204)
    expect((await get(`/api/customers/${one.id}`, scene.business.cookie)).statusCode).toBe(404)
    for (const table of ['customer_terms', 'customer_answers', 'customer_tags']) {
      const left = `select from ${table} where customer_id = $1`
      expect((await scene.test.database.executeAsOwner(left, [one.id])).rows, table).toEqual([])
    }

    const name = newName()
    await receive(name)
    const [arrived] = await listed(`search=${name}`)
    expect((await remove(`/api/customers/${arrived?.id}`)).statusCode).toBe(409)
  })
})

describe('the list', () => {
  it('finds a record by names, other names, number and email, and certificates by their numbers', async () => {
    const one = await created({
      number: 'K 77-12',
      otherNames: ['Ostrich Traders'],
      contacts: [{ email: 'ledger@ostrich.example' }],
    })
    for (const search of [one.name.slice(0, 8), 'ostr', 'trad ostrich', '77-12', 'K7712', 'ledger@ostr']) {
      expect(namesOf(await listed(`search=${encodeURIComponent(search)}`)), search).toContain(one.name)
    }
    const name = newName()
    await receive(name, { states: [{ state: 'NY', number: '43-5556667' }] })
    expect(namesOf(await listed('search=6667'))).toEqual([name])
  })

  it('pages through everything once, in order', async () => {
    for (let at = 0; at < 4; at++) await created({ tags: ['paged'] })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await get(
        `/api/customers?tag=paged&limit=2${cursor && `&cursor=${cursor}`}`,
        scene.business.cookie,
      )
      seen.push(...answer.json().items.map(({ name }: CustomerRow) => name))
      cursor = answer.json().nextCursor
    }
    expect(seen).toHaveLength(4)
    expect(seen).toEqual([...new Set(seen)].sort())
  })

  it('filters by state, answer, what is missing, and tag', async () => {
    const tag = 'filtered'
    const buys = await created({ tags: [tag], addresses: [{ state: 'TX' }, { state: 'NY' }] })
    const name = newName()
    await receive(name)
    const [arrived] = await listed(`search=${name}`)
    expect(arrived).toMatchObject({ answers: [{ state: 'NY', answer: 'check', isMissing: false }] })
    const tagged = await post(
      '/api/customers/tags',
      { ids: [arrived?.id], add: [tag] },
      scene.business.cookie,
    )
    expect(tagged.json()).toEqual({ changed: 1 })
    for (const [query, names] of [
      ['', [buys.name, name]],
      ['&state=TX', [buys.name]],
      ['&state=NY&answer=check', [name]],
      ['&answer=none', [buys.name]],
      ['&missing=true', [buys.name]],
      ['&missing=true&state=NY', [buys.name]],
      ['&expiresBefore=2000-01-02', []],
    ] as const) {
      expect(namesOf(await listed(`tag=${tag}${query}`)), query).toEqual([...names].sort())
    }
    const { items } = (await get('/api/customers/tags', scene.business.cookie)).json()
    expect(items).toContain(tag)
  })
})

describe('a certificate that arrives', () => {
  it('makes a record, which goes with its document unless someone worked with it', async () => {
    const [gone, kept] = [newName(), newName()]
    const documents = [await receive(gone), await receive(kept)]
    const [record] = await listed(`search=${kept}`)
    await put(`/api/customers/${record?.id}`, { name: kept, note: 'Regular', version: 1 })
    for (const id of documents) await remove(`/api/documents/${id}`, scene.cookie)
    expect(await listed(`search=${gone}`)).toEqual([])
    expect(await listed(`search=${kept}`)).toMatchObject([{ name: kept, answers: [] }])
  })
})
