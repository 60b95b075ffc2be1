import type { Session } from '@exempta/contract/accounts'
import { callAs, enter } from '../accounts/people.ts'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

const test = testWith(() => startJourneyApp(['--demo']))

test('the reference shows the business API, and a request can be tried with a key', async ({
  page,
  browser,
  app,
  complaints,
}) => {
  await enter(page, demoPerson('lakeside'), '/business/api')
  const { session } = await callAs<{ session: Session }>(page, 'GET', '/api/session')
  await callAs(page, 'POST', '/api/business/api-access', { purpose: 'Our order system' })
  const context = await browser.newContext({ baseURL: app.url })
  const admin = await context.newPage()
  await callAs(admin, 'POST', '/api/session', demoPerson('admin'))
  const path = `/api/admin/api-access/${session.person.business?.id}/decision`
  await callAs(admin, 'POST', path, { decision: 'approve' })
  await context.close()
  const { key } = await callAs<{ key: string }>(page, 'POST', '/api/business/api-keys', {
    name: 'Orders',
    scopes: ['read'],
    expiresInDays: null,
    ranges: [],
  })

  await page.goto('/api/docs/')
  await expect(page.getByRole('heading', { name: 'Exempta Business API' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('List received documents').first()).toBeVisible()
  await expect(page.getByText('/api/session', { exact: true })).toHaveCount(0)
  // In the font of the product, and accessible in both themes.
  const fontOf = () =>
    page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`))
  await expect.poll(fontOf).toContain('Inter Variable loaded')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: /Token/ }).first().fill(key)
  await page.getByRole('link', { name: /^List received documents/ }).click()
  await page
    .getByRole('button', { name: /^Test Request.*\/api\/v1\/documents\)?$/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Send get request/ }).click()
  await expect(page.getByRole('dialog').getByText('200', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('nextCursor')
  // The library asks whether it may compile code, and goes on without.
  expectComplaint(complaints, 'CSP: script-src eval')
})
