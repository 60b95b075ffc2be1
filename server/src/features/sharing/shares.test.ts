import { dayMs } from '@exempta/contract/durations'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testOrigin } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { linkIn, readEmails } from '../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { createBareBusiness, sharingScene, type TestBusiness } from '../../../test/sharing.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'

const { scene, get, share, revoke, listed, acts, sharedWith, newDocument, awaitNotifications } =
  sharingScene()
let test: TestApp
let owner: TestPerson
let business: TestBusiness
let rival: TestBusiness
let stranger: { person: TestPerson; cookie: string }
beforeAll(async () => {
  ;({ test, owner, business, otherBusiness: rival } = scene)
  const person = await createPerson(test)
  stranger = { person, cookie: await signInAs(test, person) }
})

describe('sharing', () => {
  it('reaches businesses and addresses, each once, however often it is requested', async () => {
    const [first, second] = [await newDocument(), await newDocument()]
    const [one, two] = [business, rival]
    const email = 'Clerk@Example.net'
    const body = {
      documentIds: [first, second, first],
      businessIds: [one.id, two.id],
      emails: [email, email.toLowerCase()],
      message: 'For your files.\nThank you.',
    }
    const answers = await Promise.all([share(body), share(body), share(body)])
    const counts = answers.map((answer) => answer.json())
    expect(counts.map(({ created }) => created).sort()).toEqual([0, 0, 6])
    expect(counts.map(({ unchanged }) => unchanged).sort()).toEqual([0, 6, 6])

    expect(await sharedWith(first)).toHaveLength(3)
    const shares = await listed(`&documentId=${first}`)
    expect(shares.map(({ receiver }) => receiver)).toEqual(
      expect.arrayContaining([
        { kind: 'business', id: one.id, name: one.manager.name, isVerified: false },
        { kind: 'email', address: 'clerk@example.net' },
      ]),
    )
    const byMail = shares.find(({ receiver }) => receiver.kind === 'email')
    const end = new Date(test.clock.now().getTime() + shareLimits.emailShareDays * dayMs).toISOString()
    expect(byMail).toMatchObject({ state: 'pending', expiresAt: end, message: body.message, viewCount: 0 })
    expect(shares.find(({ receiver }) => receiver.kind === 'business')?.expiresAt).toBeNull()

    expect((await auditOf(test, first)).filter(({ action }) => action === 'share.create')).toHaveLength(3)
    expect(await acts(byMail?.id ?? '')).toEqual(['shared owner'])
    for (const [who, one] of Object.entries({ business, rival })) {
      const titles = (await awaitNotifications(one, 100)).map(({ title }) => title)
      const names = /shared form \d+\.pdf and form \d+\.pdf$/
      expect(titles, who).toEqual([expect.stringMatching(names)])
      expect(titles[0], who).toContain(owner.name)
    }
    const emails = await readEmails(test, 'clerk@example.net')
    expect(emails).toMatchObject([{ sender_id: owner.id }])
    expect(linkIn(emails[0] as never)).toMatch(new RegExp(`^${testOrigin}/s/[\\w-]{43}$`))
    const { rows } = await test.database.executeAsOwner(
      'select documents_received from businesses where id = $1',
      [one.id],
    )
    expect(rows).toEqual([{ documents_received: 2 }])
    const { items } = (await get(`/api/documents/${first}/activity`)).json()
    const named = items.filter(({ action }: { action: string }) => action === 'share.create')
    expect(named.map(({ receiver }: { receiver: string }) => receiver).sort()).toEqual(
      [one.manager.name, two.manager.name, 'clerk@example.net'].sort(),
    )
  })

  it('is all or nothing: others’ and unfinished documents, inactive businesses, invalid input', async () => {
    const mine = await newDocument()
    const theirs = await newDocument(stranger.cookie)
    const unfinished = await newDocument()
    await test.database.executeAsOwner(
      `update documents set status = 'failed', failure = 'damaged', version = 0 where id = $1`,
      [unfinished],
    )
    const refusals: [object, number, string?][] = [
      [{ documentIds: [mine, theirs], businessIds: [business.id] }, 404],
      [{ documentIds: [mine, crypto.randomUUID()], emails: ['a@b.example'] }, 404],
      [{ documentIds: [mine, unfinished], businessIds: [business.id] }, 409, 'not-processed'],
      [
        {
          documentIds: [mine],
          businessIds: [business.id, await createBareBusiness(test, 'Closed', 'pending')],
        },
        409,
        'recipient-not-active',
      ],
      [
        { documentIds: [mine], businessIds: [await createBareBusiness(test, 'Closed', 'inactive')] },
        409,
        'recipient-not-active',
      ],
      [{ documentIds: [mine], businessIds: [crypto.randomUUID()], emails: ['a@b.example'] }, 409],
      [{ documentIds: [mine] }, 422],
      [{ documentIds: [], businessIds: [business.id] }, 422],
      [{ documentIds: [mine], emails: ['nobody'] }, 422],
      [{ documentIds: [mine], emails: ['a@b.example'], expiresInDays: 366 }, 422],
      [{ documentIds: [mine], emails: ['a@b.example'], message: 'x'.repeat(1001) }, 422],
      [{ documentIds: [mine], emails: ['a@b.example'], owner: stranger.person.id }, 422],
    ]
    for (const [body, status, code] of refusals) {
      const answer = await share(body)
      expect([answer.statusCode, code && answer.json().code], JSON.stringify(body).slice(0, 200)).toEqual([
        status,
        code,
      ])
    }
    expect(await listed(`&documentId=${mine}`)).toEqual([])
    expect((await awaitNotifications(business, 1))[0]?.message).toContain('2 documents')
    expect(await readEmails(test, 'a@b.example')).toEqual([])

    await share({ documentIds: [mine], businessIds: [business.id] })
    const [own] = await listed(`&documentId=${mine}`)
    for (const [who, as, status] of [
      ['a stranger', stranger.cookie, 404],
      ['the business', business.cookie, 403],
      ['nobody', '', 401],
    ] as const) {
      const answer = await revoke([own?.id ?? ''], as)
      expect(answer.statusCode, who).toBe(status)
      expect((await get(`/api/shares/${own?.id}/history`, as)).statusCode, who).toBe(answer.statusCode)
      expect((await get('/api/shares', as)).json().items ?? [], who).toEqual([])
    }
    expect((await share({ documentIds: [mine], emails: ['a@b.example'] }, stranger.cookie)).statusCode).toBe(
      404,
    )
  })

  it('needs a confirmed address if a mail server is configured', async () => {
    const document = await newDocument()
    const body = { documentIds: [document], businessIds: [business.id] }
    test.services.emailTransport = {
      from: { name: 'Exempta', address: 'mail@exempta.example' },
      send: async () => {},
      check: async () => ({ certificateEndsAt: undefined }),
    }
    try {
      const answer = await share(body)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'email-not-verified'])
      await test.database.executeAsOwner('update users set email_verified_at = now() where id = $1', [
        owner.id,
      ])
      expect((await share(body)).json().created).toBe(1)
    } finally {
      test.services.emailTransport = undefined
    }
  })

  it('offers active businesses: those shared with before, then by name', async () => {
    const known = await createBareBusiness(test, 'Zebra 100% Supply')
    const other = await createBareBusiness(test, 'Aardvark 100% Supply')
    await createBareBusiness(test, 'Badger 100% Supply', 'pending')
    await share({ documentIds: [await newDocument()], businessIds: [known] })
    const { businesses } = (await get('/api/shares/businesses?search=100%25%20sup')).json()
    expect(businesses).toEqual([
      { id: known, name: 'Zebra 100% Supply', isVerified: true, lastSharedAt: expect.any(String) },
      { id: other, name: 'Aardvark 100% Supply', isVerified: true, lastSharedAt: null },
    ])
    const all = (await get('/api/shares/businesses')).json().businesses
    expect(all[0].id).toBe(known)
    expect((await get('/api/shares/businesses', business.cookie)).statusCode).toBe(403)
  })

  it('shows on the dashboard: documents that at least one recipient can open, the last three businesses', async () => {
    const person = await createPerson(test)
    const as = await signInAs(test, person)
    const documents = [await newDocument(as), await newDocument(as), await newDocument(as)]
    const businesses = ['A', 'B', 'C', 'D'].map((name) => createBareBusiness(test, `Business ${name}`))
    const ids = await Promise.all(businesses)
    for (const [index, id] of ids.entries()) {
      test.clock.advance(1000)
      await share({ documentIds: documents.slice(0, index === 3 ? 2 : 1), businessIds: [id] }, as)
    }
    const { counts, recent, recentlySharedWith } = (await get('/api/documents/dashboard', as)).json()
    expect(counts).toMatchObject({ uploaded: 3, shared: 2 })
    expect(recent.map((row: { sharedWith: string[] }) => row.sharedWith.length)).toEqual([0, 1, 4])
    expect(recentlySharedWith).toMatchObject([
      { businessId: ids[3], documentCount: 2, lastSharedAt: test.clock.now().toISOString() },
      { businessId: ids[2], documentCount: 1 },
      { businessId: ids[1], documentCount: 1 },
    ])
  })

  it('is limited to a number of addresses per day', async () => {
    const document = await newDocument()
    const as = await signInAs(test, stranger.person)
    const theirs = await newDocument(as)
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `person-${from + index}@many.example`)
    for (const from of [0, 100]) {
      const answer = await share({ documentIds: [theirs], emails: some(from, 100) }, as)
      expect(answer.json().created, `from person ${from}`).toBe(100)
    }
    expect((await share({ documentIds: [theirs], emails: some(200, 1) }, as)).statusCode).toBe(429)
    expect((await share({ documentIds: [theirs], emails: some(0, 100) }, as)).json().unchanged).toBe(100)
    expect((await share({ documentIds: [document], emails: some(0, 1) })).statusCode).toBe(200)
  })
})

