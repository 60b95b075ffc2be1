import { version } from '@exempta/contract/version'
import type { Page } from '@playwright/test'
import { callAs, enter, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { administrator, startApp, withAdministrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

/** Changes settings and has no mail server configured. */
const test = testWith(() => startApp([], withAdministrator))

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const rows = (page: Page) => page.getByRole('table').getByRole('row')

test('settings are validated and saved together, and an administrator with outdated values gets a conflict', async ({
  page,
  complaints,
}) => {
  await enter(page, administrator, '/admin/settings')
  const times = section(page, 'Session times')
  const minutes = times.getByLabel('Minutes without activity')
  await expect(minutes).toHaveValue('30')
  await expectSoundLook(page)

  await minutes.fill('2')
  const save = page.getByRole('main').locator('form').getByRole('button', { name: 'Save Changes' }).first()
  await save.click()
  await expect(times.getByText('Please enter a whole number from 5 to 1440').first()).toBeVisible()
  await minutes.fill('45')
  await save.click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(times.getByText('Last changed')).toBeVisible()

  const support = section(page, 'Support')
  const hours = support.getByLabel('Hours')
  await support.getByLabel('Support address').fill('help@exempta.example')
  await callAs(page, 'PATCH', '/api/admin/settings', {
    changes: { 'support.hours': 'Always' },
    seen: { 'support.hours': await hours.inputValue() },
  })
  await hours.fill('Never')
  await save.click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else just changed this.' })
  await expect(conflict).toBeVisible()
  expectComplaint(complaints, 'status of 409')
  await expect(support.getByLabel('Support address')).toHaveValue('help@exempta.example')
  await conflict.getByRole('button', { name: 'Show current settings' }).click()
  await expect(hours).toHaveValue('Always')
  await expect(support.getByLabel('Support address')).toHaveValue('')

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'About page' }).click()
  const about = section(page, 'About page')
  await expect(about).toBeInViewport()
  await about.getByLabel('Users', { exact: true }).fill('42')
  await about.getByLabel('Show live figures').check()
  await save.click()
  await expect(about.getByText('Last changed')).toBeVisible()
  const publicSettings = await callAs<{ about: { users: string } }>(page, 'GET', '/api/settings')
  expect(publicSettings.about.users).toBe('1')

  const networks = section(page, 'IP access')
  await networks.getByRole('textbox').fill('192.0.2.0/24')
  await networks.getByRole('button', { name: 'Add', exact: true }).click()
  await networks.getByRole('button', { name: 'Save Changes' }).click()
  await expect(networks.getByRole('alert')).toContainText('would lock you out')
  expectComplaint(complaints, 'status of 409')

  await page.reload()
  await expect(minutes).toHaveValue('45')
  await expect(about.getByLabel('Show live figures')).toBeChecked()
})

test('links in kept emails open after a confirmation, and the person sees that they were opened', async ({
  page,
  browser,
  app,
  complaints,
}) => {
  const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
  const { email } = await registered(visitor)

  await enter(page, administrator, '/admin/mail')
  await expect(page.getByText('No mail server is configured.')).toBeVisible()
  await page.getByRole('searchbox').fill(email)
  await expect(page).toHaveURL(/q=person-/)
  await expect(rows(page)).toHaveCount(2)
  await expectSoundLook(page)
  await page.getByLabel('Status').selectOption('Sent')
  await expect(page.getByText('No emails found.')).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('button', { name: `Open the email to ${email}` }).click()
  const emailDialog = page.getByRole('dialog')
  await expect(emailDialog.getByText('We record that you read this email.')).toBeVisible()
  await emailDialog.getByRole('button', { name: 'Show text' }).click()
  await expect(emailDialog.getByText('[hidden]')).toBeVisible()
  await expect(emailDialog.getByText('#token=')).toHaveCount(0)
  await emailDialog.getByRole('button', { name: 'Show links and codes' }).click()
  const confirm = emailDialog.getByRole('button', { name: 'Show links and codes' })
  await expect(emailDialog.getByLabel('Your password')).toBeFocused()
  await emailDialog.getByLabel('Your password').fill('not my password')
  await confirm.click()
  await expect(emailDialog.getByText('The password you entered is incorrect.')).toBeVisible()
  expectComplaint(complaints, 'status of 403')
  await expectSoundLook(page)
  await emailDialog.getByLabel('Your password').fill(administrator.password)
  await confirm.click()
  await expect(emailDialog.getByText('/verify-email#token=')).toBeVisible()
  await expect(emailDialog.getByText(`Give its link or code only to ${email}.`)).toBeVisible()
  await expect(emailDialog.getByRole('button', { name: 'Copy link' })).toBeFocused()
  await expectSoundLook(page)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(rows(page).nth(1)).toContainText('Opened the links and codes in an email')
  await expect(rows(page).nth(2)).toContainText('Wrong password or code entered to confirm')
  await expect(rows(page).nth(3)).toContainText('Read an email')

  await visitor.goto('/user/profile')
  await expect(visitor.getByRole('list', { name: 'Recent activity' })).toContainText(
    'An administrator opened an email sent to you',
  )
  await visitor.getByRole('button', { name: /^Notifications/ }).click()
  await expect(visitor.getByText('contains a link or code meant only for you')).toBeVisible()
  await visitor.context().close()
})

