import type { SingleSignOn } from '@exempta/contract/single-sign-on'
import type { Browser, Page } from '@playwright/test'
import { callAs, logIn, type NewAccount, newPerson, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'
import { startCompany } from './company.ts'

/** With a provider on this machine. */
const test = testWith(() => startJourneyApp([], { WEBHOOK_ALLOW_PRIVATE: 'true' }))

const ana = {
  sub: 'ana',
  email: 'ana@lakeside.example',
  email_verified: true,
  name: 'Ana Silva',
  groups: ['staff'],
}

let company: Awaited<ReturnType<typeof startCompany>>
test.beforeAll(async () => {
  company = await startCompany()
  await company.employ(ana)
})
test.afterAll(() => company.stop())

async function elsewhere(browser: Browser, { url }: JourneyApp): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  return context.newPage()
}

/** A manager whose address is confirmed, on the page with the settings. */
async function openSettings(page: Page, app: JourneyApp): Promise<NewAccount> {
  const manager = await registered(page, newPerson('business'))
  await page.goto(await app.emailedLink(manager.email, '/verify-email'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await page.goto('/business/profile?tab=access')
  await company.register(await callAs<SingleSignOn>(page, 'GET', '/api/business/single-sign-on'))
  return manager
}

/** From the login page through the provider, in a browser of its own. */
async function enterCompany(browser: Browser, app: JourneyApp, business: string): Promise<Page> {
  const page = await elsewhere(browser, app)
  await page.goto('/login')
  await page.getByLabel('Email').fill(ana.email)
  await page.getByRole('button', { name: `Continue with ${business}` }).click()
  return page
}

test('a business tries its company account, lets people in by it, and then only by it', async ({
  page,
  browser,
  app,
  complaints,
}) => {
  test.slow()
  const manager = await openSettings(page, app)
  const business = manager.businessName ?? ''
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Single sign-on' }) })
  await card.getByLabel('Issuer').fill(company.issuer)
  await card.getByLabel('Client ID').fill(company.clientId)
  await card.getByLabel('Client secret').fill(company.clientSecret)
  await card.getByLabel('Allowed email domains').fill('elsewhere.example')
  await card.getByLabel('Groups of managers').fill('tax-leads')
  await card.getByRole('button', { name: 'Save connection' }).click()
  await expect(card.getByText('A manager with a confirmed email address').first()).toBeVisible()
  expectComplaint(complaints, '422')
  await card.getByLabel('Allowed email domains').fill('lakeside.example')
  await card.getByRole('button', { name: 'Save connection' }).click()
  await expect(card.getByRole('button', { name: 'Turn on' })).toHaveCount(0)
  await expectSoundLook(page)
  await card.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('heading', { name: 'The connection works' })).toBeVisible()
  await expect(page.getByText('ana@lakeside.example')).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('link', { name: 'Back to the settings' }).click()
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await expectSoundLook(page)

  const asViewer = await enterCompany(browser, app, business)
  await expect(asViewer).toHaveURL('/business/dashboard')
  await asViewer.goto('/business/team')
  await expect(asViewer.getByRole('row', { name: /Ana Silva/ })).toContainText('Viewer')
  await company.employ({ ...ana, groups: ['tax-leads'] })
  const asManager = await enterCompany(browser, app, business)
  await expect(asManager).toHaveURL('/business/dashboard')
  await asManager.goto('/business/team')
  await expect(asManager.getByRole('row', { name: /Ana Silva/ })).toContainText('Manager')

  await card.getByLabel('Emergency manager').selectOption({ label: `${manager.name} (${manager.email})` })
  await card.getByRole('button', { name: 'Require the company account' }).click()
  await expect(card.getByText('can still use a password in an emergency')).toBeVisible()
  const emergency = await elsewhere(browser, app)
  await emergency.goto('/login')
  await logIn(emergency, manager)
  await expect(emergency).toHaveURL('/business/dashboard')

  await company.employ({ ...ana, sub: 'olga', email: 'olga@elsewhere.example' })
  const stranger = await elsewhere(browser, app)
  await stranger.goto('/login')
  await stranger.getByLabel('Email').fill('anyone@lakeside.example')
  await expectSoundLook(stranger)
  await stranger.getByRole('button', { name: `Continue with ${business}` }).click()
  await expect(stranger.getByText('at a domain that isn’t allowed here')).toBeVisible()
  await expectSoundLook(stranger)
})
