import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '@exempta/contract/accounts'
import type { WebhookEvent } from '@exempta/contract/api/webhooks'
import type { Document } from '@exempta/contract/documents'
import type { Browser, Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { type App, demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

/** With the demo, and webhooks that may reach this machine. */
const test = testWith(() => startJourneyApp(['--demo'], { WEBHOOK_ALLOW_PRIVATE: 'true' }))

async function elsewhere(browser: Browser, { url }: App, name: string, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await enter(page, demoPerson(name), address)
  return page
}

async function startEndpoint() {
  const received: WebhookEvent[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(JSON.parse(body) as WebhookEvent)
    response.end('Thank you')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/exempta`, stop: () => server.close() }
}

test('a manager adds a webhook, sees its deliveries, and sends one again', async ({ page, browser, app }) => {
  const endpoint = await startEndpoint()
  await enter(page, demoPerson('lakeside'), '/business/webhooks')
  const { session } = await callAs<{ session: Session }>(page, 'GET', '/api/session')
  const businessId = session.person.business?.id ?? ''
  await expect(page.getByText('Your business doesn’t have API access.')).toBeVisible()
  await callAs(page, 'POST', '/api/business/api-access', { purpose: 'Our order system' })
  const admin = await elsewhere(browser, app, 'admin', '/admin/dashboard')
  await callAs(admin, 'POST', `/api/admin/api-access/${businessId}/decision`, { decision: 'approve' })
  await page.reload()

  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Add Webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Endpoint URL').fill('order system')
  await dialog.getByRole('button', { name: 'Add Webhook' }).click()
  await expect(dialog.getByText('Please enter a web address').first()).toBeVisible()
  await dialog.getByLabel('Endpoint URL').fill(endpoint.url)
  await dialog.getByLabel('Description').fill('Order system')
  await dialog.getByLabel('A document was verified').uncheck()
  await dialog.getByRole('button', { name: 'Add Webhook' }).click()
  await expect(dialog.getByText(/^whsec_[\w-]{43}$/)).toBeVisible()
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/whsec_/)).toHaveCount(0)

  const user = await elsewhere(browser, app, 'user', '/user/documents')
  const { items } = await callAs<{ items: Document[] }>(user, 'GET', '/api/documents')
  const shared = items.find(({ status }) => status === 'processed')
  await callAs(user, 'POST', '/api/shares', { documentIds: [shared?.id], businessIds: [businessId] })

  await page.getByRole('link', { name: `Open ${endpoint.url}` }).click()
  const deliveries = page.getByRole('row').filter({ hasText: 'document.received' })
  // Exactly that word: a delivery that is sent again says "Redelivered" while it still waits.
  const delivered = deliveries.filter({ has: page.getByText('Delivered', { exact: true }) })
  await expect(delivered).toHaveCount(1, { timeout: 60_000 })
  expect(endpoint.received).toMatchObject([{ type: 'document.received', data: { documentId: shared?.id } }])
  await expectSoundLook(page)

  await deliveries.getByRole('button', { name: /^document\.received/ }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('Accepted (200)')).toBeVisible()
  await expect(details.getByText('Thank you')).toBeVisible()
  await expectSoundLook(page)
  await details.getByRole('button', { name: 'Redeliver' }).click()
  await expect(delivered).toHaveCount(2, { timeout: 60_000 })
  expect(endpoint.received.map(({ id }) => id)).toEqual(Array(2).fill(endpoint.received[0]?.id))

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('The test event was accepted.')).toBeVisible()
  expect(endpoint.received.at(-1)).toMatchObject({ type: 'webhook.test' })
  await expectSoundLook(page)

  await page.getByRole('button', { name: 'New Secret' }).click()
  await page.getByRole('button', { name: 'Create New Secret' }).click()
  await expect(page.getByRole('dialog').getByText(/^whsec_/)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Old secret valid until')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page).toHaveURL('/business/webhooks')
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  endpoint.stop()
})
