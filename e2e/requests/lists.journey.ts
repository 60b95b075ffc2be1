import { randomUUID } from 'node:crypto'
import { enter } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

test('a list of customers is looked at, mapped, sent and followed', async ({ page, app, complaints }) => {
  const address = `list-${randomUUID()}@school.example`
  await enter(page, demoPerson('lakeside'), '/business/dashboard')
  await page.goto('/business/requests')
  await page.getByRole('tab', { name: 'Lists' }).click()
  await expect(page.getByText('No lists yet')).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Upload a list (CSV)' }).click()
  const csv = `\uFEFFContact;Firm;State\r\n${address};Caf\u00e9 Prairie;TX\r\n;Nobody;\r\n${address};Again;\r\n`
  await page
    .getByLabel('List of customers')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'customers' })).toBeVisible()
  await expect(page.getByText('3 rows · 0 good · 3 without an address')).toBeVisible()

  await page.getByLabel('Email address').selectOption('Contact')
  await expect(page.getByText('3 rows · 1 good')).toBeVisible()
  await page.getByLabel('Customer', { exact: true }).selectOption('Firm')
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 3' })).toContainText('No email address')
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 4' })).toContainText('in the list already')
  await expectSoundLook(page)
  await page.getByLabel('Your message').fill('For our files')
  const subject = `Your certificate for our files ${randomUUID()}`
  await page.getByLabel('Subject').fill(subject)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(subject)
  await expect(preview).toContainText('For our files')
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText('We’re sending a test email to')).toBeVisible()
  await page.getByRole('button', { name: 'Send to 1' }).click()
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Prairie' })
  await expect(row).toBeVisible()
  await expectSoundLook(page)
  // The job runs every minute.
  await expect(page.getByText('1 of 1').first(), 'live').toBeVisible({ timeout: 90_000 })
  const link = await app.emailed(address, /http:\/\/\S+(\/r\/[\w-]{43})/)
  await page.request.get(`/api${link}`)
  await expect(page.getByText('1 of 1').nth(1), 'opened, live').toBeVisible()
  await expect(page.getByRole('link', { name: 'Download missing certificates' })).toBeVisible()
  await expect(row).toContainText('Opened')

  // The same list again: who was asked already is left out, and listed.
  await page.getByRole('button', { name: 'All lists' }).click()
  await page.getByRole('button', { name: 'Upload a list (CSV)' }).click()
  const again = `Email\r\n${address}\r\n`
  await page
    .getByLabel('List of customers')
    .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(again) })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('1 rows · 0 good · 1 asked lately')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText(
    'within the last 14 days',
  )
  expect(complaints).toEqual([])
})
