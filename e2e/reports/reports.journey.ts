import { readFile } from 'node:fs/promises'
import type { ReportTemplate } from '@exempta/contract/reports'
import type { Download, Page } from '@playwright/test'
import { callAs, enter, logIn, type NewAccount, newPerson, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

const test = testWith(() => startJourneyApp())

let prepared: NewAccount | undefined

/** An administrator on the page of reports. The first one to come registers two users and a business to report on. */
async function enterReports(page: Page): Promise<NewAccount> {
  if (!prepared) {
    const business = newPerson('business')
    for (const account of [newPerson(), newPerson(), business]) {
      await registered(page, account)
      await callAs(page, 'DELETE', '/api/session')
    }
    prepared = business
  }
  await enter(page, administrator, '/admin/reports')
  return prepared
}

async function exported(page: Page, choice: string): Promise<{ name: string; lines: string[] }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await page.getByRole('menuitem', { name: choice }).click()
  const file: Download = await download
  const text = await readFile(await file.path(), 'utf8')
  return { name: file.suggestedFilename(), lines: text.replace('\uFEFF', '').trimEnd().split('\r\n') }
}

const report = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const builder = (page: Page) =>
  page.locator('form').filter({ has: page.getByRole('button', { name: 'Run Report' }) })
const run = (page: Page) => builder(page).getByRole('button', { name: 'Run Report' }).click()

/** An administrator with the report of people by role. */
async function peopleByRole(page: Page) {
  await enterReports(page)
  await page.getByRole('link', { name: 'Users Report' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('heading', { name: 'Configure Report' })).toBeVisible()
  await builder(page).getByLabel('Report Name').fill('People by role')
  await builder(page).getByLabel('Group by').selectOption('Role')
  await builder(page).getByLabel('Aggregation 1: name').fill('People')
  await run(page)
  const groups = page.getByRole('table', { name: 'People by role', exact: true }).getByRole('row')
  await expect(groups).toHaveCount(4)
  return groups
}

/** The same, saved as a template. */
async function savedTemplate(page: Page, name: string) {
  await peopleByRole(page)
  await page.getByRole('button', { name: 'Save Template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Template Name').fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Report template saved successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\?template=/)
  return { dialog, saved: page.getByRole('list', { name: 'Saved Templates' }) }
}

test('an administrator reads a prepared report, sorts it and narrows it', async ({ page }) => {
  await enterReports(page)
  const rows = page.getByRole('table', { name: 'Users Report' }).getByRole('row')
  await expect(report(page, 'Documents Report').getByText('No data available')).toBeVisible()
  await expect(
    page.getByText(/^Generated .+ in [\d,]+ ms\. Days and times are in America\/New York\.$/),
  ).toBeVisible()
  await expectSoundLook(page)

  await page.getByRole('link', { name: 'Users Report' }).click()
  await expect(rows).toHaveCount(5)
  await rows.first().getByRole('button', { name: 'Name' }).click()
  await expect(rows.nth(1)).toContainText('Administrator')
  await expectSoundLook(page)

  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = builder(page)
  await panel.getByRole('group', { name: 'Role' }).getByRole('checkbox', { name: 'User' }).check()
  await run(page)
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('Total').locator('..').locator('..')).toContainText('2')
  await panel.getByRole('button', { name: 'No columns' }).click()
  await run(page)
  await expect(panel.getByText('Please choose at least one column')).toBeVisible()
})

test('an administrator groups people by role, draws them and exports the rows', async ({ page }) => {
  const groups = await peopleByRole(page)
  await expect(groups.nth(1)).toContainText('2')
  const figures = page.getByRole('region', { name: 'People by role, figures' })
  await expect(figures).toBeHidden()
  await page.getByText('Show figures').click()
  await expect(figures.getByRole('row')).toHaveCount(4)
  await page.getByText('Show figures').click()
  await page.getByLabel('Chart type: People by role').selectOption('Bars')
  await expectSoundLook(page)

  const screen = await exported(page, 'Rows on screen')
  expect(screen.name).toMatch(/^People by role \d{4}-\d\d-\d\d\.csv$/)
  expect(screen.lines.sort()).toEqual(['"Role","People"', '"admin",1', '"business",1', '"user",2'])
  expect(await exported(page, 'All rows')).toMatchObject({ name: screen.name })
  await page.reload()
  await expect(groups).toHaveCount(4)
})

test('Save Template saves what the panel shows, and columns say why they are off while grouped', async ({
  page,
}) => {
  await peopleByRole(page)
  const panel = builder(page)
  await expect(panel.getByRole('checkbox', { name: 'Email' })).toBeDisabled()
  await expect(panel.getByText('Remove the groups to choose columns.')).toBeVisible()
  // Chosen, but not run yet.
  await panel.getByLabel('Group by').selectOption('Status')
  await page.getByRole('button', { name: 'Save Template' }).click()
  await page.getByRole('dialog').getByLabel('Template Name').fill('Not run yet')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Report template saved successfully!')).toBeVisible()
  const { items } = await callAs<{ items: ReportTemplate[] }>(page, 'GET', '/api/reports/templates')
  const saved = items.find(({ name }) => name === 'Not run yet')
  expect(saved?.settings.groupBy).toEqual([{ field: 'status' }])
  await expect(page.getByRole('table', { name: 'Not run yet', exact: true })).toContainText('Active')
  await callAs(page, 'DELETE', `/api/reports/templates/${saved?.id}`)
})

