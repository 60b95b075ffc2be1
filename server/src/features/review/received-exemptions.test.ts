import type { Document } from '@exempta/contract/documents'
import type { getReceivedChoices, ReceivedDocument } from '@exempta/contract/review'
import type { getReceived } from '@exempta/contract/review/received'
import type { RouteReturn } from '@exempta/contract/route'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { asRead, certificateScene, page, resale } from '../../../test/certificates.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { untilDocument } from '../../../test/uploads.ts'

const {
  scene,
  get,
  post,
  share,
  revoke,
  newDocument,
  nextPages,
  confirmed,
  withdraw,
  acts,
  awaitNotifications,
} = certificateScene()

type Details = RouteReturn<typeof getReceived>

/** Shares a new document with the business and returns the id of the share. */
async function shareNew(): Promise<{ documentId: string; id: string }> {
  const documentId = await newDocument()
  const answer = await share({ documentIds: [documentId], businessIds: [scene.business.id] })
  expect(answer.statusCode, answer.body).toBe(200)
  const { rows } = await scene.test.database.executeAsOwner(
    'select id from document_shares where document_id = $1 and business_id = $2',
    [documentId, scene.business.id],
  )
  return { documentId, id: (rows[0] as { id: string }).id }
}

const received = async (id: string): Promise<Details> =>
  (await get(`/api/received/${id}`, scene.business.cookie)).json()
const list = async (query: string, as = scene.business.cookie): Promise<ReceivedDocument[]> => {
  const answer = await get(`/api/received?limit=100&${query}`, as)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items
}
const found = async (query: string, as?: string) => (await list(query, as)).map(({ id }) => id)

describe('a business sees what was read on a document that it received', () => {
  it('before and after the owner confirms it, with the places on the page', async () => {
    const { id, documentId } = await shareNew()
    const before = await received(id)
    expect(before).toMatchObject({ exemption: null, reading: { isRead: true, confirmed: null } })
    expect(before.reading.certificates).toMatchObject([{ form: { name: 'ST-120' }, suggestion: asRead }])
    expect(before.reading.certificates[0]?.fields[0]).toMatchObject({ page: 1, quad: expect.any(Array) })

    const { at } = await confirmed(documentId, { purchaser: 'Prairie Wind Foods' })
    const after = await received(id)
    expect(after.reading.confirmed).toMatchObject({ purchaser: 'Prairie Wind Foods', confirmedAt: at })
    // What was read stays as it was, so that the difference can be seen.
    expect(after.reading.certificates[0]?.suggestion.purchaser).toBe('Prairie Wind Foods Co')
    expect(after.exemption).toEqual({
      form: 'ST-120',
      purchaser: 'Prairie Wind Foods',
      states: [{ state: 'NY', number: '43-1234567' }],
      expiresOn: null,
      confirmedAt: at,
    })
    await withdraw(documentId)
    expect(await received(id)).toMatchObject({ exemption: null, reading: { confirmed: null } })
  })

  it('and what to look at before verifying, in the list, too', async () => {
    const { id, documentId } = await shareNew()
    expect((await received(id)).warnings).toEqual([])
    await confirmed(documentId, { hasSignature: false })
    expect((await received(id)).warnings).toEqual(['The signature is missing.'])
    expect((await list('')).find((one) => one.id === id)?.warnings).toEqual(['The signature is missing.'])
    const other = await shareNew()
    await confirmed(other.documentId, { form: null })
    expect((await received(other.id)).warnings).toEqual(['We don’t know this form.'])
  })

  it('does not learn how many others have it', async () => {
    const { id, documentId } = await shareNew()
    await confirmed(documentId)
    await share({ documentIds: [documentId], businessIds: [scene.otherBusiness.id] })
    expect(await received(id)).not.toHaveProperty('reading.businesses')
    expect(JSON.stringify(await received(id))).not.toContain(scene.otherBusiness.id)
  })

  it('and no one else does: another business, a user, or itself after the share is revoked', async () => {
    const { id, documentId } = await shareNew()
    await confirmed(documentId)
    const stranger = await signInAs(scene.test, await createPerson(scene.test))
    expect((await get(`/api/received/${id}`, scene.otherBusiness.cookie)).statusCode).toBe(404)
    expect((await get(`/api/received/${id}`, stranger)).statusCode).toBe(403)
    expect((await get(`/api/documents/${documentId}/reading`, scene.business.cookie)).statusCode).toBe(403)
    expect(await visibleRows(documentId, scene.business)).toEqual({
      readings: 2,
      fields: 6,
      exemptions: 1,
      states: 1,
    })
    expect(await visibleRows(documentId, scene.otherBusiness)).toEqual(nothing)
    await revoke([id])
    expect((await get(`/api/received/${id}`, scene.business.cookie)).statusCode).toBe(404)
    expect(await visibleRows(documentId, scene.business)).toEqual(nothing)
  })

  it('of the version that it can open, without what was blacked out meanwhile', async () => {
    const { id, documentId } = await shareNew()
    await confirmed(documentId, { purchaser: 'Typed by hand' })
    expect(await found('search=typed by hand')).toEqual([id])
    const boxes = [{ page: 2, x: 0.1, y: 0.8, width: 0.1, height: 0.05 }]
    expect((await post(`/api/documents/${documentId}/versions`, { version: 1, boxes })).statusCode).toBe(202)
    await untilDocument<Document>(scene.test, scene.cookie, documentId, ({ version }) => version === 2)
    expect(await received(id)).toMatchObject({ exemption: null, reading: { confirmed: null } })
    expect(await found('search=typed by hand')).toEqual([])
    const versions = (await rowsOf('document_fields', documentId, scene.business)).map(
      ({ version }) => version,
    )
    expect(new Set(versions)).toEqual(new Set([2]))
  })
})

