import { buffer } from 'node:stream/consumers'
import { dayMs } from '@exempta/contract/durations'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { awaitEmail, readEmails } from '../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { createTestBusiness, sharingScene, type TestBusiness } from '../../../test/sharing.ts'
import { type Actor, systemActor } from '../../platform/db/actor.ts'
import { coverageData } from './feature.ts'
import { openKeptCopy } from './index.ts'
import { clearKeptCopies } from './jobs.ts'
import { type KeptCopy, keptUntil } from './kept-copies.ts'

const { scene, get, post, share, revoke, newDocument } = sharingScene()

const send = (method: 'PUT' | 'DELETE', url: string, payload: object | undefined, cookie: string) =>
  scene.test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })

async function confirm(id: string, cookie: string, change: object = {}) {
  const { confirmed, version } = (await get(`/api/documents/${id}/reading`, cookie)).json()
  const answer = await send(
    'PUT',
    `/api/documents/${id}/exemption`,
    {
      form: 'ny-st-120',
      purchaser: `Buyer ${id.slice(-12)}`,
      seller: null,
      reason: 'resale',
      isBlanket: true,
      hasSignature: true,
      signedOn: '2025-05-04',
      expiresOn: null,
      states: [{ state: 'NY', number: '43-1234567' }],
      pages: [1],
      version,
      shown: confirmed?.confirmedAt ?? null,
      ...change,
    },
    cookie,
  )
  expect(answer.statusCode, answer.body).toBe(200)
}

interface Customer {
  documentId: string
  shareId: string
  customerId: string
}

/** A certificate that the business received; what it may be asked for is allowed by the manager. */
async function customer(cookie = scene.cookie, business: TestBusiness = scene.business): Promise<Customer> {
  const documentId = await newDocument(cookie)
  await confirm(documentId, cookie, { seller: business.manager.name })
  return { documentId, ...(await shareWith(documentId, cookie, business)) }
}

async function shareWith(documentId: string, cookie: string, business: TestBusiness) {
  await share({ documentIds: [documentId], businessIds: [business.id], emails: [], message: '' }, cookie)
  const { items } = (await get('/api/received?limit=100', business.cookie)).json()
  const shareId: string = items.find((one: { document: { id: string } }) => one.document.id === documentId).id
  return { shareId, customerId: await customerOf(shareId) }
}

async function customerOf(shareId: string): Promise<string> {
  const [row] = await owner('select customer_id from coverage_index where share_id = $1', [shareId])
  return String(row?.customer_id)
}

const owner = async (statement: string, values: unknown[] = []) =>
  (await scene.test.database.executeAsOwner(statement, values)).rows as Record<string, unknown>[]

/** A sale that a manager allowed, and so relied on the certificate. */
async function rely({ customerId }: Customer, change: object = {}, business: TestBusiness = scene.business) {
  const answer = await post(
    '/api/coverage/checks',
    {
      customerId,
      state: 'NY',
      reference: '',
      locationId: null,
      allowedReason: 'Regular customer',
      ...change,
    },
    business.cookie,
  )
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id as string
}

const copiesOf = (documentId: string): Promise<KeptCopy[]> =>
  scene.test.services.database.transact(systemActor, (tx) =>
    tx
      .selectFrom('kept_copies')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('version')
      .orderBy('state')
      .execute(),
  )

const bytesOf = async (copy: Pick<KeptCopy, 'document_id' | 'version'>) =>
  buffer((await openKeptCopy(scene.test.services, copy)).stream)

const isThere = (documentId: string, version = 1) =>
  scene.test.services.files
    .sizeOf({ documentId, rendition: 'redacted', version })
    .then((size) => size !== undefined)

const removeDocument = (id: string, cookie = scene.cookie) =>
  send('DELETE', `/api/documents/${id}`, undefined, cookie)

const actorOf = ({ id: businessId, manager }: TestBusiness) =>
  ({ kind: 'person', id: manager.id, role: 'business', businessId }) as const

