import { randomUUID } from 'node:crypto'
import type { Activity } from '@exempta/contract/accounts/profile'
import type { OutboxEmail } from '@exempta/contract/admin/email'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { codeOf, enrol } from '../../../../test/two-factor.ts'
import { anonymousActor } from '../../../platform/db/actor.ts'
import { code, defineEmail, paragraph } from '../../../platform/email/define-email.ts'
import { EmailRefusedError, type EmailTransport } from '../../../platform/email/email-transport.ts'
import { Secret } from '../../../platform/email/links.ts'
import { type EmailRequest, queueEmail } from '../../../platform/email/queue-email.ts'

const plainEmail = defineEmail({
  name: 'plain',
  data: z.object({ subject: z.string() }),
  content: ({ subject }) => ({ subject, blocks: [paragraph('Good day.')] }),
})
const codeEmail = defineEmail({
  name: 'code',
  data: z.object({ code: z.instanceof(Secret) }),
  content: (data) => ({ subject: 'Your code', blocks: [paragraph('Here it is:'), code(data.code)] }),
})

let refuses = false
const sent: string[] = []
const server: EmailTransport = {
  from: { name: 'Exempta', address: 'mail@exempta.example' },
  check: async () => ({ certificateEndsAt: undefined }),
  async send({ to }) {
    if (refuses) throw new EmailRefusedError('refused by the server, answer 550', true)
    sent.push(to)
  },
}

let test: TestApp
let admin: TestPerson
let cookie: string
beforeAll(async () => {
  test = await startTestApp({ runJobs: true })
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
})
beforeEach(async () => {
  test.services.emailTransport = undefined
  refuses = false
  sent.length = 0
  await test.database.executeAsOwner('delete from mails')
})
afterAll(() => test.close())

const queue = (to: string, subject: string) =>
  test.database.transact(anonymousActor, (tx) =>
    queueEmail(test.services, tx, { to, template: plainEmail, data: { subject } }),
  )
const queueCode = (to: EmailRequest<unknown>['to'], sentBy?: string) =>
  test.database.transact(anonymousActor, (tx) =>
    queueEmail(test.services, tx, { to, sentBy, template: codeEmail, data: { code: new Secret('424242') } }),
  )
const list = async (query = '') => {
  const answer = await test.call({ method: 'GET', url: `/api/admin/mails${query}`, headers: { cookie } })
  expect([answer.statusCode, answer.body], `list ${query}`).toEqual([200, expect.anything()])
  return answer.json<{ items: OutboxEmail[]; nextCursor: string | null; hasMailServer: boolean }>()
}
const post = (id: string, verb: 'text' | 'resend') =>
  test.call({ method: 'POST', url: `/api/admin/mails/${id}/${verb}`, headers: { cookie } })
const reveal = (id: string, payload: object = { password: admin.password }, as = cookie) =>
  test.call({ method: 'POST', url: `/api/admin/mails/${id}/reveal`, payload, headers: { cookie: as } })
const itemsOf = async (url: string, as: string) =>
  (await test.call({ method: 'GET', url, headers: { cookie: as } })).json().items
const notificationsOf = (as: string): Promise<Record<string, unknown>[]> => itemsOf('/api/notifications', as)
const activityOf = (as: string): Promise<Activity[]> => itemsOf('/api/profile/activity', as)
const awaitStatus = (id: string, status: string) =>
  vi.waitFor(
    async () => expect((await list(`?status=${status}`)).items.map((email) => email.id)).toContain(id),
    { timeout: 15_000, interval: 50 },
  )