describe('a review', () => {
  const verify = (id: string, seen: object = {}) =>
    post('/api/received/verify', { documents: [{ id, version: 1, ...seen }] }, scene.business.cookie)
  const statusOf = async (id: string) => (await received(id)).status

  it('is over when the owner changes what was verified, and stays when the owner confirms what was read', async () => {
    const { id, documentId } = await shareNew()
    expect((await verify(id)).statusCode).toBe(200)
    const { at } = await confirmed(documentId)
    expect(await statusOf(id)).toBe('verified')
    scene.test.clock.advance(1000)
    await confirmed(documentId, { shown: at, expiresOn: '2090-12-31' })
    expect(await statusOf(id)).toBe('pending')
    expect(await acts(id)).toContain('returned owner')
    expect(await awaitNotifications(scene.business, 1)).toMatchObject([
      { title: expect.stringMatching(/ changed what form \d+\.pdf says$/) },
    ])
  })

  it('is over when the owner withdraws', async () => {
    const { id, documentId } = await shareNew()
    await confirmed(documentId)
    expect((await verify(id)).statusCode).toBe(200)
    await withdraw(documentId)
    expect(await statusOf(id)).toBe('pending')
  })

  it('is refused when the owner changed what it says meanwhile', async () => {
    const { id, documentId } = await shareNew()
    const { at } = await confirmed(documentId)
    scene.test.clock.advance(1000)
    await confirmed(documentId, { shown: at, purchaser: 'Someone Else' })
    const late = await verify(id, { confirmedAt: at })
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
    expect(await statusOf(id)).toBe('pending')
    const { exemption } = await received(id)
    expect((await verify(id, { confirmedAt: exemption?.confirmedAt })).statusCode).toBe(200)
  })
})

