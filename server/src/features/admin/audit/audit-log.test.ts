import { randomUUID } from 'node:crypto'
import { accountLimits } from '@exempta/contract/accounts/limits'
import type { AuditLogEntry, AuditVerification } from '@exempta/contract/admin/audit'
import { dayMs } from '@exempta/contract/durations'
import { pageLimits } from '@exempta/contract/paging'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { sealAudit } from '../../../platform/audit/chain.ts'
import { clearOrigins, eraseAuditData } from '../../../platform/audit/jobs.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Actor } from '../../../platform/db/actor.ts'

let test: TestApp
let admin: TestPerson
let anna: TestPerson
let cookie: string
beforeAll(async () => {
  // No other job: sealing would add to the chain in the middle of a test.
  test = await startTestApp({ runJobs: ['verify-audit-log'] })
  admin = await createPerson(test, 'admin')
  anna = await createPerson(test)
  await test.database.executeAsOwner(`update users set name = '=Anna "A"' where id = $1`, [anna.id])
  cookie = await signInAs(test, admin)
})
afterAll(() => test.close())

const actorOf = ({ id, role }: TestPerson): Actor => ({ kind: 'person', id, role })
const record = (person: TestPerson, entry: Partial<Parameters<typeof recordAudit>[2]> = {}) =>
  test.database.transact(actorOf(person), (tx) =>
    recordAudit(
      tx,
      { actor: actorOf(person), origin: { ip: '192.0.2.7', userAgent: null, requestId: randomUUID() } },
      { at: test.clock.now(), action: 'document.view', ...entry },
    ),
  )
const get = (path: string, as = cookie) =>
  test.call({ method: 'GET', url: `/api/admin/audit-log${path}`, headers: { cookie: as } })
const list = async (query = '') => {
  const answer = await get(query)
  expect([answer.statusCode, answer.body], `list ${query}`).toEqual([200, expect.anything()])
  return answer.json<{ items: AuditLogEntry[]; nextCursor: string | null }>()
}

describe('a change', () => {
  const change = (method: 'PUT' | 'PATCH', url: string, payload: object, as = cookie) =>
    test.call({ method, url, headers: { cookie: as }, payload })
  const newest = async () => (await list('?limit=1')).items[0]

  it('is listed with the values before and after it', async () => {
    const person = await createPerson(test)
    test.clock.advance(1000)
    const account = { role: 'user', status: 'active', businessId: null }
    await change('PUT', `/api/admin/users/${person.id}`, { ...account, version: 1, name: 'Renamed' })
    expect(await newest()).toMatchObject({
      action: 'account.update',
      changes: [{ field: 'name', before: person.name, after: 'Renamed' }],
    })
    test.clock.advance(1000)
    const { settings } = test.services
    const seen = { 'support.hours': settings.get('support.hours') }
    await change('PATCH', '/api/admin/settings', { changes: { 'support.hours': 'Always' }, seen })
    expect(await newest()).toMatchObject({
      action: 'setting.update',
      details: {},
      changes: [{ field: 'value', before: seen['support.hours'], after: 'Always' }],
    })
    test.clock.advance(1000)
    const own = await signInAs(test, person)
    test.clock.advance(1000)
    await change('PATCH', '/api/profile', { name: 'Own Choice' }, own)
    expect(await newest()).toMatchObject({
      action: 'profile.update',
      changes: [{ field: 'name', before: 'Renamed', after: 'Own Choice' }],
    })
  })

  it('loses its values with the account, while the entry stays', async () => {
    const person = await createPerson(test)
    test.clock.advance(1000)
    await record(person, {
      action: 'profile.update',
      target: { kind: 'person', id: person.id },
      changes: { name: ['Secret Name', 'Other Name'], role: ['user', 'user'] },
    })
    expect(await newest()).toMatchObject({ changes: [{ field: 'name', before: 'Secret Name' }] })
    await eraseAuditData(test.services, person.id)
    expect(await newest()).toMatchObject({ action: 'profile.update', changes: [] })
  })
})

