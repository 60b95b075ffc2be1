import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { enter } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

const phone = { width: 320, height: 640 }
// Put together here, so that it is in no file.
const number = ['4614', '1238', '5067', '2940'].join(' ')
const photo = (name: string) => path.join(import.meta.dirname, '../../redaction/test/cards', name)

/** The counter of a shop in a state, with every request that the page sends. */
async function atCounter(browser: Browser, app: JourneyApp, state: string) {
  const counter = await elsewhere(browser, app)
  const { page } = counter
  await page.setViewportSize(phone)
  await enter(page, demoPerson('lakeside'), '/business/dashboard')
  await page.evaluate((code) => {
    localStorage.setItem('exempta.counter-place', code)
    localStorage.setItem('exempta.counter-kind', 'goods')
  }, state)
  await page.goto('/business/counter')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.getByRole('button', { name: 'Government card' }).click()
  await expect(page.getByText('it’s against the law to copy a government ID')).toBeVisible()
  return { ...counter, sent }
}

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })
const digits = (page: Page) => page.getByLabel('First six digits')

test('six digits are classified in the page, and the rest of a pasted number is never sent', async ({
  browser,
  app,
}) => {
  const { page, context, sent, complaints } = await atCounter(browser, app, 'OH')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), number)
  await digits(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(digits(page)).toHaveValue('461412')
  await expect(page.getByText('We can’t tell the kind of card.')).toBeVisible()
  await expect(answer(page)).toBeHidden()
  await expectSoundLook(page)

  await page.getByRole('radio', { name: 'Travel' }).check()
  await expect(answer(page)).toContainText('Travel card, individually billed')
  await expect(answer(page)).toContainText('Charge sales tax.')
  await expect(answer(page)).toContainText(
    'Individually billed accounts (IBA) are not exempt from state sales tax.',
  )
  await expect(answer(page), 'no IDs of rules').not.toContainText('cards/')
  await expectSoundLook(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'scrolls sideways at 320 px').toBeLessThanOrEqual(0)

  await page.getByRole('radio', { name: 'Purchase' }).check()
  await expect(answer(page)).toContainText('Don’t charge sales tax.')
  await expect(answer(page)).toContainText('Ohio asks for:')
  await answer(page).getByLabel('Invoice or order number').fill('INV-CARD')
  await answer(page).getByLabel('Amount in dollars').fill('84.20')
  await answer(page).getByLabel('Was sales tax charged?').selectOption('No')
  await answer(page).getByRole('button', { name: 'Save' }).click()
  await expect(answer(page)).toContainText(/Receipt [0-9A-Z]{4}-[0-9A-Z]{3}/)
  await expectSoundLook(page)

  // Not one of ten digits after the first six is in the page, its address or a request.
  const rest = number.replaceAll(' ', '').slice(6)
  expect(await page.content()).not.toContain(rest.slice(0, 5))
  expect(sent.filter((one) => /4614|1238|5067/.test(one))).toEqual([])
  const saved = sent.filter((one) => one.includes('/api/counter'))
  expect(saved, 'the receipt, with the kind of card alone').toHaveLength(1)
  expect(saved[0]).toContain('"card":{"program":"smartpay","line":"purchase","billing":"central"}')

  await page.getByRole('button', { name: 'Check another card' }).click()
  await expect(digits(page)).toHaveValue('')
  await digits(page).pressSequentially('4111')
  await expect(page.getByText('GSA SmartPay card')).toBeHidden()
  await digits(page).pressSequentially('11')
  await expect(page.getByText('This isn’t a GSA SmartPay card. Ask for a certificate.')).toBeVisible()
  await expectSoundLook(page)

  // Settled by the digits alone; the kind of purchase decides for a split account.
  await digits(page).fill('')
  await digits(page).pressSequentially('461515')
  await expect(answer(page)).toContainText('Charge sales tax.')
  await page.getByLabel('What are they buying?').selectOption('Rooms')
  await expect(answer(page)).toContainText('Don’t charge sales tax.')
  expect(complaints).toEqual([])
  await context.close()
})

test('a photo is read and forgotten', async ({ browser, app }) => {
  const { page, context, complaints } = await atCounter(browser, app, 'KS')
  const read = page.waitForResponse('**/api/counter/card')
  await page.getByLabel('Photo of the card').setInputFiles(photo('travel.jpg'))
  expect(await (await read).json()).toEqual({ program: 'smartpay', line: 'travel', billing: 'individual' })
  await expect(answer(page)).toContainText('Travel card, individually billed')
  await expect(answer(page)).toContainText('Don’t charge sales tax.')
  await expect(answer(page)).toContainText('GSA lists no form for this purchase in Kansas.')
  await page.getByLabel('What are they buying?').selectOption('Rooms')
  await expect(answer(page)).toContainText('Form ST-28H')
  await expect(answer(page)).toContainText('Ask a manager')
  await expect(answer(page)).toContainText('are not exempt from transient guest tax.')
  await expectSoundLook(page)

  await page.getByLabel('Photo of the card').setInputFiles(photo('no-word.jpg'))
  await expect(page.getByText('We can’t tell the kind of card.')).toBeVisible()
  await page.getByRole('radio', { name: 'Travel' }).check()
  await expect(page.getByText('Type the first six digits to see who pays the bill.')).toBeVisible()
  await page.getByRole('radio', { name: 'Fleet' }).check()
  await expect(answer(page)).toContainText('Fleet card, centrally billed')
  await expectSoundLook(page)

  const blank = await page.evaluate(() => document.createElement('canvas').toDataURL('image/png'))
  await page.getByLabel('Photo of the card').setInputFiles({
    name: 'blank.png',
    mimeType: 'image/png',
    buffer: Buffer.from(blank.split(',')[1] ?? '', 'base64'),
  })
  await expect(page.getByRole('alert')).toContainText('We couldn’t find the card number.')
  // The browser reports the refused call by itself.
  expect(complaints.filter((one) => !one.includes('422'))).toEqual([])
  complaints.length = 0
  await context.close()
})
