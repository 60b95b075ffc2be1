import type { Customer, CustomerPage, CustomerRow } from '@exempta/contract/customers'
import type { CustomerSuggestion } from '@exempta/contract/customers/merging'
import type { CustomerCertificate } from '@exempta/contract/customers/page'
import { dayMs } from '@exempta/contract/durations'
import type { ReceivedDocument } from '@exempta/contract/review'
import { describe, expect, it } from 'vitest'
import { confirmAddress, createPerson, signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'
import { clearMerges } from './jobs.ts'

const { scene, get, post, share, newDocument } = sharingScene()

const as = () => scene.business.cookie
const put = (url: string, payload: object, cookie = as()) =>
  scene.test.call({ method: 'PUT', url, payload, headers: { cookie } })

let made = 0
const newName = () => {
  made += 1
  return `Merged${made} Trading`
}

async function created(body: object = {}): Promise<Customer> {
  const answer = await post('/api/customers', { name: newName(), ...body }, as())
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

async function read<Answer>(url: string): Promise<Answer> {
  const answer = await get(url, as())
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const page = (id: string) => read<CustomerPage>(`/api/customers/${id}`)
const found = async (search: string) =>
  (await read<{ items: CustomerRow[] }>(`/api/customers?search=${encodeURIComponent(search)}`)).items
const suggested = async (customerId: string) =>
  (await read<{ items: CustomerSuggestion[] }>(`/api/customers/suggestions?customerId=${customerId}`)).items
const certificatesOf = async (id: string) =>
  (await read<{ items: CustomerCertificate[] }>(`/api/customers/${id}/certificates`)).items

/** Someone with a confirmed address shares a confirmed certificate in this name with the business. */
async function receive(purchaser: string, { number = null as string | null, isConfirmed = true } = {}) {
  const owner = await createPerson(scene.test)
  if (isConfirmed) await confirmAddress(scene.test, owner)
  const cookie = await signInAs(scene.test, owner)
  const documentId = await newDocument(cookie)
  const certificate = {
    ...{ form: 'ny-st-120', purchaser, seller: scene.business.manager.name, reason: 'resale' },
    ...{ isBlanket: true, hasSignature: true, signedOn: '2025-05-04', expiresOn: null },
    ...{ states: [{ state: 'NY', number }], pages: [1], version: 1, shown: null },
  }
  const answer = await put(`/api/documents/${documentId}/exemption`, certificate, cookie)
  expect(answer.statusCode, answer.body).toBe(200)
  const arrive = () =>
    share({ documentIds: [documentId], businessIds: [scene.business.id], emails: [], message: '' }, cookie)
  return { owner, cookie, documentId, arrive }
}

describe('a certificate that arrives', () => {
  it('is linked by the confirmed address of one customer, if a word of the name is the same', async () => {
    const name = newName()
    const { owner, arrive } = await receive(`${name} of Ohio LLC`)
    const customer = await created({ name, contacts: [{ email: owner.email }] })
    await arrive()
    expect(await certificatesOf(customer.id)).toMatchObject([
      { matchedBy: 'email', purchaser: `${name} of Ohio LLC`, status: 'pending', replacedBy: null },
    ])
    expect(await page(customer.id)).toMatchObject({ answers: [{ state: 'NY', answer: 'check' }] })
    expect(await found('Ohio')).toMatchObject([{ id: customer.id }])
    const [certificate] = await certificatesOf(customer.id)
    expect(
      (await read<ReceivedDocument>(`/api/received/${certificate?.receivedId}`)).customer,
      'a reviewer sees why',
    ).toEqual({ id: customer.id, name, matchedBy: 'email' })
  })

  it.each([
    ['the address is not confirmed', { isConfirmed: false }, 'same word', 1, []],
    ['two customers have the address', {}, 'same word', 2, ['email']],
    ['no word of the name is the same', {}, 'other name', 1, ['email']],
  ] as const)('is not linked if %s', async (_, options, kind, customers, reasons) => {
    const name = newName()
    const { owner, arrive } = await receive(
      kind === 'same word' ? `${name} of Iowa` : `Quite different ${made}`,
      options,
    )
    const first = await created({ name, contacts: [{ email: owner.email }] })
    for (let more = 1; more < customers; more++) await created({ contacts: [{ email: owner.email }] })
    await arrive()
    expect(await certificatesOf(first.id)).toEqual([])
    expect((await suggested(first.id)).map((one) => one.reasons)).toEqual(
      reasons.length === 0 ? [] : [reasons],
    )
  })

  it('is linked by its number together with its name', async () => {
    const name = newName()
    const customer = await created({ name, number: '43-7654321' })
    const { arrive } = await receive(name, { number: '437654321' })
    await arrive()
    expect(await certificatesOf(customer.id)).toMatchObject([{ matchedBy: 'number' }])
  })

  it('is suggested by its name and state; accepting merges, declining is remembered', async () => {
    const name = newName()
    const customer = await created({ name, addresses: [{ state: 'NY' }] })
    const [accepted, declined] = [await receive(name), await receive(name)]
    await accepted.arrive()
    const [one] = await suggested(customer.id)
    expect(one).toMatchObject({ reasons: ['name-state'], customer: { id: customer.id } })
    const answer = await post(`/api/customers/suggestions/${one?.id}/accept`, {}, as())
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await page(customer.id)).toMatchObject({ answers: [{ state: 'NY', answer: 'check' }] })
    expect(await suggested(customer.id)).toEqual([])

    await declined.arrive()
    const [other] = await suggested(customer.id)
    expect((await post(`/api/customers/suggestions/${other?.id}/decline`, {}, as())).statusCode).toBe(204)
    const shown = (await read<{ items: { id: string }[] }>('/api/received?limit=1')).items[0]
    await post(`/api/received/verify`, { documents: [{ id: shown?.id, version: 1 }] }, as())
    expect(await suggested(customer.id)).toEqual([])
    expect(await found(name)).toHaveLength(2)
  })

  it('is linked to the customer whose request it answers', async () => {
    const customer = await created({ number: 'R-1' })
    const asked = await post(
      '/api/requests',
      { email: '', customerName: '', customerReference: 'R-1', state: 'NY', message: '' },
      as(),
    )
    expect(asked.statusCode, asked.body).toBe(201)
    const { items } = await read<{ items: { id: string }[] }>(`/api/requests?customerId=${customer.id}`)
    expect(items).toMatchObject([{ id: asked.json().id }])
  })
})

describe('a merge', () => {
  const merge = (source: Customer, target: Customer) =>
    post(
      '/api/customers/merges',
      {
        ...{ sourceId: source.id, sourceVersion: source.version },
        ...{ targetId: target.id, targetVersion: target.version },
      },
      as(),
    )

  it('does what the preview shows, and is taken apart again', async () => {
    const source = await created({
      number: 'MX771',
      contacts: [{ name: 'Ana' }],
      addresses: [{ state: 'TX' }],
    })
    const target = await created({ number: 'MX772', tags: ['key'], addresses: [{ state: 'NY' }] })
    const { arrive } = await receive(source.name)
    await arrive()
    const [link] = await suggested(source.id)
    await post(`/api/customers/suggestions/${link?.id}/accept`, {}, as())
    const before = await page(source.id)

    const pair = `sourceId=${source.id}&targetId=${target.id}`
    const preview = await read<{ merged: Customer; certificates: number; notes: string[] }>(
      `/api/customers/merge-preview?${pair}`,
    )
    expect(preview).toMatchObject({ certificates: 1, notes: [expect.stringContaining('MX771')] })
    const answer = await merge(before, target)
    expect(answer.statusCode, answer.body).toBe(201)
    const merged = await page(target.id)
    const { version: _, updatedAt: __, ...shown } = preview.merged
    expect(merged).toMatchObject({ ...shown, otherNames: [source.name] })
    expect(merged.answers.map(({ state, answer }) => [state, answer])).toEqual([
      ['NY', 'check'],
      ['TX', 'none'],
    ])
    expect(await page(source.id)).toMatchObject({ mergedInto: { id: target.id }, answers: [] })
    for (const search of ['MX771', source.name])
      expect(await found(search), search).toMatchObject([{ id: target.id }])
    expect(await certificatesOf(source.id)).toHaveLength(1)
    const late = await put(`/api/customers/${source.id}`, { name: 'A', version: source.version + 1 })
    expect(late.statusCode).toBe(409)

    await put(`/api/customers/${target.id}`, {
      ...{ name: target.name, number: 'MX772', note: 'Changed since', version: merged.version },
      ...{ otherNames: merged.otherNames, contacts: merged.contacts, tags: merged.tags },
      addresses: merged.addresses,
    })
    const [done] = merged.merges
    const undone = await post(`/api/customers/merges/${done?.id}/undo`, {}, as())
    expect(undone.statusCode, undone.body).toBe(200)
    expect(await page(target.id)).toMatchObject({
      ...{ number: 'MX772', otherNames: [], contacts: [], note: 'Changed since', tags: ['key'], merges: [] },
      answers: [{ state: 'NY', answer: 'none' }],
    })
    expect(await page(source.id)).toMatchObject({
      ...{ number: 'MX771', mergedInto: null, contacts: [{ name: 'Ana' }] },
      answers: [
        { state: 'NY', answer: 'check' },
        { state: 'TX', answer: 'none' },
      ],
    })
    expect((await post(`/api/customers/merges/${done?.id}/undo`, {}, as())).statusCode).toBe(404)
  })

  it('moves the only number, and gives it back', async () => {
    const source = await created({ number: 'Only-1' })
    const target = await created()
    const { id } = (await merge(source, target)).json()
    expect(await page(target.id)).toMatchObject({ number: 'Only-1' })
    await post(`/api/customers/merges/${id}/undo`, {}, as())
    expect([(await page(target.id)).number, (await page(source.id)).number]).toEqual([null, 'Only-1'])
  })

  it('is refused with itself, a deleted or merged customer, an older version, and one of another business', async () => {
    const [one, other, gone] = [await created(), await created(), await created()]
    expect((await merge(one, one)).statusCode).toBe(422)
    await scene.test.call({ method: 'DELETE', url: `/api/customers/${gone.id}`, headers: { cookie: as() } })
    expect((await merge(one, gone)).statusCode).toBe(404)
    expect((await merge({ ...one, version: 7 }, other)).statusCode).toBe(409)
    const foreign = await post('/api/customers', { name: newName() }, scene.otherBusiness.cookie)
    expect((await merge(one, foreign.json())).statusCode).toBe(404)
    expect((await merge(one, other)).statusCode).toBe(201)
    expect((await merge({ ...one, version: 2 }, other)).statusCode).toBe(409)
  })

  it('can be undone for 30 days, and its copy is deleted afterwards', async () => {
    const { id } = (await merge(await created(), await created())).json()
    scene.test.clock.advance(31 * dayMs)
    scene.business.cookie = await signInAs(scene.test, scene.business.manager)
    scene.cookie = await signInAs(scene.test, scene.owner)
    expect((await post(`/api/customers/merges/${id}/undo`, {}, as())).statusCode).toBe(410)
    await clearMerges(scene.test.services)
    const { rows } = await scene.test.database.executeAsOwner(
      'select moved from customer_merges where id = $1',
      [id],
    )
    expect(rows).toEqual([{ moved: null }])
  })
})

it('certificates are moved by hand, and stay where they were put', async () => {
  const name = newName()
  const { cookie, documentId, arrive } = await receive(name)
  await arrive()
  const [record] = await found(name)
  const [certificate] = await certificatesOf(record?.id ?? '')
  const target = await created()
  const moved = await put(`/api/customers/certificates/${certificate?.linkId}`, { customerId: target.id })
  expect(moved.statusCode, moved.body).toBe(200)
  expect(await certificatesOf(target.id)).toMatchObject([{ matchedBy: 'hand' }])
  expect(await found(name)).toMatchObject([{ id: target.id }])

  const own = await put(`/api/customers/certificates/${certificate?.linkId}`, { customerId: null })
  expect(own.json()).toMatchObject({ customer: { name }, matchedBy: 'hand' })
  expect(await certificatesOf(target.id)).toEqual([])
  const shares = { documentIds: [documentId], businessIds: [scene.business.id], emails: [], message: '' }
  await share(shares, cookie)
  expect(await certificatesOf(own.json().customer.id)).toHaveLength(1)
})
