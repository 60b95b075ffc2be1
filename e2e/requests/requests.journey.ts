import { randomUUID } from 'node:crypto'
import { dayMs } from '@exempta/contract/durations'
import type { CertificateRequest } from '@exempta/contract/requests'
import { requestLimits } from '@exempta/contract/requests/limits'
import { type Browser, devices, type Page, type Request } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { blank, filledCertificate } from '../certificates/certificates.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { watchContext } from '../fixtures/watch-page.ts'
import { expectComplaint } from '../shell/as-person.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

const newAddress = () => `buyer-${randomUUID()}@school.example`
const codeFor = (app: JourneyApp, address: string) => app.emailed(address, /\b(\d{6})\r?\n/)
const nothing = { email: null, customerName: null, customerReference: null, state: null, message: null }

/** A phone of someone who has no account. */
async function phone(browser: Browser, app: JourneyApp) {
  const { viewport, userAgent } = devices['Pixel 7']
  const context = await browser.newContext({
    baseURL: app.url,
    reducedMotion: 'reduce',
    viewport,
    userAgent,
    hasTouch: true,
    isMobile: true,
  })
  const complaints = await watchContext(context)
  return { context, page: await context.newPage(), complaints }
}

const asManager = async (browser: Browser, app: JourneyApp) => {
  const business = await elsewhere(browser, app)
  await enter(business.page, demoPerson('lakeside'), '/business/dashboard')
  return business
}

const photo = async () => ({
  name: 'certificate.pdf',
  mimeType: 'application/pdf',
  buffer: blank ? await filledCertificate(blank) : textPdf(['Exemption certificate']),
})

const read = (page: Page) => page.getByRole('button', { name: /^(Yes, this is right|Fill in the details)$/ })

test('a customer without an account sends a certificate from a phone in at most four taps after the photo', async ({
  browser,
  app,
}) => {
  test.skip(!blank, 'The published forms are not here.')
  const business = await asManager(browser, app)
  const address = newAddress()
  await business.page.goto('/business/requests')
  await business.page.getByRole('button', { name: 'Ask a customer' }).click()
  await business.page.getByLabel('Email Address').fill(address)
  await business.page.getByLabel('Customer', { exact: true }).fill('Prairie Wind Foods')
  await business.page.getByLabel('State').selectOption('New York')
  await business.page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(business.page.getByText(`We’re sending the request to ${address}.`)).toBeVisible()
  const row = business.page.getByRole('row', { name: /Prairie Wind Foods/ })
  await expect(row, 'once the mail server took it').toContainText('Sent')
  await expectSoundLook(business.page)

  const customer = await phone(browser, app)
  let taps = 0
  const tap = async (name: string | RegExp) => {
    taps += 1
    await customer.page.getByRole('button', { name }).tap()
  }
  await customer.page.goto(await app.emailed(address, /http:\/\/\S+(\/r\/[\w-]{43})/))
  await expect(customer.page.getByRole('heading', { level: 1 })).toContainText(
    'Lakeside Office Goods is requesting your New York exemption certificate',
  )
  await expect(customer.page.getByText('If your purchases are exempt, send your certificate.')).toBeVisible()
  await expectSoundLook(customer.page)
  await expect(row, 'live').toContainText('Opened')
  await customer.page.getByLabel('Photo of your certificate').setInputFiles(await photo())
  await expect(read(customer.page)).toBeVisible({ timeout: 120_000 })
  await expect(customer.page.getByRole('list', { name: 'What we read' })).toContainText(
    'Prairie Wind Foods Co',
  )
  await expectSoundLook(customer.page)
  await tap('Yes, this is right')
  await expect(customer.page.getByText('Is this the right certificate?')).toBeVisible()
  await expect(
    customer.page.getByText('It’s made out to Summit Wholesale, not to Lakeside Office Goods.'),
  ).toBeVisible()
  await tap('Email me a code')
  await customer.page.getByLabel('Code').fill(await codeFor(app, address))
  await tap('Send to Lakeside Office Goods')
  await expect(
    customer.page.getByText('Done. We sent your certificate to Lakeside Office Goods.'),
  ).toBeVisible()
  expect(taps, 'taps after the photo').toBeLessThanOrEqual(4)
  await expectSoundLook(customer.page)
  await expect(row, 'live').toContainText('Received')

  await customer.page.getByLabel('Full Name').fill('Dana Whitfield')
  await customer.page.getByLabel('Password', { exact: true }).fill('gravel lantern 88')
  await tap('Create a password')
  await expect(customer.page).toHaveURL(/\/user\/documents$/)
  await expect(customer.page.getByText('certificate.pdf').first()).toBeVisible()
  expect([...customer.complaints, ...business.complaints]).toEqual([])
  await customer.context.close()
  await business.context.close()
})