describe('a copy', () => {
  it('is kept from the first sale that relied on the certificate', async () => {
    const one = await customer()
    expect(await copiesOf(one.documentId)).toEqual([])
    const checkId = await rely(one)
    const [copy, ...others] = await copiesOf(one.documentId)
    expect(others).toEqual([])
    expect(copy).toMatchObject({
      business_id: scene.business.id,
      owner_id: scene.owner.id,
      share_id: one.shareId,
      customer_id: one.customerId,
      version: 1,
      state: 'NY',
      document_type: 'application/pdf',
      first_relied_on: '2026-03-02',
      last_relied_on: '2026-03-02',
      kept_until: '2030-04-02',
      ended_at: null,
    })
    expect(await owner('select kept_copy_id from coverage_checks where id = $1', [checkId])).toEqual([
      { kept_copy_id: copy?.id },
    ])
  })

  it.each([
    ['New York, 3 years', 'NY', '2030-04-02'],
    ['Illinois, 3.5 years', 'IL', '2030-10-02'],
    ['Washington, 5 years', 'WA', '2032-04-02'],
    ['Ohio, whose years we don’t know', 'OH', '2031-04-02'],
  ])('is kept for the years of the state and until the return is due: %s', (_, state, until) => {
    expect(keptUntil(state, null, '2026-03-02')).toBe(until)
  })

  it('is not made by an answer that charges tax', async () => {
    const one = await customer()
    const id = await rely(one, { allowedReason: '' })
    expect((await get(`/api/coverage/checks/${id}`, scene.business.cookie)).json().verdict).toBe('check')
    expect(await copiesOf(one.documentId)).toEqual([])
  })

  it('is not made for a sale so long ago that no one may ask anymore', async () => {
    const one = await customer()
    await rely(one, { on: '2021-12-31' })
    expect(await copiesOf(one.documentId)).toEqual([])
  })

  it('is kept longer by a later sale, and never shorter by an earlier one', async () => {
    const one = await customer()
    await rely(one, { on: '2026-01-15' })
    await rely(one, { on: '2026-02-20' })
    await rely(one, { on: '2025-12-01' })
    expect(await copiesOf(one.documentId)).toMatchObject([
      { first_relied_on: '2025-12-01', last_relied_on: '2026-02-20', kept_until: '2030-03-20' },
    ])
  })

  it('is one for each state and version', async () => {
    const one = await customer()
    await rely(one)
    await rely(one, { state: 'TX' })
    await blackOut(one.documentId)
    await confirm(one.documentId, scene.cookie, { seller: scene.business.manager.name })
    await rely({ ...one, customerId: await customerOf(one.shareId) })
    expect((await copiesOf(one.documentId)).map(({ version, state }) => `${version} ${state}`)).toEqual([
      '1 NY',
      '1 TX',
      '2 NY',
    ])
  })

  it('is one when two registers save at once', async () => {
    const one = await customer()
    await Promise.all([rely(one), rely(one), rely(one)])
    expect(await copiesOf(one.documentId)).toHaveLength(1)
  })
})

async function blackOut(documentId: string, cookie = scene.cookie) {
  const boxes = [{ page: 1, x: 0.5, y: 0.5, width: 0.1, height: 0.1 }]
  const answer = await post(`/api/documents/${documentId}/versions`, { version: 1, boxes }, cookie)
  expect(answer.statusCode).toBe(202)
  await vi.waitFor(
    async () => expect((await get(`/api/documents/${documentId}`, cookie)).json().version).toBe(2),
    { timeout: 30_000, interval: 50 },
  )
}