describe('the list', () => {
  it('shows who did what, to what and from where, with names while they exist', async () => {
    const business = await createPerson(test, 'business')
    const { rows } = await test.database.executeAsOwner('select id, name from businesses')
    const [ownBusiness] = rows as [{ id: string; name: string }]
    test.clock.advance(1000)
    await record(anna, { action: 'business.update', target: { kind: 'business', id: ownBusiness.id } })
    test.clock.advance(1)
    await record(anna, { action: 'account.delete', target: { kind: 'person', id: business.id } })
    const { items } = await list('?limit=2')
    expect(items).toMatchObject([
      {
        actor: { kind: 'person', id: anna.id, name: '=Anna "A"', email: anna.email, role: 'user' },
        action: 'account.delete',
        target: { kind: 'person', id: business.id, name: business.name },
        result: 'done',
        ip: '192.0.2.7',
      },
      { action: 'business.update', target: { kind: 'business', id: ownBusiness.id, name: ownBusiness.name } },
    ])
    await test.database.executeAsOwner('delete from users where id = $1', [business.id])
    expect((await list('?limit=1')).items[0]?.target).toEqual({
      kind: 'person',
      id: business.id,
      name: null,
    })
  })

  it('can be filtered by actor, action, target, result and days, and by all of them together', async () => {
    const berta = await createPerson(test)
    const target = { kind: 'document', id: randomUUID() } as const
    test.clock.advance(dayMs)
    cookie = await signInAs(test, admin)
    const day = test.clock.now().toISOString().slice(0, 10)
    await record(berta, { action: 'document.upload', target })
    await record(berta, { action: 'document.process', target, result: 'failed' })
    await record(anna, { action: 'document.view', target, result: 'refused' })
    const actions = async (query: string) => (await list(query)).items.map(({ action }) => action).sort()
    const all = ['document.process', 'document.upload', 'document.view']
    expect(await actions(`?actorId=${berta.id}&targetKind=document`)).toEqual(all.slice(0, 2))
    expect(await actions(`?search=${encodeURIComponent(berta.email.toUpperCase())}`)).toEqual(all.slice(0, 2))
    expect(await actions(`?search=${encodeURIComponent('a "a')}&targetKind=document`)).toEqual([all[2]])
    expect(await actions('?search=nobody+of+that+name')).toEqual([])
    expect(await actions('?search=%25')).toEqual([])
    expect(await actions(`?targetKind=document&targetId=${target.id}`)).toEqual(all)
    expect(await actions(`?action=document.upload&from=${day}&to=${day}`)).toEqual([all[1]])
    expect(await actions(`?result=failed&from=${day}`)).toEqual([all[0]])
    expect(await actions(`?targetId=${target.id}&to=${day}&actorId=${anna.id}`)).toEqual([all[2]])
    const before = new Date(test.clock.now().getTime() - dayMs).toISOString().slice(0, 10)
    expect(await actions(`?targetId=${target.id}&to=${before}`)).toEqual([])
    // The clock is in the afternoon of UTC, which is the next day in Kiritimati.
    const ofDay = `targetId=${target.id}&from=${day}&to=${day}`
    expect(await actions(`?${ofDay}&timeZone=Pacific/Kiritimati`)).toEqual([])
    expect(await actions(`?${ofDay}&timeZone=America/New_York`)).toEqual(all)
    expect((await get('?timeZone=Mars/Olympus')).statusCode).toBe(422)
    expect(await actions('?actorKind=system')).not.toContain('document.view')
  })

  it('is searched by what was acted on: documents, their owners, businesses, recipients, auditors and IDs', async () => {
    const owner = await createPerson(test)
    const manager = await createPerson(test, 'business')
    const outsider = await createPerson(test)
    const [business] = (
      await test.database.executeAsOwner(
        `update businesses set name = 'Needle & Thread' where id = (
           select business_id from business_users where user_id = $1) returning id`,
        [manager.id],
      )
    ).rows as [{ id: string }]
    const [documentId, linkId, shareId] = [randomUUID(), randomUUID(), randomUUID()]
    await test.database.executeAsOwner(
      `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, failure,
         created_at, updated_at)
       values ($1, $2, 'haystack 100%.pdf', 'application/pdf', 'failed', 1, decode(repeat('00', 32), 'hex'), false,
         'unreadable', now(), now())`,
      [documentId, owner.id],
    )
    await test.database.executeAsOwner(
      `insert into mail_share_links (id, token_hash, owner_id, email, created_at, expires_at)
       values ($1, sha256($1::uuid::text::bytea), $2, 'Guest@Needles.example', now(), now() + interval '1 day')`,
      [linkId, owner.id],
    )
    await test.database.executeAsOwner(
      `insert into document_shares (id, document_id, owner_id, email, link_id, expires_at, can_download, has_watermark,
         tells_first_view, shared_at, created_at, updated_at)
       values ($1, $2, $3, 'guest@needles.example', $4, now() + interval '1 day', true, true, true, now(), now(), now())`,
      [shareId, documentId, owner.id, linkId],
    )
    test.clock.advance(1000)
    await record(outsider, { target: { kind: 'document', id: documentId } })
    await record(outsider, { action: 'mail-share.open', target: { kind: 'mail-share', id: linkId } })
    await record(outsider, { action: 'business.update', target: { kind: 'business', id: business.id } })
    await record(manager, { action: 'share.assign', target: { kind: 'document', id: randomUUID() } })
    await record(outsider, { action: 'account.update', target: { kind: 'person', id: outsider.id } })
    const found = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).items
        .map(({ action, target }) => `${action} ${target?.name ?? ''}`.trim())
        .sort()
    const seen = 'document.view haystack 100%.pdf'
    const opened = 'mail-share.open Guest@Needles.example'
    expect(await found('STACK 100%')).toEqual([seen])
    expect(await found('haystack 1_0')).toEqual([])
    expect(await found(owner.email)).toEqual([seen])
    expect(await found('guest@needles.EXAMPLE')).toEqual([seen, opened])
    expect(await found('needle & th')).toEqual([
      'business.create Needle & Thread',
      'business.update Needle & Thread',
      'share.assign',
    ])
    expect(await found(documentId)).toEqual([seen])
    expect(await found(documentId.toUpperCase())).toEqual([seen])
  })

  it('says when a search matches more than it looks up', async () => {
    const answer = async (search: string) => (await get(`?search=${search}`)).json().isPartial
    expect(await answer('haystack')).toBe(false)
    await test.database.executeAsOwner(
      `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, failure,
         created_at, updated_at)
       select gen_random_uuid(), $1, 'crowd.pdf', 'application/pdf', 'failed', 1, sha256(n::text::bytea), false,
         'unreadable', now(), now() from generate_series(1, 51) n`,
      [anna.id],
    )
    expect(await answer('crowd.pdf')).toBe(true)
  })

  it('returns each row once across pages, also when many rows share a time and the search matches several people', async () => {
    test.clock.advance(1000)
    const target = { kind: 'document', id: randomUUID() } as const
    const people = [await createPerson(test), await createPerson(test), anna]
    for (const person of [...people, ...people, ...people]) await record(person, { target })
    for (const filter of [`targetId=${target.id}`, `targetId=${target.id}&search=example.org`]) {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after: string = cursor && `&cursor=${cursor}`
        const page = await list(`?limit=4&${filter}${after}`)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect([seen.length, new Set(seen).size], filter).toEqual([9, 9])
      expect(seen, filter).toEqual([...seen].sort().reverse())
    }
  })

  it.each([
    'actorId=anna',
    'action=document.fly',
    'targetKind=planet',
    'from=yesterday',
    'targetId=%27%20or%201%3D1',
    'cursor=abc',
    'limit=1000',
    `search=${'x'.repeat(pageLimits.searchLength + 1)}`,
  ])('refuses %s with 422', async (query) => {
    expect((await get(`?${query}`)).statusCode).toBe(422)
  })
})

