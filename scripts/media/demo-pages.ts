import type { Page } from '@playwright/test'
import { demoPassword } from '../../server/src/demo/people.ts'

export const slowTimeout = { timeout: 180_000 }

/** Pictures of pages come after the page itself. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
    return pictures.length > 0 && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
  }, slowTimeout)
}

export async function signIn(page: Page, email: string, address: string): Promise<void> {
  await page.goto(`/login?returnTo=${encodeURIComponent(address)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`**${address}`, slowTimeout)
}