test('a template draws its charts the way they were when it was saved', async ({ page }) => {
  await enterReports(page)
  await page.getByRole('link', { name: 'Users Report' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await builder(page).getByLabel('Report Name').fill('Drawn')
  await builder(page).getByLabel('Group by').selectOption('Role')
  await builder(page).getByLabel('Aggregation 1: name').fill('People')
  await builder(page).getByRole('button', { name: 'Add aggregation' }).click()
  await builder(page).getByLabel('Aggregation 2: name').fill('Again')
  await run(page)
  const value = page.getByLabel('Value to chart')
  const kind = page.getByLabel(/^Chart type: /)
  await value.selectOption('Again')
  // Not run yet; choosing a chart doesn’t take it away.
  await builder(page).getByLabel('Report Name').fill('Drawn twice')
  await kind.selectOption('Bars')
  await expect(builder(page).getByLabel('Report Name')).toHaveValue('Drawn twice')
  await page.getByRole('button', { name: 'Save Template' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\?template=[\w-]+$/)
  await page.reload()
  await expect(report(page, 'Drawn twice')).toBeVisible()
  await expect(kind).toHaveValue('bar')
  await expect(value).toHaveValue('1')
  const { items } = await callAs<{ items: ReportTemplate[] }>(page, 'GET', '/api/reports/templates')
  const saved = items.find(({ name }) => name === 'Drawn twice')
  await callAs(page, 'DELETE', `/api/reports/templates/${saved?.id}`)
})

test('an administrator builds a report from related data', async ({ page }) => {
  const { email } = await enterReports(page)
  await expect(page.getByRole('heading', { name: 'Report Templates' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Business Report' })).toBeVisible()
  await page.getByRole('button', { name: 'New Report' }).click()
  await expect(page.getByText('Choose a type and at least one column, then run the report.')).toBeVisible()
  const panel = builder(page)
  await panel.getByLabel('Report Type').selectOption('Users')
  await expect(panel.getByLabel('Report Name')).toHaveValue('Users Report')
  await panel.getByLabel('Report Type').selectOption('Business Users')
  await panel.getByRole('checkbox', { name: 'Business', exact: true }).check()
  await panel.getByRole('checkbox', { name: 'Business: Name' }).check()
  await panel.getByLabel('Verification').selectOption('Unverified')
  await run(page)
  await expect(
    page.getByRole('table', { name: 'Business Users Report' }).getByRole('row').nth(1),
  ).toContainText(email)
  await expectSoundLook(page)
})

test('of two people who change a template at the same time, the later one gets a conflict', async ({
  page,
  complaints,
}) => {
  const { dialog, saved } = await savedTemplate(page, 'Contested')
  await expect(saved.getByRole('link', { name: 'Contested' })).toHaveAttribute('aria-current', 'true')
  const { items } = await callAs<{ items: ReportTemplate[] }>(page, 'GET', '/api/reports/templates')
  const template = items.find((each) => each.name === 'Contested') as ReportTemplate
  const { id, name, description, type, settings, version } = template
  await page.getByRole('button', { name: 'Save Template' }).click()
  const change = { name, description, type, settings, version }
  // Keeps the page from learning of it in time.
  await page.route('**/api/reports/templates', (route) => route.fulfill({ json: { items } }))
  await callAs(page, 'PUT', `/api/reports/templates/${id}`, change)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else just changed this')
  expectComplaint(complaints, 'status of 409')
  await page.unroute('**/api/reports/templates')
  await callAs(page, 'DELETE', `/api/reports/templates/${id}`)
})

test('a template is emailed weekly, opens from its link after login, and is deleted', async ({ page }) => {
  const { saved } = await savedTemplate(page, 'Our people')
  const address = page.url()
  await page.getByRole('button', { name: 'Options for Our people' }).click()
  await page.getByRole('menuitem', { name: 'Email on a schedule' }).click()
  const dialog = page.getByRole('dialog')
  const everyone = dialog.getByRole('group', { name: /^Recipients/ }).getByRole('checkbox')
  await expect(everyone.and(page.locator(':checked'))).toHaveCount(1)
  await dialog.getByLabel('Time', { exact: true }).selectOption('7:00 AM')
  await dialog.getByLabel('Time zone').selectOption('America/Los Angeles')
  const own = everyone.and(page.locator(':checked'))
  await own.uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please choose at least one recipient')).toBeVisible()
  await everyone.first().check()
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(
    saved.getByText(/^Emailed weekly to .+, next .+ at 7:00 AM \(America\/Los Angeles\)$/),
  ).toBeVisible()

  await callAs(page, 'DELETE', '/api/session')
  await page.goto(address)
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, administrator)
  await expect(page).toHaveURL(address)
  await expect(report(page, 'Our people')).toBeVisible()

  await page.getByRole('button', { name: 'Options for Our people' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this report template?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted Our people.')).toBeVisible()
  await expect(saved).toHaveCount(0)
  await expect(report(page, 'Documents Report')).toBeVisible()
})