describe('the export', () => {
  it('contains every matching row as text, safe for spreadsheets, and is recorded', async () => {
    test.clock.advance(1000)
    const target = { kind: 'document', id: randomUUID() } as const
    for (let count = 0; count < 3; count++) await record(anna, { target, details: { page: count } })
    const answer = await get(`/csv?targetId=${target.id}`)
    expect(answer.statusCode).toBe(200)
    const day = test.clock.now().toISOString().slice(0, 10)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining(`audit-log-${day}.csv`),
    })
    const lines = answer.body.trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`"'=Anna ""A""","${anna.email}","user"`)
    expect(lines[1]).toContain('"Opened a document","document.view","Document"')
    expect((await list('?action=audit-log.export')).items).toMatchObject([{ actor: { id: admin.id } }])
  })

  it('spans more than one batch', async () => {
    await test.database.executeAsOwner(`insert into audit_entries (id, at, actor_kind, action, result, details)
      select gen_random_uuid(), '2020-02-02', 'system', 'share.expire', 'done', '{}' from generate_series(1, 1203)`)
    const { body } = await get('/csv?from=2020-02-02&to=2020-02-02')
    expect(body.trim().split('\r\n')).toHaveLength(1204)
  })

  it('stops for a person who is no longer an administrator', async () => {
    const other = await createPerson(test, 'admin')
    const own = await signInAs(test, other)
    const transact = test.database.transact.bind(test.database)
    let batches = 0
    const watching = vi.spyOn(test.services.database, 'transact').mockImplementation(async (...args) => {
      if (args[2]?.readOnly && JSON.stringify(args[0]).includes(other.id) && ++batches === 2) {
        await test.database.executeAsOwner(`update users set role = 'user' where id = $1`, [other.id])
      }
      return transact(...args)
    })
    try {
      await expect(get('/csv?from=2020-02-02&to=2020-02-02', own)).rejects.toThrow()
    } finally {
      watching.mockRestore()
    }
    expect(batches).toBe(2)
  })
})