describe('what the business relied on survives', () => {
  const cases: [string, (one: Customer, person: TestPerson, cookie: string) => Promise<unknown>][] = [
    ['revoking the share', (one, _, cookie) => revoke([one.shareId], cookie)],
    ['deleting the document', (one, _, cookie) => removeDocument(one.documentId, cookie)],
    ['another version', (one, _, cookie) => blackOut(one.documentId, cookie)],
    [
      'deleting the account',
      async (_, person, cookie) => {
        const answer = await post('/api/privacy/delete-account', { password: person.password }, cookie)
        expect(answer.statusCode).toBe(204)
        await vi.waitFor(
          async () => expect(await owner('select from users where id = $1', [person.id])).toEqual([]),
          { timeout: 30_000, interval: 50 },
        )
      },
    ],
  ]
  it.each(cases)('%s', async (name, change) => {
    const person = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, person)
    const one = await customer(cookie)
    await rely(one)
    const before = await bytesOf({ document_id: one.documentId, version: 1 })
    await change(one, person, cookie)
    await scene.test.services.files.clearDiscarded()
    const [copy] = await copiesOf(one.documentId)
    const isErased = name === 'deleting the account'
    expect(copy).toMatchObject({
      owner_id: isErased ? null : person.id,
      document_name: isErased ? null : expect.stringContaining('form'),
      kept_until: '2030-04-02',
    })
    expect(await bytesOf({ document_id: one.documentId, version: 1 })).toEqual(before)
    const pages = await owner(
      `select rendition from stored_files where document_id = $1 and version = 1 order by rendition`,
      [one.documentId],
    )
    const isGone = name !== 'revoking the share'
    if (isGone) expect(pages).toEqual([{ rendition: 'redacted' }])
  })

  it('a deletion at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => customer()))
    for (const [at, one] of all.entries()) {
      const [check] = await Promise.all([
        post(
          '/api/coverage/checks',
          {
            customerId: one.customerId,
            state: 'NY',
            reference: '',
            locationId: null,
            allowedReason: 'Regular customer',
          },
          scene.business.cookie,
        ),
        removeDocument(one.documentId),
      ])
      const copies = await copiesOf(one.documentId)
      const isKept = copies.length === 1
      const [recorded] = await owner('select kept_copy_id from coverage_checks where share_id = $1', [
        one.shareId,
      ])
      expect([check.statusCode, recorded?.kept_copy_id ?? null], `${at}`).toEqual(
        isKept ? [201, copies[0]?.id] : [404, null],
      )
      expect(await isThere(one.documentId), `${at}`).toBe(isKept)
    }
  })

  it('nothing without a recorded sale: revoking and deleting end everything', async () => {
    const one = await customer()
    expect(
      (await get(`/api/coverage/customers/${one.customerId}?state=NY`, scene.business.cookie)).json().verdict,
    ).toBe('check')
    await revoke([one.shareId])
    await rely(one, { on: '2026-03-01' })
    expect(await copiesOf(one.documentId)).toEqual([])
    await removeDocument(one.documentId)
    expect(await isThere(one.documentId)).toBe(false)
  })

  it('a sale before the revocation that is saved later keeps the copy longer', async () => {
    const one = await customer()
    await rely(one, { on: '2026-01-15' })
    await revoke([one.shareId])
    await rely(one, { on: '2026-02-15' })
    expect(await copiesOf(one.documentId)).toMatchObject([{ kept_until: '2030-03-15' }])
  })
})

describe('only binders read it', () => {
  it('no route opens it once the share or the document is gone', async () => {
    const one = await customer()
    await rely(one)
    const file = `/api/documents/${one.documentId}`
    const forBusiness = [
      `/api/received/${one.shareId}`,
      `/api/received/${one.shareId}/history`,
      `${file}/file`,
      `${file}/pages/1`,
      `${file}/thumbnail`,
    ]
    const forOwner = [file, `${file}/file`, `${file}/pages/1`, `${file}/thumbnail`, `${file}/reading`]
    const expectAll = async (paths: string[], as: string, status: number) => {
      for (const path of paths) expect((await get(path, as)).statusCode, path).toBe(status)
    }
    await expectAll(forBusiness, scene.business.cookie, 200)
    await expectAll(forOwner, scene.cookie, 200)
    await revoke([one.shareId])
    await expectAll(forBusiness, scene.business.cookie, 404)
    await removeDocument(one.documentId)
    await expectAll(forBusiness, scene.business.cookie, 404)
    await expectAll(forOwner, scene.cookie, 404)
  })

  it('shows the owner their own rows, and others none', async () => {
    const person = await createPerson(scene.test)
    const one = await customer(await signInAs(scene.test, person))
    await rely(one)
    const rowsFor = (actor: Actor) =>
      scene.test.services.database.transact(actor, (tx) =>
        tx
          .selectFrom('kept_copies')
          .select('document_id')
          .where('document_id', '=', one.documentId)
          .execute(),
      )
    const own = [{ document_id: one.documentId }]
    expect(await rowsFor({ kind: 'person', id: person.id, role: 'user' })).toEqual(own)
    expect(await rowsFor(actorOf(scene.business))).toEqual(own)
    expect(await rowsFor({ kind: 'person', id: scene.owner.id, role: 'user' })).toEqual([])
    expect(await rowsFor(actorOf(scene.otherBusiness))).toEqual([])
    expect(await rowsFor({ kind: 'anonymous' })).toEqual([])
  })

  it('can’t be kept by a business that doesn’t have the share', async () => {
    const one = await customer()
    const keep = sql`select * from keep_relied_copy(gen_random_uuid(), ${one.shareId}::uuid, false,
      ${one.customerId}::uuid, 'NY', '2026-03-02', '2030-04-02', now())`
    const { rows } = await scene.test.services.database.transact(actorOf(scene.otherBusiness), (tx) =>
      keep.execute(tx),
    )
    expect(rows).toEqual([])
  })
})

