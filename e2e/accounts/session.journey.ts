import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import type { JourneyApp } from '../fixtures/journey-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { registered } from './people.ts'

const minute = 60_000
const idle = 30 * minute
const tabNow = (page: Page) => page.evaluate(() => Date.now())
const activeAt = (page: Page) => page.evaluate(() => Number(localStorage.getItem('exempta.active-at')))

/** Time passes for the product and for every tab alike. */
async function pass(app: JourneyApp, context: BrowserContext, ms: number) {
  await app.advance(ms)
  await context.clock.fastForward(ms)
}

/** However long the journey took so far, the time named is reached. */
const passUntil = async (app: JourneyApp, page: Page, at: number) =>
  pass(app, page.context(), at - (await tabNow(page)))

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })

test('a session lasts while the person works in any tab, warns, and ends in all of them', async ({
  page,
  context,
  app,
  complaints,
}) => {
  await context.clock.install()
  await page.goto('/login')
  await registered(page)
  const registeredAt = await tabNow(page)
  await page.goto('/user/documents')
  const other = await context.newPage()
  const tabs = [page, other]
  await other.goto('/user/profile')
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()

  await pass(app, context, 15 * minute)
  const cameBackAt = await tabNow(page)
  // The next tick may come at any moment after the click.
  const renewal = context.waitForEvent('response', (response) => response.url().endsWith('/session/renew'))
  // What looks for signs of life is loaded after the page itself.
  await expect(async () => {
    await page.getByRole('heading', { level: 1 }).click()
    expect(await activeAt(page)).toBeGreaterThanOrEqual(cameBackAt)
  }).toPass()
  const clickedAt = await tabNow(page)
  // Either tab renews the session. The other one asks the server again, which must finish before the clock moves on.
  const bothTabsRefresh = () =>
    Promise.all(tabs.map((tab) => tab.waitForResponse(/\/api\/session(\/renew)?$/)))
  const refreshed = bothTabsRefresh()
  await passUntil(app, page, registeredAt + idle - 80_000)
  expect((await renewal).status()).toBe(200)
  await refreshed
  await passUntil(app, page, registeredAt + idle + 2 * minute)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
  for (const tab of tabs) await expect(warning(tab)).toHaveCount(0)

  await passUntil(app, page, clickedAt + idle - 85_000)
  for (const tab of tabs) await expect(warning(tab)).toBeVisible()
  await expect(warning(page).getByRole('timer')).toHaveText(/^[01]:[0-5]\d$/)
  await expectAccessible(page)
  await expect(warning(page).getByRole('button', { name: 'Stay logged in' })).toBeFocused()
  const refreshedAgain = bothTabsRefresh()
  await page.keyboard.press('Enter')
  const stayedAt = await tabNow(page)
  await refreshedAgain
  for (const tab of tabs) await expect(warning(tab)).toHaveCount(0)

  await passUntil(app, page, stayedAt + idle - 85_000)
  for (const tab of tabs) await expect(warning(tab)).toBeVisible()
  await passUntil(app, page, stayedAt + idle)
  await expect(page).toHaveURL('/login?returnTo=%2Fuser%2Fdocuments')
  await expect(other).toHaveURL('/login?returnTo=%2Fuser%2Fprofile')
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible()

  // A socket that receives nothing for minutes is closed, even while it is being opened; one that opens as the session
  // ends is refused.
  const expected = /WebSocket is closed before|WebSocket connection .* HTTP Authentication failed/
  const rest = complaints.filter((line) => !expected.test(line))
  complaints.splice(0, complaints.length, ...rest)
})

test('signing out in one tab ends the other, and its session', async ({ page, context, complaints }) => {
  await registered(page)
  await page.goto('/user/documents')
  const other = await context.newPage()
  await other.goto('/user/profile')
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  await other.goto('/user/profile')
  await expect(other).toHaveURL('/login?returnTo=%2Fuser%2Fprofile')

  // What the other tab asks for at that very moment is rightly refused.
  const rest = complaints.filter((line) => !line.includes('status of 401'))
  complaints.splice(0, complaints.length, ...rest)
})
