import { randomUUID } from 'node:crypto'
import type { OutboxMail } from '@exempta/contract/outbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { anonymousActor } from '../../platform/db/actor.ts'
import { defineMail } from '../../platform/mail/define-mail.ts'
import { code, paragraph } from '../../platform/mail/mail-content.ts'
import { MailRefusedError, type MailTransport } from '../../platform/mail/mail-transport.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { Secret } from '../../platform/mail/secret.ts'

const plainMail = defineMail({
  name: 'plain',
  data: z.object({ subject: z.string() }),
  content: ({ subject }) => ({ subject, blocks: [paragraph('Good day.')] }),
})
const codeMail = defineMail({
  name: 'code',
  data: z.object({ code: z.instanceof(Secret) }),
  content: (data) => ({ subject: 'Your code', blocks: [paragraph('Here it is:'), code(data.code)] }),
})

let refuses = false
const sent: string[] = []
const server: MailTransport = {
  from: { name: 'Exempta', address: 'mail@exempta.example' },
  async send({ to }) {
    if (refuses) throw new MailRefusedError('refused by the server, answer 550', true)
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
  test.services.mail = undefined
  refuses = false
  sent.length = 0
  await test.database.executeAsOwner('delete from mails')
})
afterAll(() => test.close())

const queue = (to: string, subject: string) =>
  test.database.transact(anonymousActor, (tx) =>
    queueMail(test.services, tx, { to, template: plainMail, data: { subject } }),
  )
const queueCode = (to: string) =>
  test.database.transact(anonymousActor, (tx) =>
    queueMail(test.services, tx, { to, template: codeMail, data: { code: new Secret('424242') } }),
  )
const list = async (query = '') => {
  const answer = await test.call({ method: 'GET', url: `/api/admin/mails${query}`, headers: { cookie } })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
  return answer.json<{ items: OutboxMail[]; nextCursor: string | null; hasMailServer: boolean }>()
}
const post = (id: string, verb: 'text' | 'resend') =>
  test.call({ method: 'POST', url: `/api/admin/mails/${id}/${verb}`, headers: { cookie } })
const awaitStatus = (id: string, status: string) =>
  vi.waitFor(
    async () => expect((await list(`?status=${status}`)).items.map((mail) => mail.id)).toContain(id),
    { timeout: 15_000, interval: 50 },
  )

describe('the list', () => {
  it('is searched by address and subject, filtered by state and read in pages in both orders', async () => {
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
      expect(seen).toHaveLength(5)
      expect(new Set(seen)).toEqual(new Set(items.map(({ id }) => id)))
      expect(seen[0] === items[0]?.id).toBe(sort === 'newest')
    }
  })
})

describe('the text', () => {
  it('shows codes while no mail server is configured, never afterwards, and each reading is recorded', async () => {
    const id = await queueCode('anna@example.org')
    const open = await post(id, 'text')
    expect(open.json()).toEqual({ text: expect.stringContaining('424242'), hidesSecrets: false })
    test.services.mail = server
    test.clock.advance(1)
    const closed = await post(id, 'text')
    expect(closed.json()).toEqual({ text: expect.stringContaining('Here it is:'), hidesSecrets: true })
    expect(closed.body).not.toContain('424242')
    const by = { actor_id: admin.id, action: 'mail.read', target_kind: 'mail' }
    expect(await auditOf(test, id)).toMatchObject([
      { ...by, details: { showsSecrets: true } },
      { ...by, details: { showsSecrets: false } },
    ])
    expect((await post(randomUUID(), 'text')).statusCode).toBe(404)
  })

  it('has lost its code once it was sent, also when the server is taken away again', async () => {
    test.services.mail = server
    const id = await queueCode('berta@example.org')
    await awaitStatus(id, 'sent')
    test.services.mail = undefined
    expect((await post(id, 'text')).json()).toMatchObject({ hidesSecrets: true })
  })
})

describe('sending again', () => {
  it('gives a failed mail its tries again, once, and is recorded', async () => {
    test.services.mail = server
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

  it('is refused for a mail whose code has gone, without a mail server, and for one that is not there', async () => {
    test.services.mail = server
    refuses = true
    const [plain, withCode] = [await queue('d@example.org', 'Plain'), await queueCode('e@example.org')]
    await awaitStatus(plain, 'failed')
    await awaitStatus(withCode, 'failed')
    expect((await post(withCode, 'resend')).statusCode).toBe(409)
    test.services.mail = undefined
    expect((await post(plain, 'resend')).json()).toMatchObject({
      status: 409,
      title: 'No mail server is configured, so nothing can be sent.',
    })
    expect((await post(randomUUID(), 'resend')).statusCode).toBe(404)
    expect(await auditOf(test, plain)).toEqual([])
  })
})
