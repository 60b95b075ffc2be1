import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expect, test } from '../fixtures/test.ts'

test('a visitor opens the home page', async ({ page }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('a visitor who follows a wrong link sees a not-found page and can go home', async ({
  page,
  complaints,
}) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found/i)
  await expectAccessible(page)

  await page.getByRole('link', { name: /home/i }).first().click()
  await expect(page).toHaveURL('/')

  // The browser itself reports the status of the page.
  const report = complaints.findIndex((line) => line.includes('status of 404'))
  if (report >= 0) complaints.splice(report, 1)
})
