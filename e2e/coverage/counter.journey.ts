import type { Browser, Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { certificate } from '../fixtures/certificate.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

const phone = { width: 320, height: 640 }

async function atCounter(browser: Browser, app: JourneyApp) {
  const counter = await elsewhere(browser, app)
  await counter.page.setViewportSize(phone)
  await enter(counter.page, demoPerson('lakeside'), '/business/dashboard')
  const { items } = await callAs<{ items: object[] }>(counter.page, 'GET', '/api/business/locations')
  if (items.length === 0) {
    await callAs(counter.page, 'POST', '/api/business/locations', {
      name: 'Ithaca',
      state: 'NY',
      kind: 'goods',
    })
  }
  return counter
}

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })

test('three taps from the location to the color, and a revoked share turns it red at once', async ({
  page,
  browser,
  app,
}) => {
  const { page: counter, context, complaints } = await atCounter(browser, app)
  const { id: received, documentId } = await certificate(page, app, counter, 'Prairie Wind Foods')
  await counter.goto('/business/counter')

  await counter.getByLabel('Location').selectOption('Ithaca, NY')
  await counter.getByRole('searchbox').fill('prai')
  await counter.getByRole('button', { name: 'Prairie Wind Foods' }).click()
  await expect(answer(counter)).toContainText('Covered')
  await expect(answer(counter)).toContainText('Don’t charge sales tax.')
  const overflow = await counter.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'scrolls sideways at 320 px').toBeLessThanOrEqual(0)
  await expectSoundLook(counter)
  await answer(counter).getByText('Why?').click()
  await expect(answer(counter)).toContainText('Checked on')

  await answer(counter).getByLabel('Invoice or order number').fill('INV-77')
  await answer(counter).getByLabel('Amount in dollars').fill('129.50')
  await answer(counter).getByRole('button', { name: 'Save' }).click()
  await expect(answer(counter)).toContainText(/Receipt [0-9A-Z]{4}-[0-9A-Z]{3}/)

  await callAs(page, 'POST', '/api/shares/revoke', { ids: [received] })
  await expect(answer(counter)).toContainText('Charge sales tax.', { timeout: 1000 })
  await expect(answer(counter)).toContainText('The customer stopped sharing it on')
  await expectSoundLook(counter)

  // The owner sees what the business may keep, also after revoking.
  await page.goto(`/user/documents/${documentId}`)
  await expect(page.getByRole('list', { name: 'Shared With' })).toContainText(
    /Lakeside Office Goods relied on it on \w{3} \d+, \d{4} and may keep a copy until \w{3} \d+, \d{4}\./,
  )
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Lakeside Office Goods relied on Prairie Wind Foods.pdf').first()).toBeVisible()

  // The receipt still says what was true at the sale.
  await counter.goto('/business/coverage?tab=receipts')
  await counter.getByRole('searchbox').fill('inv-77')
  await counter.getByRole('button', { name: /^[0-9A-Z]{4}-[0-9A-Z]{3}$/ }).click()
  await expect(counter.getByRole('dialog')).toContainText('the answer is still the same')
  await expect(counter.getByRole('dialog')).toContainText('Covered')
  expect(complaints).toEqual([])
  await context.close()
})

test('without a network the page opens, and nothing is green', async ({ page, browser, app }) => {
  const { page: counter, context, complaints } = await atCounter(browser, app)
  await certificate(page, app, counter, 'Offline Orchard')
  await counter.goto('/business/counter')
  await counter.getByLabel('Location').selectOption('Ithaca, NY')
  await counter.getByRole('searchbox').fill('offline')
  await counter.getByRole('button', { name: 'Offline Orchard' }).click()
  await expect(answer(counter)).toContainText('Covered')
  await expect
    .poll(() =>
      counter.evaluate(async () => {
        const kept = await (await caches.open('exempta-counter')).keys()
        return kept.some(({ url }) => url.endsWith('/business/counter'))
      }),
    )
    .toBe(true)

  await context.setOffline(true)
  await expect(answer(counter)).toContainText('Ask a manager')
  await expect(answer(counter)).toContainText(/Offline\. As of \d/)
  await counter.reload()
  await expect(counter.getByRole('heading', { name: 'Counter' })).toBeVisible()
  await counter.getByRole('searchbox').fill('orchard')
  await expect(answer(counter)).toContainText('Ask a manager')
  await expect(answer(counter)).not.toContainText('Don’t charge')
  await expectSoundLook(counter)

  // Only this page: every other needs the network.
  await expect(counter.goto('/business/documents')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(false)
  await counter.goto('/business/counter')
  await counter.getByRole('searchbox').fill('offline')
  await counter.getByRole('button', { name: 'Offline Orchard' }).click()
  await expect(answer(counter)).toContainText('Don’t charge sales tax.')

  // The session has ended elsewhere: the device forgets what it kept, and knows no one when the network is gone again.
  await context.clearCookies()
  await counter.reload()
  await expect(counter).toHaveURL(/\/login/)
  await context.setOffline(true)
  await counter.goto('/business/counter')
  await counter.getByRole('searchbox').fill('orchard')
  await expect(counter.getByText('This device doesn’t know this customer.')).toBeVisible()
  complaints.length = 0
  await context.close()
})
