import type { SystemHealth } from '@exempta/contract/admin/health'
import type { ReceivedEmail, ReceivedEmailDetails } from '@exempta/contract/inbound'
import type { CertificateRequest } from '@exempta/contract/requests'
import type { SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { archiveOf } from '../../../test/archive.ts'
import { certificateScene, page, resale } from '../../../test/certificates.ts'
import { startImapServer } from '../../../test/imap-server.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { replyDomain, sendTo, signedEmail, testInboundEmail } from '../../../test/senders.ts'
import { pdfBytes } from '../../../test/uploads.ts'
import { fetchEmails } from './arriving/fetch-emails.ts'
import { type SmtpListener, startSmtpListener } from './arriving/smtp-listener.ts'

const mailbox = await startImapServer()
const { scene, get, post, nextPages } = certificateScene({
  inboundEmail: { ...testInboundEmail, imapUrl: mailbox.url },
})

let manager: string
let listener: SmtpListener
beforeAll(async () => {
  listener = await startSmtpListener(scene.test.services, { port: 0, host: '127.0.0.1', tls: undefined })
})
afterAll(() => listener.stop())
beforeEach(async () => {
  manager = await signInAs(scene.test, scene.business.manager)
})

const change = (statement: string, values: unknown[] = []) =>
  scene.test.database.executeAsOwner(statement, values)

let made = 0
const newFile = () => pdfBytes(`emailed ${++made}`)
const { untilImport, listOf } = archiveOf(
  () => scene.test,
  () => manager,
)

async function ask(email: string, as = manager): Promise<CertificateRequest & { replyTo: string }> {
  const nothing = { customerName: null, customerReference: null, state: null, message: null }
  const answer = await post('/api/requests', { ...nothing, email }, as)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const requestOf = async (id: string): Promise<CertificateRequest> =>
  (await get(`/api/requests/${id}`, manager)).json()

const send = (email: SendMailOptions) => sendTo(listener.port, { subject: 'Our certificates', ...email })

/** Waits, without polling, until an email is decided about or waits. */
async function untilRead(matches: (email: ReceivedEmail) => boolean): Promise<ReceivedEmailDetails> {
  let changed = Promise.withResolvers<void>()
  const wake = () => changed.resolve()
  const stop = await scene.test.services.database.listen('exempta_live', wake, { onGap: wake })
  try {
    for (;;) {
      changed = Promise.withResolvers()
      const { items } = (await get('/api/emails?list=all&limit=100', manager)).json()
      const found = items.find(matches)
      if (found) return (await get(`/api/emails/${found.id}`, manager)).json()
      await changed.promise
    }
  } finally {
    await stop()
  }
}

describe('an email from the address that was asked', () => {
  it('answers its request with each of its attachments', async () => {
    const request = await ask('pat@school.example')
    expect(request.replyTo).toMatch(new RegExp(`^r[a-z2-7]{45}@${replyDomain.replaceAll('.', '\\.')}$`))
    const names = ['Silver Lake School', 'Silver Lake School', 'Silver Lake School']
    let next = 0
    nextPages(
      page(
        'ny-st-120',
        ...resale.map((field) =>
          field.name === 'purchaser' ? { ...field, value: names[next++ % 3] ?? '' } : field,
        ),
      ),
    )
    await send({
      from: 'Pat Lee <pat@school.example>',
      to: request.replyTo,
      text: 'Here are our certificates.',
      html: '<p>Here are our certificates.</p>',
      attachments: [1, 2, 3].map((n) => ({ filename: `certificate ${n}.pdf`, content: newFile() })),
    })
    const email = await untilRead(({ requestId }) => requestId === request.id)
    expect(email).toMatchObject({
      status: 'accepted',
      sender: 'pat@school.example',
      text: null,
      decidedBy: null,
      checks: { spf: 'pass', dkim: 'none', dmarc: 'pass' },
    })
    const done = await untilImport(email.importId ?? '', ({ status }) => status === 'done')
    expect(done).toMatchObject({ files: 3, counts: { ready: 3 } })
    expect((await listOf(done.id, 'ready')).map(({ path }) => path).sort()).toEqual([
      'certificate 1.pdf',
      'certificate 2.pdf',
      'certificate 3.pdf',
    ])
    const answered = await requestOf(request.id)
    expect(answered).toMatchObject({ status: 'received', receivedCount: 3 })
    const received = (await get(`/api/received/${answered.receivedId}`, manager)).json()
    expect(received).toMatchObject({ status: 'pending', user: { name: 'Received by email' } })
    const { rows } = await change(
      `select s.rendition from stored_files s where s.rendition in ('email', 'original') or s.rendition like 'piece%'`,
    )
    expect(rows, 'nothing unredacted is left').toEqual([])
  })
})

const filesOf = async (email: ReceivedEmailDetails): Promise<number> => {
  const { rows } = await change(
    `select f.document_id from stored_files f join inbound_attachments a on a.id = f.document_id
     where a.email_id = $1`,
    [email.id],
  )
  return rows.length
}
const decide = (id: string, how: 'accept' | 'discard') => post(`/api/emails/${id}/${how}`, {}, manager)
const oneFile = () => [{ filename: 'certificate.pdf', content: newFile() }]

describe('an email that nobody vouches for', () => {
  it('waits for a manager when its sender is forged, and is added when the manager accepts it', async () => {
    const request = await ask('pat@strict.example')
    await send({ from: 'pat@strict.example', to: request.replyTo, text: 'Mine.', attachments: oneFile() })
    const email = await untilRead(({ requestId }) => requestId === request.id)
    expect(email).toMatchObject({
      status: 'waiting',
      reason: 'not-authentic',
      importId: null,
      text: 'Mine.',
      checks: { spf: 'fail', dmarc: 'fail' },
    })
    expect(await requestOf(request.id)).toMatchObject({ receivedCount: 0, receivedId: null })
    const [notified] = (await get('/api/notifications?limit=1', manager)).json().items
    expect(notified).toMatchObject({ title: 'An email is waiting for you', link: '/business/emails' })

    const accepted = await decide(email.id, 'accept')
    expect(accepted.json(), accepted.body).toMatchObject({ status: 'accepted', text: null })
    await untilImport(accepted.json().importId, ({ status }) => status === 'done')
    expect(await requestOf(request.id)).toMatchObject({ receivedCount: 1 })
    expect((await decide(email.id, 'discard')).statusCode, 'decided already').toBe(409)
  })

  it('waits when someone else answers, and leaves nothing behind when it is discarded', async () => {
    const request = await ask('ann@school.example')
    await send({ from: 'lee@school.example', to: request.replyTo, text: 'For Ann.', attachments: oneFile() })
    const email = await untilRead(({ requestId }) => requestId === request.id)
    expect(email).toMatchObject({ status: 'waiting', reason: 'stranger', sender: 'lee@school.example' })
    expect(await filesOf(email)).toBe(1)
    expect((await decide(email.id, 'discard')).json()).toMatchObject({ status: 'discarded', text: null })
    expect(await filesOf(email)).toBe(0)
    expect(await requestOf(request.id)).toMatchObject({ receivedCount: 0 })
  })

  it('belongs to its business alone', async () => {
    const { items } = (await get('/api/emails?list=all&limit=100', scene.otherBusiness.cookie)).json()
    expect(items).toEqual([])
    const [own] = (await get('/api/emails?list=all&limit=1', manager)).json().items
    const other = await post(`/api/emails/${own.id}/accept`, {}, scene.otherBusiness.cookie)
    expect(other.statusCode).toBe(404)
  })
})

const report = (to: string, status: string) =>
  [
    'From: Mail Delivery System <mailer-daemon@school.example>',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${status}-${to}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'Your email could not be delivered.',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.school.example',
    '',
    'Final-Recipient: rfc822; gone@school.example',
    'Action: failed',
    `Status: ${status}`,
    '--part--',
    '',
  ].join('\r\n')

const sentEmails = async (): Promise<number> => (await change('select id from mails')).rows.length

describe('what a program sends', () => {
  it.each([
    ['5.1.1', 'the address doesn’t exist'],
    ['5.2.2', 'the mailbox is full'],
    ['5.7.1', 'their mail server refused it'],
  ])('is shown on the request when it says %s, and is never answered', async (status, bounce) => {
    const request = await ask(`gone-${status.replaceAll('.', '')}@school.example`)
    const before = await sentEmails()
    await send({ envelope: { from: '', to: request.replyTo }, raw: report(request.replyTo, status) })
    const email = await untilRead(({ requestId }) => requestId === request.id)
    expect(email).toMatchObject({ status: 'bounce', subject: null, text: null })
    expect(await requestOf(request.id)).toMatchObject({ status: 'bounced', bounce })
    expect(await sentEmails()).toBe(before)
  })

  it('is noted on the request when it is an out-of-office note, once', async () => {
    const request = await ask('away@school.example')
    const before = await sentEmails()
    const note = {
      from: 'away@school.example',
      to: request.replyTo,
      messageId: '<away@school.example>',
      headers: { 'Auto-Submitted': 'auto-replied' },
      text: 'I’m away until Monday.',
    }
    await send(note)
    await send(note)
    const email = await untilRead(({ requestId }) => requestId === request.id)
    expect(email).toMatchObject({ status: 'automatic', text: null })
    expect((await requestOf(request.id)).automaticAnswerAt).not.toBeNull()
    const { items } = (await get('/api/emails?list=all&limit=100', manager)).json()
    expect(items.filter(({ requestId }: ReceivedEmail) => requestId === request.id)).toHaveLength(1)
    expect(await sentEmails()).toBe(before)
  })
})

it('takes nothing for addresses that aren’t ours', async () => {
  const stranger = { from: 'pat@school.example', text: 'Hello', attachments: oneFile() }
  const wrong = `r${'a'.repeat(45)}@${replyDomain}`
  await expect(send({ ...stranger, to: wrong })).rejects.toThrow(/550/)
  await expect(send({ ...stranger, to: 'someone@elsewhere.example' })).rejects.toThrow(/550/)
})

it('fetches emails from a mailbox, leaves what is for others, and says when that fails', async () => {
  const admin = await signInAs(scene.test, await createPerson(scene.test, 'admin'))
  const health = async () => (await get('/api/admin/health', admin)).json<SystemHealth>().emails
  const request = await ask('pat@signed.example')
  mailbox.deliver('From: Ann <ann@school.example>\r\nTo: sales@reply.exempta.example\r\n\r\nHello\r\n')
  mailbox.deliver(
    await signedEmail({
      from: 'pat@signed.example',
      to: request.replyTo,
      subject: 'Our certificate',
      text: 'Here it is.',
      attachments: oneFile(),
    }),
  )
  await fetchEmails(scene.test.services)
  const email = await untilRead(({ requestId }) => requestId === request.id)
  expect(email).toMatchObject({ status: 'accepted', checks: { dkim: 'pass', dmarc: 'pass' } })
  expect(mailbox.messages.map(({ uid, flags }) => [uid, [...flags]])).toEqual([[1, ['\\Seen']]])
  expect(await health()).toMatchObject({
    state: 'good',
    ways: [{ kind: 'imap', checkedAt: expect.any(String), receivedAt: expect.any(String) }, { kind: 'smtp' }],
  })
  await mailbox.close()
  await fetchEmails(scene.test.services)
  expect(await health()).toMatchObject({
    state: 'bad',
    problems: [expect.stringContaining('The mailbox couldn’t be read: the connection failed')],
  })
})
