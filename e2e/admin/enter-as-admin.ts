import { expect, type Page } from '@playwright/test'
import { logIn } from '../accounts/people.ts'
import { administrator } from '../fixtures/start-app.ts'

/** Signs in with the form and opens a page. */
export async function enterAsAdmin(page: Page, address: string): Promise<void> {
  await page.goto(`/login?returnTo=${encodeURIComponent(address)}`)
  await logIn(page, administrator)
  await expect(page).toHaveURL(address)
}