test('two browsers answer one link on their own, and a closed request shows a friendly page', async ({
  browser,
  app,
}) => {
  const business = await asManager(browser, app)
  const { id, link } = await callAs<CertificateRequest>(business.page, 'POST', '/api/requests', nothing)
  const path = new URL(link).pathname
  const [one, other] = [await phone(browser, app), await phone(browser, app)]
  await one.page.goto(path)
  await one.page.getByLabel('File of your certificate').setInputFiles(await photo())
  await expect(read(one.page)).toBeVisible({ timeout: 120_000 })
  await other.page.goto(path)
  await expect(other.page.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await one.page.reload()
  await expect(read(one.page), 'it goes on where it was').toBeVisible()

  await other.page.getByRole('button', { name: 'I’m not exempt' }).tap()
  await expect(other.page.getByText('We won’t ask you again.')).toBeVisible()

  await callAs(business.page, 'POST', `/api/requests/${id}/close`)
  const answer = await other.page.goto(path)
  expect(answer?.status()).toBe(410)
  await expect(other.page.getByRole('heading', { name: 'This request is closed' })).toBeVisible()
  await expectSoundLook(other.page)
  expectComplaint(other.complaints, 'status of 410')
  await one.context.close()
  await other.context.close()
  await business.context.close()
})

/** Where a piece begins. */
const offsetOf = (request: Request) =>
  /name="at"\r\n\r\n(\d+)/.exec(request.postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? ''

test('an upload that was interrupted goes on where it was after a reload', async ({ browser, app }) => {
  const business = await asManager(browser, app)
  const { link } = await callAs<CertificateRequest>(business.page, 'POST', '/api/requests', nothing)
  const { context, page, complaints } = await phone(browser, app)
  const offsets: string[] = []
  await page.route('**/pieces', (route) => {
    const at = offsetOf(route.request())
    offsets.push(at)
    return at === '0' ? route.continue() : route.abort('connectionreset')
  })
  await page.goto(new URL(link).pathname)
  const padding = Buffer.from(`%${'x'.repeat(2 * requestLimits.uploadPieceBytes)}\n%%EOF\n`)
  const buffer = Buffer.concat([textPdf(['Exemption certificate']), padding])
  const file = { name: 'certificate.pdf', mimeType: 'application/pdf', buffer }
  await page.getByLabel('Photo of your certificate').setInputFiles(file)
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await expectSoundLook(page)
  expect(offsets.slice(0, 2)).toEqual(['0', String(requestLimits.uploadPieceBytes)])

  await page.unroute('**/pieces')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/pieces')) sent += 1
  })
  await page.reload()
  await expect(read(page)).toBeVisible({ timeout: 120_000 })
  expect(sent, 'of three pieces, one was there already').toBe(2)
  expectComplaint(complaints, 'ERR_CONNECTION_RESET')
  expect(complaints).toEqual([])
  await context.close()
  await business.context.close()
})

test('the counter asks for a certificate with a QR code in one tap', async ({ browser, app }) => {
  const business = await asManager(browser, app)
  const { page } = business
  const { items } = await callAs<{ items: object[] }>(page, 'GET', '/api/business/locations')
  if (items.length === 0) {
    await callAs(page, 'POST', '/api/business/locations', { name: 'Ithaca', state: 'NY' })
  }
  await page.goto('/business/counter')
  await page.getByLabel('Location').selectOption({ index: 1 })
  await page.getByRole('searchbox').fill('nobody by this name')
  await page.getByRole('button', { name: 'Ask for a certificate' }).click()
  const code = page.getByRole('img', { name: 'QR code of the request' })
  await expect(code).toBeVisible()
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Close' }).click()

  await page.goto('/business/requests')
  await page.getByRole('button', { name: 'QR code for the counter' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /, [A-Z]{2}$/ })
    .first()
    .click()
  await expect(code).toBeVisible()
  await expectSoundLook(page)
  expect(business.complaints).toEqual([])
  await business.context.close()
})

test('a manager asks two customers, follows up on both, and cancels what is not needed', async ({
  browser,
  app,
}) => {
  const { page, context, complaints } = await asManager(browser, app)
  const [first, second] = [newAddress(), newAddress()]
  await page.goto('/business/requests')
  await page.getByRole('button', { name: 'Ask a customer' }).click()
  await page.getByLabel('Email Address').fill(first)
  await page.getByLabel('Customer', { exact: true }).fill('Follow-up Foods')
  await page.getByLabel('Your customer number').fill('F-1')
  await page.getByLabel('Email me a copy').check()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByText(`We’re sending the request to ${first}.`)).toBeVisible()
  await app.emailed(demoPerson('lakeside').email, new RegExp(`Copy of your request to (${first})`))
  await callAs(page, 'POST', '/api/requests', { ...nothing, email: second, customerName: 'Follow-up Farm' })

  await page.getByRole('searchbox').fill('follow-up')
  const rows = page.getByRole('row').filter({ hasText: 'Follow-up' })
  await expect(rows).toHaveCount(2)
  const row = rows.filter({ hasText: 'Foods' })
  await expect(row).toContainText(first)
  await expect(row).toContainText('F-1')
  await expect(row, 'once the mail server took it').toContainText('Sent')
  for (const again of ['Remind', 'Resend']) {
    await row.getByRole('button', { name: 'More for Follow-up Foods' }).click()
    await page.getByRole('menuitem', { name: again }).click()
    await expect(page.getByText('1 customer emailed within the last 3 days').last(), again).toBeVisible()
  }

  await app.advance(requestLimits.emailedAgainDays * dayMs)
  await enter(page, demoPerson('lakeside'), '/business/dashboard')
  await page.goto('/business/requests?q=follow-up')
  await page.getByRole('checkbox', { name: 'Select Follow-up Foods' }).check()
  await page.getByRole('checkbox', { name: 'Select Follow-up Farm' }).check()
  await page.getByRole('button', { name: 'Remind' }).click()
  await expect(page.getByText('We’re reminding 2 customers.')).toBeVisible()
  await expect(row).toContainText('1 reminder')
  await app.emailed(second, /(Reminder: )/)
  await page.getByRole('checkbox', { name: 'Select Follow-up Farm' }).check()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Cancel requests' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Follow-up Farm')
  await question.getByRole('button', { name: 'Cancel request' }).click()
  await expect(page.getByText('Canceled the request.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Farm' })).toContainText('Closed')
  expect(complaints).toEqual([])
  await context.close()
})