test('the audit log is searched, narrowed, exported and verified', async ({ page, browser, app }) => {
  const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
  await registered(visitor)
  await visitor.context().close()
  await enter(page, administrator, '/admin/audit')
  await expect(rows(page).nth(1)).toContainText('Logged in')
  await expect(rows(page).nth(1)).toContainText(administrator.email)
  await expect(rows(page).nth(1)).toContainText(/127\.0\.0\.1|::1/)
  await expectSoundLook(page)

  await callAs(page, 'PATCH', '/api/admin/settings', {
    changes: { 'quota.documents': 77, 'quota.megabytes': 777 },
    seen: { 'quota.documents': 10_000, 'quota.megabytes': 10_240 },
  })
  await page.getByLabel('Action', { exact: true }).selectOption('Changed a setting')
  await expect(page).toHaveURL(/action=setting\.update/)
  await expect(rows(page).filter({ hasText: 'quota.documents' })).toHaveCount(1)
  await rows(page)
    .filter({ hasText: 'quota.documents' })
    .getByRole('button', { name: 'Changed a setting' })
    .click()
  const entry = page.getByRole('dialog')
  await expect(entry.getByText('setting.update')).toBeVisible()
  await expect(entry.getByText('77', { exact: true })).toBeVisible()
  await expectSoundLook(page)
  await page.keyboard.press('Escape')

  await rows(page)
    .filter({ hasText: 'quota.documents' })
    .getByRole('button', { name: 'Only this Setting' })
    .click()
  await expect(rows(page)).toHaveCount(2)
  const exported = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await exported).suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByRole('button', { name: 'Remove filter: Object quota.documents' }).click()
  await expect(rows(page)).not.toHaveCount(2)

  await page.getByRole('searchbox').fill('lakeside.example')
  await page.getByLabel('Action', { exact: true }).selectOption('All Actions')
  await expect(rows(page).nth(1)).toContainText('Amelia Ortiz')
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await expect(page.getByText('No entries found.')).toBeVisible()
  await expect(page).toHaveURL(/from=2020-01-01.*to=2020-01-31/)

  await page.getByRole('button', { name: 'Verify chain' }).click()
  await expect(page.getByText('Intact', { exact: true })).toBeVisible()
  await expect(page.getByText(/\d+ rows? intact\./)).toBeVisible()
})

test('health shows figures that stay fresh, what is wrong in words, and failed jobs to decide on', async ({
  page,
}) => {
  await enter(page, administrator, '/admin/health')
  await expect(section(page, 'Database').getByText('PostgreSQL server')).toBeVisible()
  await expect(section(page, 'Database').getByText(/^\d{4}-[a-z-]+$/)).toBeVisible()
  await expect(section(page, 'File store').getByText('Yes')).toBeVisible()
  await expect(section(page, 'This server').getByText(version)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(`Version ${version}`)
  await expect(page.getByText('No failed jobs.')).toBeVisible()
  await expectSoundLook(page)

  // No journey can make a job fail for good, nor a disk fill up: the answers are changed on their way.
  const failed = { id: '0197a1b2-4c5d-4000-8000-000000000001', job: 'send-mail', attempts: 41 }
  let isThere = true
  const asked: string[] = []
  await page.route('**/api/admin/health', async (route) => {
    const response = await route.fetch()
    const health = await response.json()
    const storage = {
      ...health.storage,
      state: 'bad',
      problems: ['The disk is nearly full.'],
      freeBytes: 1024,
    }
    const queue = { ...health.queue, failed: isThere ? 1 : 0 }
    await route.fulfill({ json: { ...health, storage, queue } })
  })
  await page.route('**/api/admin/failed-jobs**', async (route) => {
    const { method, url } = { method: route.request().method(), url: route.request().url() }
    if (method === 'GET') {
      const items = isThere ? [{ ...failed, reason: 'TypeError', failedAt: new Date().toISOString() }] : []
      return route.fulfill({ json: { items, nextCursor: null } })
    }
    asked.push(`${method} ${new URL(url).pathname.replace(failed.id, ':id')}`)
    if (method === 'DELETE') isThere = false
    return route.fulfill({ status: 204 })
  })
  await expect(page.getByText('Something is broken. See the cards below.')).toBeVisible()
  await expect(section(page, 'File store').getByText('The disk is nearly full.')).toBeVisible()
  await expect(section(page, 'File store').getByText('Broken', { exact: true })).toBeVisible()
  await expectSoundLook(page)

  await page.getByRole('button', { name: 'Retry send-mail' }).click()
  await expect(page.getByText('We’re retrying send-mail.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard send-mail' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('No failed jobs.')).toBeVisible()
  expect(asked).toEqual(['POST /api/admin/failed-jobs/:id/retry', 'DELETE /api/admin/failed-jobs/:id'])
  await page.unrouteAll({ behavior: 'wait' })
})