describe('the list of received documents', () => {
  it('is filtered by state, form and end date, and searched by purchaser and number', async () => {
    const before = { state: await found('state=TX'), form: await found('form=tx-01-339') }
    nextPages(page('tx-01-339', ...resale.filter(({ name }) => name !== 'number')))
    const texas = await shareNew()
    await confirmed(texas.documentId, {
      form: 'tx-01-339',
      purchaser: 'Alamo Supply',
      states: [{ state: 'TX', number: '3-12345-6789-0' }],
      expiresOn: day(30),
    })
    const both = await shareNew()
    await confirmed(both.documentId, {
      form: 'mtc-uniform',
      states: [
        { state: 'TX', number: null },
        { state: 'OK', number: 'OK-777' },
      ],
      expiresOn: day(-1),
    })
    const older = await shareNew()
    await confirmed(older.documentId, { expiresOn: day(-400) })
    const later = await shareNew()
    await confirmed(later.documentId, { expiresOn: day(400) })

    expect(await found('state=TX')).toEqual([both.id, texas.id, ...before.state])
    expect(await found('state=TX&sort=oldest')).toEqual([...before.state, texas.id, both.id])
    expect(await found('state=OK')).toEqual([both.id])
    expect(await found('state=OK&status=verified')).toEqual([])
    expect(await found('form=tx-01-339')).toEqual([texas.id, ...before.form])
    expect(await found('expires=expired')).toEqual([both.id, older.id])
    expect(await found('expires=soon')).toEqual([texas.id])
    expect(await found('expires=expired&state=OK')).toEqual([both.id])
    expect(await found('search=alamo')).toEqual([texas.id])
    expect(await found('search=3-12345-6')).toEqual([texas.id])
    expect(await found('search=31234567890')).toEqual([texas.id])
    expect(await found('search=ok-777&state=OK&form=mtc-uniform&expires=expired')).toEqual([both.id])
    expect(await found('search=ok-777&state=NY')).toEqual([])
    expect(await found('state=TX', scene.otherBusiness.cookie)).toEqual([])

    const choices = (await get('/api/received/choices', scene.business.cookie)).json<
      RouteReturn<typeof getReceivedChoices>
    >()
    expect(choices.states).toEqual(['NY', 'OK', 'TX'])
    expect(choices.forms.map(({ code }) => code)).toEqual(['mtc-uniform', 'ny-st-120', 'other', 'tx-01-339'])
    expect((await get('/api/received/choices', scene.otherBusiness.cookie)).json()).toEqual({
      states: ['NY'],
      forms: [{ code: 'ny-st-120', name: 'ST-120' }],
    })
  })

  it('goes on where a page of end dates stopped', async () => {
    const ids: string[] = []
    for (const distance of [5, 5, 6]) {
      const { id, documentId } = await shareNew()
      await confirmed(documentId, { form: null, purchaser: 'Paged', expiresOn: day(distance) })
      ids.push(id)
    }
    const read: string[] = []
    let cursor = ''
    do {
      const answer = await get(
        `/api/received?expires=soon&search=paged&limit=1${cursor && `&cursor=${cursor}`}`,
        scene.business.cookie,
      )
      const { items, nextCursor } = answer.json<{ items: ReceivedDocument[]; nextCursor: string | null }>()
      read.push(...items.map(({ id }) => id))
      cursor = nextCursor ?? ''
    } while (cursor)
    expect(read).toEqual([...ids.slice(0, 2).sort(), ids[2]])
    const other = await get(`/api/received?expires=soon&limit=1`, scene.business.cookie)
    const foreign = await get(`/api/received?cursor=${other.json().nextCursor}`, scene.business.cookie)
    expect(foreign.statusCode).toBe(422)
  })

  it('follows a share that is revoked and shared again, and a document that is renamed or deleted', async () => {
    const { id, documentId } = await shareNew()
    await confirmed(documentId, { purchaser: 'Followed', states: [{ state: 'WY', number: null }] })
    expect(await found('state=WY')).toEqual([id])
    await revoke([id])
    expect(await found('state=WY')).toEqual([])
    scene.test.clock.advance(1000)
    await share({ documentIds: [documentId], businessIds: [scene.business.id] })
    expect(await found('state=WY')).toEqual([id])
    const renamed = await scene.test.call({
      method: 'PATCH',
      url: `/api/documents/${documentId}`,
      payload: { name: 'Renamed.pdf' },
      headers: { cookie: scene.cookie },
    })
    expect(renamed.statusCode, renamed.body).toBe(200)
    expect(await found('search=renamed')).toEqual([id])
    expect(await found('search=followed')).toEqual([id])
    await scene.test.call({
      method: 'DELETE',
      url: `/api/documents/${documentId}`,
      headers: { cookie: scene.cookie },
    })
    expect(await found('state=WY')).toEqual([])
    const left = await scene.test.database.executeAsOwner('select from share_states where share_id = $1', [
      id,
    ])
    expect(left.rows).toEqual([])
  })

  it.each([
    ['a state in words', 'state=Texas'],
    ['a form with a quote', 'form=%27'],
    ['an unknown end', 'expires=never'],
  ])('answers %s with what is wrong', async (_, query) => {
    expect((await get(`/api/received?${query}`, scene.business.cookie)).statusCode).toBe(422)
  })
})

/** So many days from now. */
const day = (days: number) =>
  new Date(scene.test.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

const nothing = { readings: 0, fields: 0, exemptions: 0, states: 0 }

/** What the rows of the database show to a member of the business, whatever the routes ask for. */
const rowsOf = (
  table: string,
  documentId: string,
  { id: businessId, manager }: typeof scene.business,
): Promise<{ version: number }[]> =>
  scene.test.database.transact(
    { kind: 'person', id: manager.id, role: 'business', businessId },
    async (tx) => {
      const { rows } = await sql<{ version: number }>`
        select * from ${sql.table(table)} where document_id = ${documentId}`.execute(tx)
      return rows
    },
    { readOnly: true },
  )

async function visibleRows(documentId: string, business: typeof scene.business) {
  const count = async (table: string) => (await rowsOf(table, documentId, business)).length
  return {
    readings: await count('document_readings'),
    fields: await count('document_fields'),
    exemptions: await count('exemptions'),
    states: await count('exemption_states'),
  }
}
