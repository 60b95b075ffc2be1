import { enter, logIn } from './accounts/people.ts'
import { elsewhere } from './fixtures/actors.ts'
import { expectSoundLook } from './fixtures/expect-sound-page.ts'
import { startJourneyApp } from './fixtures/journey-app.ts'
import { administrator, demoPerson } from './fixtures/start-app.ts'
import { expect, testWith } from './fixtures/test.ts'

/** What `npm start -- --demo` shows to someone who logs in as the README says. */
const test = testWith(() => startJourneyApp(['--demo']))

const sample = 'resale-certificate.pdf'

test('an administrator signs in, reads one notification, then all, and a second tab follows', async ({
  page,
  context,
}) => {
  await page.goto('/login?returnTo=%2Fadmin%2Fdashboard')
  await logIn(page, administrator)
  await expect(page).toHaveURL('/admin/dashboard')

  const other = await context.newPage()
  await other.goto('/admin/dashboard')
  await expect(other.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()

  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  const panel = page.getByRole('dialog', { name: /Notifications/ })
  await expect(panel.getByRole('listitem').first()).toContainText('Rosa Delgado registered')
  await panel.getByRole('button', { name: 'Mark as read' }).first().click()
  await expect(panel.getByText('1 unread')).toBeVisible()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel.getByText(/\d unread/)).toHaveCount(0)

  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('the five minutes of the README: from the upload to the answer at the counter', async ({
  page,
  browser,
  app,
}) => {
  await enter(page, demoPerson('user'), '/user/upload')
  await page.getByLabel('Drag and drop files here').setInputFiles(`docs/samples/${sample}`)
  await page.getByRole('button', { name: 'Process Documents' }).click()
  await page.waitForURL('**/user/documents**', { timeout: 150_000 })

  await page.getByRole('link', { name: sample }).click()
  await expect(page.getByText('Hidden: Social Security number, Date of birth')).toBeVisible()
  const read = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What we read' }) })
  await expect(read).toContainText('ST-120')
  await expect(read).toContainText('Harbor Light Community Clinic')
  await expect(read).toContainText('12-3456789')
  await read.getByRole('button', { name: 'Yes, this is right' }).click()
  await expect(read.getByRole('button', { name: 'Yes, this is right' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Share with' }).fill('lakeside')
  await dialog.getByRole('option', { name: /Lakeside Office Goods/ }).click()
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  const { page: seller, context } = await elsewhere(browser, app)
  await enter(seller, demoPerson('lakeside'), '/business/documents')
  await seller.getByRole('link', { name: sample, exact: true }).click()
  await seller.getByRole('complementary', { name: 'Review' }).getByRole('button', { name: 'Verify' }).click()
  await expect(seller.getByText(`Verified ${sample}`).first()).toBeVisible()
  await seller.goto('/business/counter')
  await seller.getByLabel('Location').selectOption('Ithaca, NY')
  await seller.getByRole('searchbox').fill('harbor')
  await seller.getByRole('button', { name: 'Harbor Light Community Clinic' }).click()
  const answer = seller.getByRole('region', { name: 'Answer' })
  await expect(answer).toContainText('Covered')
  await expect(answer).toContainText('Don’t charge sales tax.')
  await context.close()
})

test('the demo’s certificate is recognized and read, and filled in for another seller', async ({
  page,
  browser,
  app,
}) => {
  // In a demo, the blank form is added by a job. Journeys start without its jobs.
  const { page: admin, context } = await elsewhere(browser, app)
  await enter(admin, administrator, '/admin/forms')
  await admin
    .getByLabel('Blank form', { exact: true })
    .setInputFiles('server/src/demo/files/blank-st-120.pdf')
  await expect(admin.getByRole('dialog', { name: 'ST-120, Resale Certificate' })).toBeVisible({
    timeout: 120_000,
  })
  await context.close()

  await enter(page, demoPerson('user'), '/user/documents')
  const name = 'Resale certificate for Maple Street.pdf'
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Processed', { timeout: 120_000 })
  await row.getByRole('link', { name }).click()
  const read = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What we read' }) })
  await expect(read).toContainText('New York ST-120, Resale Certificate')
  await expect(read).toContainText('Harbor Light Community Clinic')
  await expect(read).toContainText('Maple Street Supply')
  await read.getByRole('button', { name: 'Yes, this is right' }).click()
  await expect(read).toContainText('Confirmed.')
  // What its owner confirmed is what the page says.
  for (const word of ['Added', 'Changed']) await expect(read).not.toContainText(word)

  await page.goto('/user/wallet')
  await expect(
    page.getByRole('row').filter({ hasText: 'only for purchases from Maple Street Supply' }),
  ).toContainText('Form ST-120 · New York')
  await page.getByRole('link', { name: `Fill in ${name} for another seller` }).click()
  await page.getByLabel('Add a seller').fill('Lakeside')
  await page.getByRole('option', { name: /Lakeside Office Goods/ }).click()
  await page.getByLabel('Address of seller 1').fill('9 Shore Road, Ithaca NY 14850')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Purchaser’s address').fill('12 Elm Street, Troy NY 12180')
  await page.getByLabel('Type of business').fill('Clinic shop')
  await page.getByLabel('Printed name').fill('Rosa Delgado, Purchasing coordinator')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByLabel('Type your name to sign').fill('Rosa Delgado')
  await page.getByLabel('I looked at every page, and what it says is true.').check()
  await page.getByRole('button', { name: 'Create certificate' }).click()
  await expect(page.getByRole('button', { name: 'Yes, this is right' })).toBeVisible({ timeout: 150_000 })
  await expect(read.last()).toContainText('Lakeside Office Goods')
})

test('every page says that this is a demo, with and without scripts', async ({
  page,
  browser,
  app,
  complaints,
}) => {
  const mark = page.getByRole('complementary', { name: 'Demo' })
  const visit = async (address: string) => {
    await page.goto(address)
    await expect(mark, address).toContainText('This is a demo.')
  }
  // Prerendered, from the shell, for people with a link and no account, and one that there isn't.
  for (const address of ['/', '/login', '/states/texas', '/no-such-page']) await visit(address)
  for (const address of ['/s/none', '/r/none', '/audit/none', '/api/docs']) await visit(address)
  // Browsers report pages that there aren't, and the library of the API reference tries whether it may evaluate code.
  complaints.length = 0
  await page.goto('/login')
  await expectSoundLook(page)
  const areas = [
    [demoPerson('user'), '/user/dashboard'],
    [demoPerson('business'), '/business/dashboard'],
    [administrator, '/admin/dashboard'],
  ] as const
  for (const [person, address] of areas) {
    // No page of the one before may still ask for something without its session.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await enter(page, person, address)
    await visit(address)
  }

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url })
  const still = await context.newPage()
  await still.goto('/help')
  await expect(still.getByRole('complementary', { name: 'Demo' })).toBeVisible()
  await context.close()
})
