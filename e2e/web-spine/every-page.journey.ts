import type { Role } from '@exempta/contract/people'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { guardedPages, linkedPages, publicPages } from './all-pages.ts'
import { asPerson } from './as-person.ts'
import { expect, test } from './site-test.ts'

async function expectSoundPage(page: Page, address: string) {
  const response = await page.goto(address)
  expect(response?.status(), address).toBe(200)
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toHaveCount(0)
  await expect(page, address).toHaveTitle(/Exempta/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow, `${address} scrolls sideways on a phone`).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}

for (const address of [...publicPages, ...linkedPages]) {
  test(`a visitor can read ${address}`, async ({ page }) => {
    await expectSoundPage(page, address)
  })
}

for (const [role, addresses] of Object.entries(guardedPages) as [Role, string[]][]) {
  test(`every page of the role ${role} is sound`, async ({ page }) => {
    test.slow()
    await asPerson(page, role)
    for (const address of addresses) await expectSoundPage(page, address)
  })
}