describe('the list', () => {
  it('is searched by address and subject, filtered by status and paged in both orders', async () => {
    for (let count = 1; count <= 5; count++) {
      await queue(`reader-${count}@example.org`, `100% of ${count}`)
      if (count % 2 === 0) test.clock.advance(1000)
    }
    const { items, hasMailServer } = await list()
    expect([items.length, hasMailServer]).toEqual([5, false])
    expect(items[0]).toMatchObject({ recipient: 'reader-5@example.org', status: 'kept', attempts: 0 })
    expect(JSON.stringify(items)).not.toContain('Good day')
    expect((await list('?search=READER-3')).items).toHaveLength(1)
    expect((await list('?search=100%25+of+2')).items).toHaveLength(1)
    expect((await list('?search=_')).items).toHaveLength(0)
    expect((await list('?status=sent')).items).toHaveLength(0)
    for (const sort of ['newest', 'oldest']) {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after: string = cursor && `&cursor=${cursor}`
        const page = await list(`?limit=2&sort=${sort}${after}`)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect(seen, sort).toHaveLength(5)
      expect(new Set(seen), sort).toEqual(new Set(items.map(({ id }) => id)))
      expect(seen[0] === items[0]?.id, sort).toBe(sort === 'newest')
    }
  })
})

describe('the text', () => {
  it('never shows codes by itself, and each reading is recorded', async () => {
    const id = await queueCode('anna@example.org')
    const kept = await post(id, 'text')
    expect(kept.json()).toEqual({
      text: expect.stringContaining('Here it is:'),
      hidesSecrets: true,
      canReveal: true,
    })
    test.services.emailTransport = server
    test.clock.advance(1)
    const closed = await post(id, 'text')
    expect(closed.json()).toMatchObject({ hidesSecrets: true, canReveal: false })
    expect(kept.body).not.toContain('424242')
    expect(closed.body).not.toContain('424242')
    const by = { actor_id: admin.id, action: 'mail.read', target_kind: 'mail' }
    expect(await auditOf(test, id)).toMatchObject([by, by])
    expect((await post(randomUUID(), 'text')).statusCode).toBe(404)
  })

  it('no longer contains the code once it was sent, even if the mail server is removed afterwards', async () => {
    test.services.emailTransport = server
    const id = await queueCode('berta@example.org')
    await awaitStatus(id, 'sent')
    test.services.emailTransport = undefined
    expect((await post(id, 'text')).json()).toMatchObject({ hidesSecrets: true, canReveal: false })
    expect((await reveal(id)).statusCode).toBe(409)
  })
})