describe('scale and row-level security', () => {
  it('handles ten thousand pairs at once, pages through them, and revokes a hundred', async () => {
    const { person } = stranger
    const as = await signInAs(test, person)
    const now = test.clock.now()
    const documentIds = Array.from({ length: 100 }, () => timeOrderedId(now))
    // The embedded database supports as many, but not within the test's time limit.
    const businesses = test.services.database.kind === 'postgres' ? 100 : 10
    const pairs = documentIds.length * businesses
    const businessIds = Array.from({ length: businesses }, () => timeOrderedId(now))
    await test.services.database.transact(systemActor, async (tx) => {
      await sql`
        insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
          version, created_at, updated_at, processed_at)
        select id, ${person.id}, 'form ' || id, 'application/pdf', 'processed', 1, sha256(id::text::bytea), false, 1,
          1, ${now}, ${now}, ${now} from unnest(${documentIds}::uuid[]) id`.execute(tx)
      await sql`
        insert into businesses (id, name, email, status, date_registered, created_at, updated_at)
        select id, 'Many ' || id, id || '@example.org', 'active', ${now}, ${now}, ${now}
        from unnest(${businessIds}::uuid[]) id`.execute(tx)
    })
    const answer = await share({ documentIds, businessIds }, as)
    expect(answer.json()).toEqual({ created: pairs, reopened: 0, unchanged: 0 })
    expect((await share({ documentIds, businessIds }, as)).json().unchanged).toBe(pairs)
    const tooMany = {
      documentIds: [...documentIds, documentIds[0]],
      businessIds: Array(100).fill(business.id),
    }
    expect((await share(tooMany, as)).statusCode).toBe(422)

    const seen = new Set<string>()
    let next = ''
    for (let page = 0; page < 4; page += 1) {
      const { items, nextCursor } = (await get(`/api/shares?limit=25${next}`, as)).json()
      for (const { id } of items) seen.add(id)
      next = `&cursor=${nextCursor}`
    }
    expect(seen.size).toBe(100)
    expect((await revoke([...seen], as)).json()).toEqual({ revoked: 100 })
    const { rows } = await test.database.executeAsOwner(
      `select
         (select count(*) from document_shares where owner_id = $1 and shared_at >= $2 and status = 'pending')::int
           as live,
         (select count(*) from audit_entries where actor_id = $1 and at >= $2 and action like 'share.%')::int as audit,
         (select count(*) from share_events e join document_shares s on s.id = e.share_id
           where s.owner_id = $1 and e.at >= $2)::int as events`,
      [person.id, now],
    )
    expect(rows).toEqual([{ live: pairs - 100, audit: pairs + 100, events: pairs + 100 }])
  })

  it('is protected by the database against what the verbs never ask for', async () => {
    const document = await newDocument()
    await share({ documentIds: [document], businessIds: [business.id] })
    const [own] = await listed(`&documentId=${document}`)
    const id = own?.id ?? ''
    const as = ({ id: personId, role }: TestPerson, businessId?: string) => ({
      kind: 'person' as const,
      id: personId,
      role,
      ...(businessId && { businessId }),
    })
    const actors = [
      ['the owner', as(owner), 1],
      ['a member of the business', as(business.manager, business.id), 1],
      ['a member of another business', as(rival.manager, rival.id), 0],
      ['a member who acts for no business', as(business.manager), 0],
      ['a stranger', as(stranger.person), 0],
    ] as const
    for (const [name, actor, count] of actors) {
      const found = await test.services.database.transact(actor, async (tx) => [
        (await tx.selectFrom('document_shares').select('id').where('id', '=', id).execute()).length,
        (await tx.selectFrom('documents').select('id').where('id', '=', document).execute()).length,
        (await tx.selectFrom('document_pages').select('page').where('document_id', '=', document).execute())
          .length / 2,
      ])
      expect(found, name).toEqual([count, count, count])
      const received = await test.services.database.transact(actor, (tx) =>
        sql`select from received_documents where id = ${id}`.execute(tx),
      )
      expect(received.rows.length, name).toBe('businessId' in actor ? count : 0)
    }
    const change = (actor: ReturnType<typeof as>, status: 'verified' | 'revoked') =>
      test.services.database.transact(actor, (tx) =>
        tx
          .updateTable('document_shares')
          .set({
            status,
            ...(status === 'verified' ? { reviewed_at: test.clock.now() } : { revoked_at: test.clock.now() }),
          })
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
    await expect(change(as(owner), 'verified')).rejects.toThrow(/row-level security/)
    await expect(change(as(business.manager, business.id), 'revoked')).rejects.toThrow(/row-level security/)
    expect(Number((await change(as(stranger.person), 'revoked')).numUpdatedRows)).toBe(0)
    await expect(
      test.services.database.transact(as(stranger.person), (tx) =>
        sql`insert into document_shares (id, document_id, owner_id, business_id, can_download, has_watermark,
            tells_first_view, shared_at, created_at, updated_at)
          values (gen_random_uuid(), ${document}, ${stranger.person.id}, ${rival.id}, true, false, false, now(), now(), now())`.execute(
          tx,
        ),
      ),
    ).rejects.toThrow(/foreign key/)
    await revoke([id])
    const gone = await test.services.database.transact(as(business.manager, business.id), (tx) =>
      tx.selectFrom('documents').select('id').where('id', '=', document).execute(),
    )
    expect(gone).toEqual([])
  })
})
