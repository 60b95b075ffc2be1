import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { emailKeepingLimits } from '@exempta/contract/admin/limits'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { createPerson } from '../../../test/people.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../test/smtp-server.ts'
import { notificationEmail } from '../../features/notifications/emails.ts'
import { anonymousActor, systemActor } from '../db/actor.ts'
import { patiently } from '../jobs/job-bench.fixture.ts'
import { prepareMonths } from '../months/months.ts'
import { button, code, defineEmail, paragraph } from './define-email.ts'
import type { EmailTransport } from './email-transport.ts'
import { clearOutbox } from './jobs.ts'
import { PublicLink, publicLink, Secret, secretLink } from './links.ts'
import { queueEmail } from './queue-email.ts'
import { smtpTransport } from './smtp-transport.ts'
import { removedNote } from './stored-secrets.ts'

const loginEmail = defineEmail({
  name: 'sign-in',
  data: z.object({ code: z.instanceof(Secret), link: z.instanceof(PublicLink) }),
  content: (data) => ({
    subject: 'Your code',
    blocks: [paragraph('Here:'), code(data.code), button('Open', data.link)],
  }),
})

let smtp: TestSmtpServer
let app: TestApp
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startTestApp({
    emailTransport: smtpTransport(smtp.url, 'Exempta <mail@exempta.example>'),
    runJobs: true,
  })
})
beforeEach(() => {
  smtp.behaviour = 'accept'
  smtp.received.length = 0
})
afterEach(() => app.database.executeAsOwner('delete from pgboss.job'))
afterAll(async () => {
  await app.close()
  await smtp.shut()
})

const to = 'anna@example.org'
const notify = (title: string, address = to) =>
  app.services.database.transact(anonymousActor, (tx) =>
    queueEmail(app.services, tx, {
      to: address,
      template: notificationEmail,
      data: { title, text: 'Text', link: publicLink(testOrigin, '/documents') },
    }),
  )

