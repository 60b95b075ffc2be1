import type { Role } from '@exempta/contract/people'
import type { Page } from '@playwright/test'
import { siteAnswer } from '../fixtures/site-answers.ts'
import { expect, siteTest as test } from '../fixtures/test.ts'
import { asPerson } from './as-person.ts'

const entries: Record<Role, string[]> = {
  user: ['Dashboard', 'Upload Documents', 'My Documents', 'Wallet', 'Profile'],
  business: [
    ...[
      'Dashboard',
      'Received Documents',
      'Customers',
      'Counter',
      'Coverage',
      'Add Certificates',
      'Requests',
      'Missing Certificates',
      'Audits',
      'Team',
      'Reports',
      'API & webhooks',
    ],
    'Business Profile',
  ],
  admin: [
    ...['Dashboard', 'Manage Users', 'Manage Businesses', 'Reports', 'Chat Management'],
    ...['Audit Log', 'Rules', 'Forms', 'Mail', 'Applications', 'API Access', 'Settings', 'Backups', 'Health'],
  ],
}

for (const [role, labels] of Object.entries(entries) as [Role, string[]][]) {
  test(`the side navigation of the role ${role} has its entries, and each opens`, async ({ page }) => {
    // What the pages themselves ask for stays open: this is about the way to them.
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && !siteAnswer(pathname),
      () => {},
    )
    await asPerson(page, role)
    await page.goto(`/${role}/dashboard`)
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveText(labels)
    for (const label of labels) {
      const link = links.filter({ hasText: new RegExp(`^${label}$`) })
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(page).toHaveURL((await link.getAttribute('href')) ?? '')
    }
  })
}

test('the footer leads to every public page', async ({ page }) => {
  await page.goto('/')
  const links = page.getByRole('navigation', { name: 'Footer' }).getByRole('link')
  await expect(links).toHaveCount(10)
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')).sort())
  expect(targets).toEqual(
    [
      '/help',
      '/blog',
      '/tutorials',
      '/states',
      '/about',
      '/contact',
      '/careers',
      '/privacy',
      '/terms',
      '/security',
    ].sort(),
  )
  await expect(page.getByRole('contentinfo')).toContainText(
    'Secure document handling for tax exemption processes.',
  )
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Exempta`)
  await expect(page.getByRole('link', { name: 'Help Center' })).toHaveAttribute('href', '/help')
})

test('the header offers Login and Register to visitors', async ({ page }) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await expect(header.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
})

const siteLinks = {
  Product: '/#features',
  'For businesses': '/#for-businesses',
  Security: '/security',
  Help: '/help',
}

/** What a link of the header leads to is on the screen, below the header. */
async function expectArrived(page: Page, address: string): Promise<void> {
  await expect(page).toHaveURL(address)
  const [, id] = address.split('#')
  const target = id ? page.locator(`#${id}`) : page.getByRole('heading', { level: 1 })
  await expect(target).toBeInViewport()
  const top = () => target.evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(page.viewportSize()?.height ?? 0)
  await expect.poll(top).toBeGreaterThanOrEqual(0)
}

test('the header leads to product, businesses, security and help with the mouse', async ({ page }) => {
  await page.goto('/about')
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Site' }).getByRole('link')
  await expect(links).toHaveText(Object.keys(siteLinks))
  for (const [label, address] of Object.entries(siteLinks)) {
    await links.filter({ hasText: label }).click()
    await expectArrived(page, address)
  }
})

test('the header can be used with the keyboard', async ({ page }) => {
  for (const [at, address] of Object.values(siteLinks).entries()) {
    await page.goto('/about')
    await page.getByRole('link', { name: 'Exempta home' }).focus()
    for (let presses = 0; presses <= at; presses++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectArrived(page, address)
  }
})

test('the header of a public page knows who is signed in', async ({ page }) => {
  await asPerson(page, 'business')
  await page.goto('/business/dashboard')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Amelia Ortiz' })).toHaveAttribute(
    'href',
    '/business/profile',
  )
  await expect(header.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await header.getByRole('link', { name: 'Go to Portal' }).click()
  await expect(page).toHaveURL('/business/dashboard')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the navigation is a slide-over', async ({ page }) => {
    await asPerson(page, 'admin')
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()

    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.click()
    const menu = page.getByRole('dialog')
    await expect(menu.getByRole('link', { name: 'Audit Log' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()

    await opener.click()
    await menu.getByRole('link', { name: 'Manage Users' }).click()
    await expect(page).toHaveURL('/admin/users')
    await expect(menu).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Site' })

  test('the header of public pages has a menu', async ({ page }) => {
    await page.goto('/about')
    const opener = page.getByLabel('Menu', { exact: true })
    for (const [label, address] of Object.entries(siteLinks)) {
      await expect(menuOf(page)).toBeHidden()
      await opener.tap()
      await expect(menuOf(page).getByRole('link')).toHaveText(Object.keys(siteLinks))
      await menuOf(page).getByRole('link', { name: label }).tap()
      await expectArrived(page, address)
    }
    await opener.tap()
    await expect(menuOf(page)).toBeVisible()
    await page.touchscreen.tap(40, 500)
    await expect(menuOf(page)).toBeHidden()
  })

  test('the menu can be used with the keyboard', async ({ page }) => {
    await page.goto('/about')
    const opener = page.getByLabel('Menu', { exact: true })
    await opener.press('Enter')
    await page.keyboard.press('Tab')
    await expect(menuOf(page).getByRole('link', { name: 'Product' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menuOf(page)).toBeHidden()
    await expect(opener).toBeFocused()

    await page.keyboard.press('Space')
    for (const label of Object.keys(siteLinks)) {
      await page.keyboard.press('Tab')
      await expect(menuOf(page).getByRole('link', { name: label })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(menuOf(page)).toBeHidden()

    await opener.press('Enter')
    await menuOf(page).getByRole('link', { name: 'Security' }).press('Enter')
    await expectArrived(page, '/security')
    await expect(menuOf(page)).toBeHidden()
  })
})

test('the menu opens without scripts', async ({ browser, site }) => {
  const plain = await browser.newContext({
    baseURL: site.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const page = await plain.newPage()
  await page.goto('/help')
  await page.getByLabel('Menu', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Security' }).click()
  await expectArrived(page, '/security')
  await plain.close()
})

test('the first Tab offers to skip to the content', async ({ page }) => {
  await asPerson(page, 'user')
  await page.goto('/user/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
