import type { CertificateRequest } from '@exempta/contract/requests'
import type { Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { filledCertificate } from '../certificates/certificates.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { st120Like } from '../fixtures/st-120-like.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'

const domain = 'reply.exempta.example'
/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo'], { INBOUND_ADDRESS: domain }))

/** Asks a customer by email; returns the address to which they reply. */
async function ask(page: Page, app: JourneyApp, email: string, customerName: string): Promise<string> {
  const request = { email, customerName, customerReference: null, state: null, message: null }
  await callAs<CertificateRequest>(page, 'POST', '/api/requests', request)
  return app.emailed(email, /(r[a-z2-7]{45}@reply\.exempta\.example)/)
}

const attached = (filename: string, content: Buffer) => ({
  filename,
  content: content.toString('base64'),
  encoding: 'base64' as const,
})

async function certificatesOf(purchaser: string): Promise<Buffer[]> {
  const blank = await st120Like()
  const numbers = ['43-1234567', '43-7654321', '43-2468013']
  return Promise.all(
    numbers.map((number) => filledCertificate(blank, { seller: 'Lakeside Office Goods', purchaser, number })),
  )
}

const bounceTo = (replyTo: string) =>
  [
    'From: Mail Delivery System <mailer-daemon@school.example>',
    `To: ${replyTo}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Message-ID: <bounce@school.example>',
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
    'Status: 5.1.1',
    '--part--',
    '',
  ].join('\r\n')

test('a customer replies with three certificates, an address bounces, and a manager decides about forged emails', async ({
  page,
  app,
}) => {
  test.slow()
  await enter(page, demoPerson('lakeside'), '/business/requests')
  const replies = await ask(page, app, 'pat@school.example', 'Silver Lake School')
  const gone = await ask(page, app, 'gone@school.example', 'Closed School')
  const forged = await ask(page, app, 'ann@strict.example', 'Strict School')

  const certificates = await certificatesOf('Silver Lake School')
  await app.receive({
    from: 'Pat Lee <pat@school.example>',
    to: replies,
    subject: 'Our certificates',
    text: 'Here they are.',
    attachments: certificates.map((content, at) => attached(`certificate ${at + 1}.pdf`, content)),
  })
  await app.receive({ envelope: { from: '', to: gone }, raw: bounceTo(gone) })
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expect(rowOf('Closed School')).toContainText('Couldn’t be delivered: the address doesn’t exist.')
  await expect(rowOf('Silver Lake School')).toContainText('Received', { timeout: 120_000 })
  await expectSoundLook(page)

  for (const text of ['Please add this one.', 'Open this at once.']) {
    await app.receive({
      from: 'ann@strict.example',
      to: forged,
      subject: text,
      text,
      attachments: [attached('certificate.pdf', textPdf([text]))],
    })
  }
  await page.getByRole('link', { name: 'Emails from customers' }).click()
  const waiting = page.getByRole('table', { name: 'Emails' }).getByRole('row')
  await expect(waiting).toHaveCount(3)
  await expect(waiting.nth(1)).toContainText('We couldn’t confirm that it really came from this address.')
  await expectSoundLook(page)

  const open = async (subject: string) => {
    await waiting.filter({ hasText: subject }).getByRole('button', { name: 'ann@strict.example' }).click()
    return page.getByRole('dialog', { name: subject })
  }
  const added = await open('Please add this one.')
  await expect(added.getByRole('listitem')).toContainText('certificate.pdf')
  await expect(added.getByText('Failed').first()).toBeVisible()
  await expectSoundLook(page)
  await added.getByRole('button', { name: 'Add the attachments' }).click()
  await expect(page.getByText('We’re reading the attachments.')).toBeVisible()
  await (await open('Open this at once.')).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()

  await page.getByLabel('Which emails').selectOption('All emails')
  await expect(waiting).toHaveCount(5)
  await expect(waiting.filter({ hasText: 'Discarded' })).toHaveCount(1)
  await expect(waiting.filter({ hasText: 'Not delivered' })).toHaveCount(1)
  await waiting.getByRole('button', { name: 'pat@school.example' }).click()
  const answer = page.getByRole('dialog', { name: 'Our certificates' })
  await expect(answer.getByRole('listitem')).toHaveText([
    /certificate 1\.pdf/,
    /certificate 2\.pdf/,
    /certificate 3\.pdf/,
  ])
  await expect(answer.getByText('Here they are.')).toHaveCount(0)
  await answer.getByRole('link', { name: /questions about them|what became of them/ }).click()
  await expect(page).toHaveURL(/\/business\/archive\?id=/)
})