describe('revealing the codes in an email', () => {
  it('needs the password, notifies the person and shows in their activity', async () => {
    const person = await createPerson(test)
    const own = await signInAs(test, person)
    const id = await queueCode(person)
    const refused = await reveal(id, { password: 'not my password' })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'wrong-password'])
    expect((await notificationsOf(own)).length).toBe(0)

    const answer = await reveal(id)
    expect(answer.json()).toEqual({ text: expect.stringContaining('424242'), secrets: ['424242'] })
    expect(await notificationsOf(own)).toMatchObject([
      {
        title: 'An administrator opened an email sent to you',
        message: expect.stringContaining('“Your code”'),
        link: '/user/profile',
      },
    ])
    const rows = (await auditOf(test, person.id)).filter(({ action }) => action === 'mail.reveal')
    expect(rows).toMatchObject([
      { actor_id: admin.id, target_kind: 'person', result: 'done', details: { mail: id, email: 'received' } },
    ])
    expect(await activityOf(own)).toContainEqual(
      // The administrator's network address is not shown to the person.
      expect.objectContaining({ action: 'mail.reveal', openedEmail: 'received', ip: null }),
    )
    expect(await activityOf(cookie)).toContainEqual(
      expect.objectContaining({ action: 'mail.reveal', openedEmail: null }),
    )
    expect(await activityOf(await signInAs(test, await createPerson(test)))).not.toContainEqual(
      expect.objectContaining({ action: 'mail.reveal' }),
    )
  })

  it('also needs a fresh code from an administrator who uses two-factor', async () => {
    const careful = await createPerson(test, 'admin')
    const { key, cookie: as } = await enrol(test, careful)
    const id = await queueCode('clara@example.org')
    const { password } = careful
    const tryWith = async (payload: object) => {
      const answer = await reveal(id, payload, as)
      expect(answer.body.includes('424242')).toBe(answer.statusCode === 200)
      return answer.json().code ?? 'revealed'
    }
    expect(await tryWith({ password })).toBe('wrong-code')
    expect(await tryWith({ password, code: '000000' })).toBe('wrong-code')
    expect(await tryWith({ password: 'not my password', code: codeOf(test, key) })).toBe('wrong-password')
    expect(await tryWith({ password, code: codeOf(test, key) })).toBe('revealed')
    expect(await tryWith({ password, code: codeOf(test, key) })).toBe('wrong-code')
    const [row] = await auditOf(test, id)
    expect(row).toMatchObject({ action: 'mail.reveal', actor_id: careful.id, target_kind: 'mail' })
  })

  it('notifies the people concerned, except about the administrator’s own emails', async () => {
    const sharer = await createPerson(test)
    const sent = await queueCode('dora@example.org', sharer.id)
    expect((await reveal(sent)).statusCode).toBe(200)
    const own = await signInAs(test, sharer)
    expect((await activityOf(own)).map(({ openedEmail }) => openedEmail)).toContain('sent')
    expect(await notificationsOf(own)).toMatchObject([
      {
        title: 'An administrator opened an email you sent',
        message: expect.stringContaining('to dora@example.org'),
      },
    ])
    const before = await notificationsOf(cookie)
    expect((await reveal(await queueCode(admin))).statusCode).toBe(200)
    expect(await notificationsOf(cookie)).toEqual(before)
  })

  it('is refused without anything to reveal, with a mail server, and to everyone else', async () => {
    expect((await reveal(await queue('emil@example.org', 'News'))).statusCode).toBe(409)
    expect((await reveal(randomUUID())).statusCode).toBe(404)
    const id = await queueCode('emil@example.org')
    const user = await createPerson(test)
    expect((await reveal(id, { password: user.password }, await signInAs(test, user))).statusCode).toBe(403)
    test.services.emailTransport = server
    expect((await reveal(id)).statusCode).toBe(409)
    expect(await auditOf(test, id)).toEqual([])
  })
})

describe('sending again', () => {
  it('retries a failed email once and is recorded', async () => {
    test.services.emailTransport = server
    refuses = true
    const id = await queue('carla@example.org', 'News')
    await awaitStatus(id, 'failed')
    expect((await list('?status=failed')).items).toMatchObject([
      { attempts: 1, lastError: 'refused by the server, answer 550' },
    ])
    refuses = false
    const answer = await post(id, 'resend')
    expect(answer.json()).toMatchObject({ id, status: 'queued', attempts: 0, lastError: null })
    await awaitStatus(id, 'sent')
    expect(sent).toEqual(['carla@example.org'])
    expect((await post(id, 'resend')).json()).toMatchObject({ status: 409, code: 'cannot-resend' })
    expect(await auditOf(test, id)).toMatchObject([{ action: 'mail.resend', actor_id: admin.id }])
  })

  it('is refused for an email whose code was removed, without a mail server, and for an unknown email', async () => {
    test.services.emailTransport = server
    refuses = true
    const [plain, withCode] = [await queue('d@example.org', 'Plain'), await queueCode('e@example.org')]
    await awaitStatus(plain, 'failed')
    await awaitStatus(withCode, 'failed')
    expect((await post(withCode, 'resend')).statusCode).toBe(409)
    test.services.emailTransport = undefined
    expect((await post(plain, 'resend')).json()).toMatchObject({
      status: 409,
      title: 'No mail server is configured, so emails can’t be sent.',
    })
    expect((await post(randomUUID(), 'resend')).statusCode).toBe(404)
    expect(await auditOf(test, plain)).toEqual([])
  })
})