describe('verifying the chain', () => {
  const verify = async () => {
    test.clock.advance(1)
    const answer = await test.call({
      method: 'POST',
      url: '/api/admin/audit-log/verification',
      headers: { cookie },
    })
    expect(answer.statusCode).toBe(202)
    const { id } = answer.json<{ verification: AuditVerification }>().verification
    return vi.waitFor(
      async () => {
        const { verification } = (await get('/verification')).json<{ verification: AuditVerification }>()
        expect([verification.id, verification.finishedAt]).toEqual([id, expect.any(String)])
        return verification
      },
      { timeout: 20_000, interval: 50 },
    )
  }

  it('reports head and count, then the first bad row, and later a cut end, also on the first verification', async () => {
    expect((await get('/verification')).json()).toEqual({ verification: null })
    await sealAudit(test.services)
    const good = await verify()
    expect(good).toMatchObject({ state: 'intact', firstBad: null, head: { position: good.checked } })
    expect(good.checked).toBeGreaterThan(1200)
    expect((await list('?action=audit-log.verify')).items).toMatchObject([{ actor: { id: admin.id } }])

    const last = `(select entry_id from audit_seals where position = ${good.checked})`
    const { rows } = await test.database.executeAsOwner(`select ${last} as id`)
    const [{ id }] = rows as [{ id: string }]
    const { rows: old } = await test.database.executeAsOwner(
      'select result from audit_entries where id = $1',
      [id],
    )
    await test.database.executeAsOwner(`update audit_entries set result = 'failed' where id = $1`, [id])
    const bad = await verify()
    expect(bad).toMatchObject({
      state: 'damaged',
      checked: good.checked - 1,
      firstBad: { entryId: id, problem: expect.stringMatching(/was changed/) },
    })

    await test.database.executeAsOwner('update audit_entries set result = $2 where id = $1', [
      id,
      (old as [{ result: string }])[0].result,
    ])
    await test.database.executeAsOwner(`delete from audit_origins where entry_id = '${id}'`)
    await test.database.executeAsOwner(`delete from audit_seals where position = ${good.checked};
      delete from audit_entries where id = '${id}'`)
    expect(await verify()).toMatchObject({
      state: 'damaged',
      firstBad: { entryId: null, problem: expect.stringContaining(`seal ${good.checked} was there before`) },
    })
    await test.database.executeAsOwner('delete from audit_verifications')
    expect(await verify()).toMatchObject({ state: 'damaged' })
  })
})

describe('network addresses', () => {
  it('are shown for as many days as the setting says, and the rows stay', async () => {
    const target = { kind: 'document', id: randomUUID() } as const
    await record(anna, { target })
    const days = accountLimits.networkAddressesKeptMs / dayMs
    test.clock.advance(days * dayMs - 1)
    await clearOrigins(test.services)
    cookie = await signInAs(test, admin)
    expect((await list(`?targetId=${target.id}`)).items).toMatchObject([{ ip: '192.0.2.7' }])
    test.clock.advance(2)
    await clearOrigins(test.services)
    expect((await list(`?targetId=${target.id}`)).items).toMatchObject([{ ip: null }])
  })
})