describe('before its last day', () => {
  it('no one can delete it, shorten it or turn it into another one', async () => {
    const one = await customer()
    await rely(one)
    const [copy] = await copiesOf(one.documentId)
    const id = copy?.id ?? ''
    const as = {
      business: actorOf(scene.business),
      owner: { kind: 'person', id: scene.owner.id, role: 'user' },
    } as const
    const refused: [Actor, RawBuilder<unknown>, string][] = [
      [as.business, sql`delete from kept_copies where id = ${id}`, 'permission denied'],
      [
        as.business,
        sql`update kept_copies set kept_until = '2027-01-01' where id = ${id}`,
        'permission denied',
      ],
      [as.owner, sql`delete from kept_copies where id = ${id}`, 'permission denied'],
      [systemActor, sql`delete from kept_copies where id = ${id}`, 'This copy is kept until 2030-04-02'],
      [
        systemActor,
        sql`update kept_copies set kept_until = '2027-01-01' where id = ${id}`,
        'This copy is kept until 2030-04-02',
      ],
      [
        systemActor,
        sql`update kept_copies set ended_at = '2030-04-02T23:00:00Z' where id = ${id}`,
        'violates check constraint',
      ],
      [
        systemActor,
        sql`update kept_copies set owner_id = ${scene.business.manager.id} where id = ${id}`,
        'This copy is kept until 2030-04-02',
      ],
      [
        systemActor,
        sql`update kept_copies set state = 'TX' where id = ${id}`,
        'This copy is kept until 2030-04-02',
      ],
    ]
    for (const [at, [who, statement, refusal]] of refused.entries()) {
      const text = await scene.test.services.database
        .transact(who, (tx) => statement.execute(tx))
        .then(() => 'nothing', String)
      expect(text, `statement ${at}`).toContain(refusal)
    }
    const kept = await scene.test.services.database.transact(systemActor, (tx) =>
      scene.test.services.files.destroy(tx, { documentId: one.documentId, rendition: 'redacted' }),
    )
    expect([kept, await isThere(one.documentId)]).toEqual([0, true])
  })

  it('goes with its business, and the file with it unless another business keeps it', async () => {
    const one = await customer()
    const business = await createTestBusiness(scene.test)
    await confirm(one.documentId, scene.cookie, { seller: null })
    const other = { ...one, ...(await shareWith(one.documentId, scene.cookie, business)) }
    await rely(one)
    await rely(other, {}, business)
    await removeDocument(one.documentId)
    const admin = await signInAs(scene.test, await createPerson(scene.test, 'admin'))
    const removed = await send(
      'DELETE',
      `/api/admin/businesses/${business.id}`,
      { name: business.manager.name },
      admin,
    )
    expect(removed.statusCode, removed.body).toBe(204)
    expect((await copiesOf(one.documentId)).map(({ business_id }) => business_id)).toEqual([
      scene.business.id,
    ])
    expect(await isThere(one.documentId)).toBe(true)
  })
})

