import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expect, test } from '../fixtures/test.ts'

test('a visitor opens the home page', async ({ page }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

for (const address of ['/blog/nope', '/tutorials/nope', '/states/nope', '/help/nope', '/user/nope']) {
  test(`${address} is a not-found page with header and footer`, async ({ page, complaints }) => {
    const response = await page.goto(address)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Exempta home' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText(/All rights reserved\.$/)
    await expect(page).toHaveTitle('Page Not Found · Exempta')
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Return Home' }).click()
    await expect(page).toHaveURL('/')
    // The browser itself reports the status of the page, and of the text that it asked for.
    complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('status of 404')))
  })
}

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
