import type { ReceivedEmail, ReceivedEmailDetails } from '@exempta/contract/inbound'
import type { CertificateRequest } from '@exempta/contract/requests'
import type { SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { archiveOf } from '../../../test/archive.ts'
import { certificateScene, page, resale } from '../../../test/certificates.ts'
import { signInAs } from '../../../test/people.ts'
import { replyDomain, sendTo, testInboundEmail } from '../../../test/senders.ts'
import { pdfBytes } from '../../../test/uploads.ts'
import { type SmtpListener, startSmtpListener } from './arriving/smtp-listener.ts'

const { scene, get, post, nextPages } = certificateScene({ inboundEmail: testInboundEmail })

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