const rowOf = (id: string) =>
  app.services.database.transact(systemActor, (tx) =>
    tx.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

const statusOf = async (id: string) => (await rowOf(id)).status

/** Skips the wait before the next attempt. */
const tryAgain = () =>
  app.database.executeAsOwner(`update pgboss.job set start_after = now() where state = 'retry'`)

test('a mail goes out after the act, with both parts and a Message-ID of its own', async () => {
  const id = await notify('Certificate verified')
  await expect.poll(() => statusOf(id), patiently).toBe('sent')
  expect(smtp.received).toHaveLength(1)
  const [email] = smtp.received
  expect(email).toMatchObject({ from: '<mail@exempta.example>', to: ['<anna@example.org>'] })
  expect(email?.source).toContain('From: Exempta <mail@exempta.example>')
  expect(email?.source).toContain('Subject: Certificate verified')
  expect(email?.source).toContain(`Message-ID: <${id}@exempta.example>`)
  expect(email?.source).toContain('Auto-Submitted: auto-generated')
  expect(email?.source).toMatch(/text\/plain[\s\S]*text\/html/)
  expect(await rowOf(id)).toMatchObject({ attempts: 1, last_error: null, sent_at: app.clock.now() })
})

test('an act that fails sends nothing', async () => {
  const failing = app.services.database.transact(anonymousActor, async (tx) => {
    await queueEmail(app.services, tx, { to, template: notificationEmail, data: { title: 'No', text: '' } })
    throw new Error('the act fails')
  })
  await expect(failing).rejects.toThrow('the act fails')
  const id = await notify('Yes')
  await expect.poll(() => statusOf(id), patiently).toBe('sent')
  expect(smtp.received.map(({ source }) => /Subject: (.*)/.exec(source)?.[1])).toEqual(['Yes'])
})

test('a mail server that is down delays the mail, not the act, and the mail goes when it is back', async () => {
  await smtp.shut()
  const id = await notify('Later')
  await expect.poll(async () => (await rowOf(id)).last_error, patiently).toBe('no connection')
  expect(await statusOf(id)).toBe('queued')
  await smtp.open()
  await expect.poll(tryAgain, patiently).toMatchObject({ rowCount: 1 })
  await expect.poll(() => statusOf(id), patiently).toBe('sent')
  expect(smtp.received).toHaveLength(1)
  expect(await rowOf(id)).toMatchObject({ attempts: 2, last_error: null })
})

test.each([451, 530])('an answer of %i, which may change, is followed by another try', async (answer) => {
  smtp.behaviour = { refuse: answer }
  const id = await notify('Not now')
  const reason = `refused by the server, answer ${answer}`
  await expect.poll(async () => (await rowOf(id)).last_error, patiently).toBe(reason)
  expect(await statusOf(id)).toBe('queued')
})

test('a temporary refusal is tried again, a final one is not', async () => {
  smtp.behaviour = { refuse: 451 }
  const greylisted = await notify('Grey')
  await expect.poll(async () => (await rowOf(greylisted)).last_error, patiently).not.toBeNull()
  expect(await statusOf(greylisted)).toBe('queued')

  smtp.behaviour = { refuse: 550 }
  const refused = await notify('Unknown')
  await expect.poll(() => statusOf(refused), patiently).toBe('failed')
  expect(await rowOf(refused)).toMatchObject({
    attempts: 1,
    last_error: 'refused by the server, answer 550',
    sent_at: null,
  })
  const jobOf = async (mailId: string) => {
    const { rows } = await app.database.executeAsOwner(
      `select state::text from pgboss.job where data->'payload'->>'mailId' = $1`,
      [mailId],
    )
    return rows
  }
  await expect.poll(() => jobOf(refused), patiently).not.toEqual([{ state: 'active' }])
  expect(await jobOf(refused)).toEqual([{ state: 'completed' }])
  expect(await jobOf(greylisted)).toEqual([{ state: 'retry' }])
})

test('when the answer was lost the mail comes again, under the same Message-ID', async () => {
  smtp.behaviour = 'accept-and-cut'
  const id = await notify('Twice')
  await expect.poll(async () => (await rowOf(id)).last_error, patiently).not.toBeNull()
  smtp.behaviour = 'accept'
  await expect.poll(tryAgain, patiently).toMatchObject({ rowCount: 1 })
  await expect.poll(() => statusOf(id), patiently).toBe('sent')
  const ids = smtp.received.map(({ source }) => /Message-ID: (.*)/.exec(source)?.[1])
  expect(ids).toEqual([`<${id}@exempta.example>`, `<${id}@exempta.example>`])
})

test('secrets reach only the recipient: not the outbox afterwards, and not the log', async () => {
  const id = await app.services.database.transact(anonymousActor, (tx) =>
    queueEmail(app.services, tx, {
      to,
      template: loginEmail,
      data: { code: new Secret('493201'), link: secretLink(testOrigin, '/in', { token: 'tok777' }) },
    }),
  )
  await expect.poll(() => statusOf(id), patiently).toBe('sent')
  expect(smtp.received[0]?.source).toContain('493201')
  expect(smtp.received[0]?.source).toContain('tok777')
  expect(smtp.received[0]?.source).not.toMatch(/[\uE000\uE001]|=EE=80/)
  const row = await rowOf(id)
  expect(row.body_text).toContain(removedNote)
  expect(JSON.stringify(row)).not.toMatch(/493201|tok777/)
  const jobs = await app.database.executeAsOwner('select * from pgboss.job')
  expect(JSON.stringify(jobs.rows)).not.toMatch(/493201|tok777|anna/)
  expect(app.logged()).not.toMatch(/493201|tok777|anna@example|private\.example/)
})

test.each(['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', 'A <a@b.example>'])(
  'refuses an email to the invalid address %j',
  async (address) => {
    await expect(notify('Title', address)).rejects.toThrow('Not an email address')
  },
)

test('a title with line breaks makes no header', async () => {
  const id = await notify('Hello\r\nBcc: eve@example.org\r\n\r\nbody')
  await expect.poll(() => statusOf(id), patiently).toBe('sent')
  const [email] = smtp.received
  expect(email?.to).toEqual(['<anna@example.org>'])
  const headers = email?.source.slice(0, email.source.indexOf('\n\n')) ?? ''
  expect(headers).not.toMatch(/^bcc:/im)
  expect(headers).toContain('Subject: Hello Bcc: eve@example.org body')
})

test('only administrators see the outbox, and the acting person cannot change it', async () => {
  await notify('Private')
  const person = await createPerson(app)
  const admin = await createPerson(app, 'admin')
  const count = (id: string, role: 'user' | 'admin') =>
    app.services.database.transact({ kind: 'person', id, role }, async (tx) => {
      return (await tx.selectFrom('mails').select('id').execute()).length
    })
  expect(await count(person.id, 'user')).toBe(0)
  expect(await count(admin.id, 'admin')).toBeGreaterThan(0)
  await expect(
    app.services.database.transact({ kind: 'person', id: admin.id, role: 'admin' }, (tx) =>
      tx.updateTable('mails').set({ status: 'sent' }).execute(),
    ),
  ).rejects.toThrow('permission denied')
  for (const body of ['body_text', 'body_html'] as const) {
    const reading = app.services.database.transact({ kind: 'person', id: admin.id, role: 'admin' }, (tx) =>
      tx.selectFrom('mails').select(body).execute(),
    )
    const denied = { message: expect.stringContaining('permission denied') }
    expect(await reading.catch((error: unknown) => error), body).toMatchObject(denied)
  }
})

const queueSecret = (emailTransport: EmailTransport | undefined) =>
  app.services.database.transact(anonymousActor, (tx) =>
    queueEmail({ ...app.services, emailTransport }, tx, {
      to,
      template: loginEmail,
      data: { code: new Secret('111222'), link: secretLink(testOrigin, '/in', { token: 'tok888' }) },
    }),
  )

test('without a mail server the mail is kept, secrets and all, and no job is sent', async () => {
  const id = await queueSecret(undefined)
  expect(await rowOf(id)).toMatchObject({ status: 'kept', attempts: 0, message_id: `<${id}@localhost>` })
  expect((await rowOf(id)).body_text).toContain('111222')
  const { rows } = await app.database.executeAsOwner(
    `select from pgboss.job where data->'payload'->>'mailId' = $1`,
    [id],
  )
  expect(rows).toEqual([])
})

test('no secret outlives its use, and no mail is kept for good', async () => {
  const lost = await queueSecret(app.services.emailTransport)
  await expect.poll(() => statusOf(lost), patiently).toBe('sent')
  await app.database.executeAsOwner(
    `update mails set status = 'queued', body_text = '\uE000111222\uE001' where id = $1`,
    [lost],
  )
  const kept = await queueSecret(undefined)
  app.clock.advance(emailKeepingLimits.emailSecretsKeptMs)
  const young = await queueSecret(undefined)
  await clearOutbox(app.services)
  expect((await rowOf(kept)).body_text).toContain('111222')
  app.clock.advance(1)
  await clearOutbox(app.services)
  for (const [id, status] of [
    [kept, 'kept'],
    [lost, 'failed'],
  ] as const) {
    const row = await rowOf(id)
    expect(row.status, status).toBe(status)
    expect(row.body_text, status).toContain(removedNote)
    expect(JSON.stringify(row), status).not.toMatch(/111222|tok888/)
  }
  expect((await rowOf(young)).body_text).toContain('111222')
  app.clock.advance(emailKeepingLimits.emailKeptMs - emailKeepingLimits.emailSecretsKeptMs)
  await clearOutbox(app.services)
  await expect(rowOf(kept)).rejects.toThrow('no result')
  expect(await statusOf(young)).toBe('kept')
})

test('emails of a month go together, as soon as the last one is old enough', async () => {
  await prepareMonths(app.services)
  const month = (later: number) => {
    const now = app.clock.now()
    return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1)
  }
  const moveTo = (time: number) => app.clock.advance(time - app.clock.now().getTime())
  moveTo(month(1))
  const first = await queueSecret(undefined)
  const end = month(1)
  moveTo(end - 1)
  const last = await queueSecret(undefined)
  moveTo(end)
  const next = await queueSecret(undefined)
  moveTo(end + emailKeepingLimits.emailKeptMs - 1)
  await clearOutbox(app.services)
  expect([await statusOf(first), await statusOf(last)]).toEqual(['kept', 'kept'])
  moveTo(end + emailKeepingLimits.emailKeptMs)
  await clearOutbox(app.services)
  await expect(rowOf(first)).rejects.toThrow('no result')
  await expect(rowOf(last)).rejects.toThrow('no result')
  expect(await statusOf(next)).toBe('kept')
})

test.runIf(spawnSync('openssl', ['version']).status === 0)(
  'a check of the mail server says when its certificate expires, and sends nothing (needs openssl)',
  async () => {
    expect(await smtpTransport(smtp.url, 'mail@exempta.example').check()).toEqual({
      certificateEndsAt: undefined,
    })
    const folder = await mkdtemp(join(tmpdir(), 'exempta-tls-'))
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const about = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '10']
    spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      keyFile,
      '-out',
      certFile,
      ...about,
    ])
    const cert = await readFile(certFile, 'utf8')
    const server = createServer({ key: await readFile(keyFile), cert }, (socket) => {
      socket.write('220 localhost\r\n')
      socket.on('data', () => socket.write('250 localhost\r\n')).on('error', () => socket.destroy())
    })
    server.listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const check = () => smtpTransport(`smtps://localhost:${port}`, 'mail@exempta.example').check()
    await expect(check()).rejects.toMatchObject({ reason: 'no connection' })
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, cert])
    expect((await check()).certificateEndsAt).toEqual(new Date(new X509Certificate(cert).validTo))
    setDefaultCACertificates(trusted)
    server.close()
    await rm(folder, { recursive: true })
    expect(smtp.received).toEqual([])
  },
)
