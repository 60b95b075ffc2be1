import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Binder } from '@exempta/contract/binders'
import type { Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { certificate } from '../fixtures/certificate.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

/** A verified New York certificate of a buyer, and a recorded sale that relied on it. */
async function recordSale(page: Page, app: JourneyApp, manager: Page, reference: string): Promise<void> {
  const purchaser = 'Prairie Wind Foods'
  await certificate(page, app, manager, purchaser)
  const found = await callAs<{ items: { id: string }[] }>(
    manager,
    'GET',
    '/api/coverage/customers?search=Prairie%20Wind',
  )
  await callAs(manager, 'POST', '/api/coverage/checks', {
    customerId: found.items[0]?.id,
    state: 'NY',
    reference,
    locationId: null,
    allowedReason: null,
  })
}

/** Without an account; the file isn't sent anywhere. */
async function checkInBrowser(page: Page, app: JourneyApp, file: string): Promise<void> {
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await page.goto(`${app.url}/verify-binder`)
  const check = page.getByRole('button', { name: 'Check the file' })
  await check.click()
  await expect(page.getByText('Please choose the binder’s ZIP file')).toBeVisible()
  const input = page.getByLabel('The binder’s ZIP file')
  await input.setInputFiles(file)
  await check.click()
  await expect(page.getByText('but we don’t know who signed')).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Use the key of this website' }).click()
  await expect(page.getByLabel('Public key')).not.toHaveValue('')
  await check.click()
  await expect(page.getByText('Nothing was changed')).toBeVisible()
  await expect(page.getByText('1 of 2 sales are covered. 1 has no certificate.')).toBeVisible()
  await expectSoundLook(page)
  await page.getByLabel('Public key').fill(Buffer.alloc(32).toString('base64'))
  await check.click()
  await expect(page.getByText('another key signed this binder')).toBeVisible()
  const changed = await readFile(file)
  changed[5000] = (changed[5000] ?? 0) ^ 1
  await input.setInputFiles({ name: 'changed.zip', mimeType: 'application/zip', buffer: changed })
  await page.getByLabel('Public key').fill('')
  await check.click()
  await expect(page.getByText('Don’t rely on this file')).toBeVisible()
  await expect(page.getByText('binder.pdf: this file was changed.')).toBeVisible()
  await expectSoundLook(page)
  expect(
    sent.filter((address) => !address.includes('/api/auth/')),
    'the file stays on the device',
  ).toEqual([])
  await page.close()
}

test('from the auditor’s list to a binder that can be verified, and to what the auditor sees', async ({
  page,
  browser,
  app,
}, info) => {
  const { page: manager, context, complaints } = await elsewhere(browser, app)
  await enter(manager, demoPerson('lakeside'), '/business/dashboard')
  await recordSale(page, app, manager, 'AUD-1')

  await manager.getByRole('link', { name: 'Audits' }).click()
  await expect(manager.getByRole('heading', { name: 'Prepare for an audit' })).toBeVisible()
  await expect(manager.getByText('No binders yet')).toBeVisible()
  await expectSoundLook(manager)
  await manager.getByRole('button', { name: 'See what is covered' }).click()
  await expect(manager.getByText('Please choose a state')).toBeVisible()
  await expect(manager.getByText('Please choose the first day')).toBeVisible()

  await manager.getByLabel('State').selectOption('New York')
  const list = manager.getByLabel('The auditor’s list of invoices')
  const wrong = 'Invoice number,Date\r\nAUD-1,not a date\r\n,10/5/2026\r\n'
  await list.setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(wrong) })
  await manager.getByRole('button', { name: 'See what is covered' }).click()
  await expect(manager.getByText('Line 2: “not a date” isn’t a date. Write it like 10/5/2026.')).toBeVisible()
  await expect(manager.getByText('Line 3: the invoice number is missing.')).toBeVisible()
  await expectSoundLook(manager)

  const csv =
    'Invoice number,Date,Customer,Email\r\nAUD-1,,Prairie Wind Foods,\r\nAUD-2,10/5/2026,Cedar Hill School,office@cedarhill.example\r\n'
  await list.setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await manager.getByRole('button', { name: 'See what is covered' }).click()
  await expect(manager.getByText('1 of 2 sales are covered. 1 has no certificate.')).toBeVisible()
  const gap = manager.getByRole('table', { name: 'Sales' }).getByRole('row', { name: /AUD-2/ })
  await expect(gap).toContainText('No certificate')
  await expect(gap).toContainText('The seller has no certificate of this customer for New York.')
  await expectSoundLook(manager)

  await manager.getByRole('button', { name: 'Ask for the 1 now' }).click()
  await expect(manager.getByText('You asked 1 customer.')).toBeVisible()
  await manager.getByRole('button', { name: 'Make the binder' }).click()
  const link = manager.getByRole('link', { name: /Download the binder/ })
  await expect(link, 'without a reload').toBeVisible({ timeout: 60_000 })
  await expectSoundLook(manager)
  const arriving = manager.waitForEvent('download')
  await link.click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^audit-binder-NY-2026-10-05-to-.*\.zip$/)
  const file = info.outputPath('binder.zip')
  await download.saveAs(file)
  const script = path.join(import.meta.dirname, '../../scripts/operators/verify-binder.ts')
  const verify = () => promisify(execFile)(process.execPath, [script, file])
  expect((await verify()).stdout).toContain('the signature fits')
  await checkInBrowser(await browser.newPage({ baseURL: app.url }), app, file)
  const bytes = await readFile(file)
  bytes[5000] = (bytes[5000] ?? 0) ^ 1
  await writeFile(file, bytes)
  await expect(verify()).rejects.toMatchObject({
    code: 1,
    stderr: 'BAD: binder.pdf: this file was changed.\n',
  })
  const { items } = await callAs<{ items: Binder[] }>(manager, 'GET', '/api/binders')
  expect(items).toMatchObject([{ status: 'ready', counts: { sales: 2, covered: 1, haveNone: 1 } }])

  const address = `auditor-${randomUUID()}@tax.example`
  await manager.getByRole('button', { name: 'Invite the auditor' }).click()
  await manager.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(manager.getByText('Please enter a valid email address').first()).toBeVisible()
  await manager.getByLabel('Auditor’s email address').fill(address)
  await expectSoundLook(manager)
  await manager.getByRole('button', { name: 'Send the invitation' }).click()
  const invited = manager.getByRole('list', { name: 'Invited auditors' }).getByRole('listitem')
  await expect(invited).toContainText(address)
  await expect(invited).toContainText('Invited')
  await expectSoundLook(manager)

  const auditor = await elsewhere(browser, app)
  const { page: theirs } = auditor
  await theirs.goto(await app.emailed(address, /http:\/\/\S+(\/audit\/[\w-]{43})/))
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(/ invited you to its audit binder$/)
  await expect(theirs.getByText('a•••@tax.example')).toBeVisible()
  await expect(theirs.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectSoundLook(theirs)
  await theirs.getByRole('button', { name: 'Send me a code' }).click()
  await theirs.getByLabel('Code').fill(await app.emailed(address, /\b(\d{6})\r?\n/))
  await theirs.getByRole('button', { name: 'Open the binder' }).click()
  await expect(theirs.getByText('1 of 2 sales are covered. 1 has no certificate.')).toBeVisible()
  const receipt = theirs.getByRole('table', { name: 'Sales' }).getByRole('row', { name: /AUD-1/ })
  await expect(receipt).toContainText('Prairie Wind Foods')
  await expect(receipt).toContainText('Covered')
  await expectSoundLook(theirs)
  await expect(invited, 'without a reload').toContainText('Viewed')

  const certificate = await receipt.getByRole('link', { name: /Open the certificate/ }).getAttribute('href')
  const opened = await theirs.request.get(certificate ?? '')
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const saving = theirs.waitForEvent('download')
  await theirs.getByRole('link', { name: /Download the binder/ }).click()
  expect((await saving).suggestedFilename()).toBe(download.suggestedFilename())

  await invited.getByRole('button', { name: `Revoke access of ${address}` }).click()
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Revoke access' }).click()
  await expect(invited).toContainText('Access revoked')
  await expect(theirs.getByRole('heading', { level: 1 }), 'on the open page').toHaveText(
    'This access has ended',
  )
  await expectSoundLook(theirs)
  expectComplaint(auditor.complaints, 'status of 410')
  expect(auditor.complaints).toEqual([])
  await auditor.context.close()
  // The list with mistakes was refused.
  expectComplaint(complaints, 'status of 422')
  expect(complaints).toEqual([])
  await context.close()
})