describe('the owner', () => {
  it('is notified and emailed at the first sale, and only then', async () => {
    const person = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, person)
    const one = await customer(cookie)
    await rely(one)
    await rely(one, { state: 'TX' })
    await rely(one, { on: '2026-02-01' })
    const business = scene.business.manager.name
    const { items } = (await get('/api/notifications?limit=100', cookie)).json()
    const about = items.filter(({ title }: { title: string }) => title.includes('relied on'))
    expect(about).toMatchObject([
      {
        title: expect.stringMatching(`^${business} relied on form \\d+\\.pdf$`),
        message: `${business} used it for a tax-free purchase on Mar 2, 2026. Tax law requires sellers to keep proof, so ${business} may keep a copy until Apr 2, 2030, even if you stop sharing or delete the document. Later purchases can extend this.`,
        link: `/user/documents/${one.documentId}`,
      },
    ])
    const emails = (await readEmails(scene.test, person.email)).filter(
      ({ template }) => template === 'certificate-relied-on',
    )
    expect(emails.map(({ subject, text }) => [subject, text.includes('until Apr 2, 2030')])).toEqual([
      [about[0].title, true],
    ])
  })

  it('sees what is kept with each recipient, in a list and in the data export', async () => {
    const person = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, person)
    const one = await customer(cookie)
    const shares = async () =>
      (await get(`/api/shares?documentId=${one.documentId}`, cookie))
        .json()
        .items.map(({ kept, state }: { kept: unknown; state: string }) => [state, kept])
    expect(await shares()).toEqual([['pending', null]])
    await rely(one, { on: '2026-01-15' })
    scene.test.clock.advance(1000)
    await rely(one, { on: '2026-02-15', state: 'OH' })
    const kept = { reliedOn: '2026-02-15', until: '2031-03-15' }
    expect(await shares()).toEqual([['pending', kept]])
    await revoke([one.shareId], cookie)
    expect(await shares()).toEqual([['revoked', kept]])
    await removeDocument(one.documentId, cookie)
    const expected = [
      { state: 'OH', reliedOn: '2026-02-15', until: '2031-03-15' },
      { state: 'NY', reliedOn: '2026-01-15', until: '2030-02-15' },
    ].map((copy) => ({
      id: expect.any(String),
      business: scene.business.manager.name,
      document: expect.stringContaining('form'),
      ...copy,
    }))
    expect((await get('/api/shares/kept-copies', cookie)).json()).toEqual({
      items: expected,
      nextCursor: null,
    })
    const first = (await get('/api/shares/kept-copies?limit=1', cookie)).json()
    const second = (await get(`/api/shares/kept-copies?limit=1&cursor=${first.nextCursor}`, cookie)).json()
    expect([...first.items, ...second.items]).toEqual(expected)
    expect((await get('/api/shares/kept-copies')).json().items).not.toContainEqual(first.items[0])
    const exported: unknown[] = []
    for await (const entry of coverageData(scene.test.services, {
      kind: 'person',
      id: person.id,
      role: 'user',
    })) {
      if (entry.path !== 'copies-that-businesses-keep.json' || !('rows' in entry)) continue
      for await (const row of entry.rows) exported.push(row)
    }
    expect(exported).toEqual(expected)
  })

  it('reads in the last email what is kept, for whom and until when', async () => {
    const person = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, person)
    await rely(await customer(cookie))
    await post('/api/privacy/delete-account', { password: person.password }, cookie)
    const { text } = await awaitEmail(scene.test, person.email, 'account-deleted')
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      `${scene.business.manager.name} relied on your certificate for a tax-free purchase and may keep a copy until Apr 2, 2030.`,
    )
  })
})

// The last ones, because years pass.
describe('when its time is over', () => {
  const untilDay = (day: string) =>
    scene.test.clock.advance(Date.parse(`${day}T12:00:00Z`) - scene.test.clock.now().getTime())

  it('is deleted after its last day and not before, with the file unless the document still shows it', async () => {
    const deleted = await customer()
    const shown = await customer()
    for (const one of [deleted, shown]) await rely(one, { on: '2026-03-02' })
    await removeDocument(deleted.documentId)
    untilDay('2030-04-02')
    await clearKeptCopies(scene.test.services)
    expect(await copiesOf(deleted.documentId)).toHaveLength(1)
    expect(await isThere(deleted.documentId)).toBe(true)
    const [object] = await owner(`select object_name from stored_files where document_id = $1`, [
      deleted.documentId,
    ])
    scene.test.clock.advance(dayMs)
    await clearKeptCopies(scene.test.services)
    expect(await copiesOf(deleted.documentId)).toEqual([])
    expect(await copiesOf(shown.documentId)).toEqual([])
    expect([await isThere(deleted.documentId), await isThere(shown.documentId)]).toEqual([false, true])
    expect(
      await owner('select object_name from discarded_objects where object_name = $1', [object?.object_name]),
    ).toEqual([object])
    await scene.test.services.files.clearDiscarded()
  })
})
