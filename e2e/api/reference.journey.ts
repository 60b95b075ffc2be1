import type { Session } from '@exempta/contract/accounts'
import { callAs, enter } from '../accounts/people.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { administrator, demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

const test = testWith(() => startJourneyApp(['--demo']))

test('the reference shows the business API, and a request can be tried with a key', async ({ page }) => {
  await enter(page, demoPerson('lakeside'), '/business/api')
  const { session } = await callAs<{ session: Session }>(page, 'GET', '/api/session')
  await callAs(page, 'POST', '/api/business/api-access', { purpose: 'Our order system' })
  await callAs(page, 'DELETE', '/api/session')
  await enter(page, demoPerson('admin') ?? administrator, '/admin/api-access')
  const path = `/api/admin/api-access/${session.person.business?.id}/decision`
  await callAs(page, 'POST', path, { decision: 'approve' })
  await callAs(page, 'DELETE', '/api/session')
  await enter(page, demoPerson('lakeside'), '/business/api')
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
  const answer = await page.evaluate(
    async (bearer) =>
      (await fetch('/api/v1/documents', { headers: { authorization: `Bearer ${bearer}` } })).status,
    key,
  )
  expect(answer).toBe(200)
})
