import type { Page } from '@playwright/test'
import { enter } from '../accounts/people.ts'
import { expectSoundLook, expectSoundPage } from '../fixtures/expect-sound-page.ts'
import { administrator, startApp, withAdministrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

const test = testWith(() => startApp([], withAdministrator))

const rows = (page: Page) => page.getByRole('table').getByRole('row')

test('an administrator searches the rules, filters them and exports them', async ({ page }) => {
  await enter(page, administrator, '/admin/rules')
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()
  await page.getByLabel('State', { exact: true }).selectOption('Pennsylvania')
  await page.getByRole('searchbox').fill('void unless')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('VOID UNLESS COMPLETE INFORMATION IS SUPPLIED')
  await expect(rows(page).nth(1)).toContainText('High')
  await expect(rows(page).nth(1)).toContainText('Nov 16, 2026')
  await expect(page).toHaveURL(/state=PA/)
  await expectSoundLook(page)

  const exported = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await exported).suggestedFilename()).toMatch(/^rules-\d{4}-\d\d-\d\d\.csv$/)

  await page.getByRole('searchbox').fill('no such words')
  await expect(page.getByText('No rules match.')).toBeVisible()
})

test('an administrator sees how sure the rules are about each claim in each state', async ({ page }) => {
  await enter(page, administrator, '/admin/rules')
  await page.getByRole('tab', { name: 'By claim' }).click()
  await expect(
    page.getByText(/Of 918 cells, \d+ have a rule and \d+ have a high-confidence rule/),
  ).toBeVisible()
  const table = page.getByRole('region', { name: 'Claims by state' })
  await expect(table.getByRole('row')).toHaveCount(52)
  await expectSoundLook(page)
  await table.getByRole('link', { name: 'Ohio' }).click()
  await expect(page).toHaveURL(/state=OH&topic=claim/)
  await expect(rows(page).filter({ hasText: 'Ohio' }).first()).toBeVisible()
})

test('a visitor finds a state from the footer and reads its rules with their sources', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Rules by State' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rules by state' })).toBeVisible()
  await page.getByRole('link', { name: 'New York', exact: true }).click()
  await expect(page).toHaveURL('/states/new-york')
  const lasts = page.getByRole('region', { name: 'How long it lasts' })
  await expect(lasts).toContainText('A New York blanket resale certificate has no end date.')
  await expect(lasts).toContainText('Form ST-120 (6/18)')
  await expect(page.getByRole('region', { name: 'Who is exempt' })).toContainText('New York')
  await expect(
    page.getByText('Exempta reads documents and knows published rules. It does not give legal advice.'),
  ).toBeVisible()
})

test('pages about states are sound, also without scripts', async ({ page, browser, app }) => {
  for (const address of ['/states', '/states/kansas', '/states/puerto-rico'])
    await expectSoundPage(page, address)
  await page.goto('/states/TX')
  await expect(page).toHaveURL('/states/texas')
  expect((await page.request.get('/states/atlantis')).status()).toBe(404)
  const plain = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const reader = await plain.newPage()
  await reader.goto('/states/texas')
  await expect(reader.getByText('A Texas blanket resale certificate stays in force')).toBeVisible()
  await plain.close()
})
