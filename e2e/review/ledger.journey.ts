import type { DocumentReading } from '@exempta/contract/certificates'
import type { Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { uploadCertificate } from '../certificates/certificates.ts'
import { elsewhere, shareAs } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'

/** With the demo, which has a user with a confirmed address and a business without any documents. */
const test = testWith(() => startJourneyApp(['--demo']))

const number = '32012345678'
const name = 'Certificate of Lone Star Supply.pdf'
const workspace = (page: Page) => page.getByRole('complementary', { name: 'Review' })

test('a manager looks a number up with the state and records what it said, with a screenshot', async ({
  page,
  browser,
  app,
}) => {
  const { page: user } = await elsewhere(browser, app)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // The state's page is opened by the person's browser. Nothing may leave this machine here.
  await page.addInitScript(() => {
    window.open = (address) => {
      document.documentElement.dataset.opened = String(address)
      return null
    }
  })
  await Promise.all([
    enter(page, demoPerson('lakeside'), '/business/documents'),
    enter(user, demoPerson('user'), '/user/documents'),
  ])
  const file = textPdf(['Texas resale certificate', 'Name of purchaser: Lone Star Supply'])
  const id = await uploadCertificate(user, app, file, name)
  await callAs<DocumentReading>(user, 'PUT', `/api/documents/${id}/exemption`, {
    version: 1,
    shown: null,
    pages: [1],
    form: null,
    purchaser: 'Lone Star Supply',
    seller: null,
    reason: 'resale',
    isBlanket: true,
    hasSignature: true,
    signedOn: '2026-05-04',
    expiresOn: null,
    states: [{ state: 'TX', number }],
  })
  await shareAs(user, [id], { businesses: ['lakeside'] })

  await page.getByRole('link', { name, exact: true }).click()
  const panel = workspace(page)
  await expect(panel.getByText('Looks right for Texas.')).toBeVisible()
  await panel.getByRole('button', { name: 'Check with Texas' }).click()
  await expect(page.getByText('Number copied. Paste it on the state’s page.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.opened)).toBe(
    'https://mycpa.cpa.state.tx.us/staxpayersearch',
  )
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)

  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByText('Please choose a result.')).toBeVisible()
  await panel.getByRole('radio', { name: 'Active', exact: true }).check()
  await panel.getByLabel('Note (optional)').fill('Registered since 2019')
  const screenshot = await page.locator('header').first().screenshot()
  await panel
    .getByLabel('Screenshot')
    .setInputFiles({ name: 'screenshot.png', mimeType: 'image/png', buffer: screenshot })
  await expect(panel.getByText('Screenshot added')).toBeVisible()
  await expectSoundLook(page)
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByText(/Active\. Checked by .+ on .+\. Due again .+\./)).toBeVisible({
    timeout: 30_000,
  })
  await panel.getByText('1 number check').click()
  await expect(panel.getByText('Registered since 2019')).toBeVisible()
  const proof = await panel.getByRole('link', { name: 'View screenshot' }).getAttribute('href')
  const answer = await page.request.get(proof ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
  await expectSoundLook(page)

  await page.goto('/business/coverage')
  await page.getByRole('tab', { name: 'Due this month' }).click()
  await expect(page.getByText('No numbers are due this month.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Due this month' })).toHaveAttribute('aria-selected', 'true')
  await expectSoundLook(page)
})
