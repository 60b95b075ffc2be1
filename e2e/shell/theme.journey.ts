import { expect, siteTest as test } from '../fixtures/test.ts'
import { expectComplaint } from './as-person.ts'

const light = 'rgb(246, 248, 251)'
const dark = 'rgb(9, 23, 40)'

test('the theme follows the system until one is chosen, and the choice is kept', async ({ page }) => {
  const expectBackground = (colour: string) =>
    expect(page.locator('html')).toHaveCSS('background-color', colour)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expectBackground(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectBackground(light)

  await page.getByRole('button', { name: 'Switch between light and dark theme' }).click()
  await expectBackground(dark)
  await page.reload()
  await expectBackground(dark)

  await page.getByRole('radio', { name: 'System' }).check({ force: true })
  await expectBackground(light)
})

test('a chosen theme is there before the first paint', async ({ page, complaints }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('exempta.theme', 'dark'))
  // Without the app's own code only the inline script can have set it.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.waitForLoadState()
  expectComplaint(complaints, 'ERR_FAILED')
})

test('nothing moves when motion is unwanted', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.getByRole('img', { name: /^A tax-exemption certificate/ })).toBeVisible()
  const moving = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
  )
  expect(moving).toBe(0)
})
