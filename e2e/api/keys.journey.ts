import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { enter } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { type App, demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

const test = testWith(() => startJourneyApp(['--demo']))

async function asAdministrator(browser: Browser, { url }: App): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await enter(page, demoPerson('admin'), '/admin/api-access')
  return page
}

/** The first command of the quick start, as it is written there. */
async function firstCommand(): Promise<string> {
  const page = await readFile(new URL('../../web/content/pages/developers.md', import.meta.url), 'utf8')
  return /```bash\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
}

test('a manager requests API access, an administrator approves it, and a key lists documents', async ({
  page,
  browser,
  app,
}) => {
  await enter(page, demoPerson('lakeside'), '/business/profile')
  await page.getByRole('tab', { name: 'Access' }).click()
  await expect(page.getByRole('heading', { name: 'API Access' })).toBeVisible()
  await page.getByRole('button', { name: 'Request API Access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await expect(dialog.getByText('Please tell us what you need it for').first()).toBeVisible()
  await expectSoundLook(page)
  await dialog.getByLabel('What will you use it for?').fill('Our order system reads certificates')
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await expect(page.getByText('Our administrators are reviewing your request.')).toBeVisible()

  const admin = await asAdministrator(browser, app)
  await expect(admin.getByText('Our order system reads certificates')).toBeVisible()
  await expectSoundLook(admin)
  await admin.getByRole('button', { name: /^Decide/ }).click()
  await expectSoundLook(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByRole('row').filter({ hasText: 'Approved' })).toHaveCount(1)

  // The page of the manager learns of it by itself.
  await page.getByRole('link', { name: 'Manage API Keys' }).click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await dialog.getByLabel('Name').fill('Order system')
  await dialog.getByLabel('Review').check()
  await dialog.getByLabel('Allowed networks').fill('somewhere')
  await dialog.getByRole('button', { name: 'Create Key' }).click()
  await expect(dialog.getByText('Please enter one address or range per line').first()).toBeVisible()
  await expectSoundLook(page)
  await dialog.getByLabel('Allowed networks').fill('127.0.0.0/8\n::1')
  await dialog.getByRole('button', { name: 'Create Key' }).click()
  const key = (await dialog.getByText(/^exk_[\w-]{43}$/).textContent()) ?? ''
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Order system' })
  await expect(row).toContainText(key.slice(0, 10))
  await expect(row).toContainText('Read, Review')
  await expect(page.getByText(key)).toHaveCount(0)

  const env = { PATH: process.env.PATH, EXEMPTA_URL: app.url, EXEMPTA_KEY: key }
  const curl = async () => promisify(execFile)('bash', ['-c', await firstCommand()], { env })
  const answer = JSON.parse((await curl()).stdout) as { verdict: string }
  expect(answer.verdict).toBe('not-covered')
  await page.reload()
  await expect(row.getByText('Never')).toHaveCount(0)

  await page.getByRole('button', { name: 'Revoke Order system' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('Revoked')
  await expect(curl()).rejects.toThrow()
})
