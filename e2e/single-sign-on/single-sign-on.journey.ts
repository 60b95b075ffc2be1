import type { SingleSignOn } from '@exempta/contract/single-sign-on'
import type { Browser, Page } from '@playwright/test'
import { type IdentityProvider, startIdentityProvider } from '../../server/test/identity-provider.ts'
import { callAs, logIn, type NewAccount, newPerson, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

/** With a provider on this machine. */
const test = testWith(() => startJourneyApp([], { WEBHOOK_ALLOW_PRIVATE: 'true' }))

let idp: IdentityProvider
test.beforeAll(async () => {
  idp = await startIdentityProvider({
    sub: 'ana',
    email: 'ana@lakeside.example',
    email_verified: true,
    name: 'Ana Silva',
    groups: ['staff'],
  })
})
test.afterAll(() => idp.stop())

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
  const { redirectAddress, logoutAddress } = await callAs<SingleSignOn>(
    page,
    'GET',
    '/api/business/single-sign-on',
  )
  idp.register(redirectAddress, logoutAddress)
  return manager
}

/** From the login page through the provider, in a browser of its own. */
async function enterCompany(browser: Browser, app: JourneyApp, business: string): Promise<Page> {
  const page = await elsewhere(browser, app)
  await page.goto('/login')
  await page.getByLabel('Email').fill(idp.person.email)
  await page.getByRole('button', { name: `Continue with ${business}` }).click()
  return page
}

test('a business tries its company account, lets people in by it, and then only by it', async ({
  page,
  browser,
  app,
}) => {
  const manager = await openSettings(page, app)
  const business = manager.businessName ?? ''
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Single sign-on' }) })
  await card.getByLabel('Issuer').fill(idp.issuer)
  await card.getByLabel('Client ID').fill(idp.clientId)
  await card.getByLabel('Client secret').fill(idp.clientSecret)
  await card.getByLabel('Allowed email domains').fill('elsewhere.example')
  await card.getByLabel('Groups of managers').fill('tax-leads')
  await card.getByRole('button', { name: 'Save connection' }).click()
  await expect(card.getByText('A manager with a confirmed email address').first()).toBeVisible()
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

  const ana = await enterCompany(browser, app, business)
  await expect(ana).toHaveURL('/business/dashboard')
  await ana.goto('/business/team')
  await expect(ana.getByRole('row', { name: /Ana Silva/ })).toContainText('Viewer')
  idp.person = { ...idp.person, groups: ['tax-leads'] }
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

  idp.person = { ...idp.person, sub: 'olga', email: 'olga@elsewhere.example' }
  const stranger = await elsewhere(browser, app)
  await stranger.goto('/login')
  await stranger.getByLabel('Email').fill('anyone@lakeside.example')
  await expectSoundLook(stranger)
  await stranger.getByRole('button', { name: `Continue with ${business}` }).click()
  await expect(stranger.getByText('at a domain that isn’t allowed here')).toBeVisible()
  await expectSoundLook(stranger)
})
