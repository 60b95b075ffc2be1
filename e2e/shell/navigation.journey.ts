import type { Role } from '@exempta/contract/people'
import { siteAnswer } from '../fixtures/site-answers.ts'
import { expect, siteTest as test } from '../fixtures/test.ts'
import { asPerson } from './as-person.ts'

const entries: Record<Role, string[]> = {
  user: ['Dashboard', 'Upload Documents', 'My Documents', 'Profile'],
  business: ['Dashboard', 'Received Documents', 'Business Profile'],
  admin: [
    ...['Dashboard', 'Manage Users', 'Manage Businesses', 'Reports', 'Chat Management'],
    ...['Audit Log', 'Rules', 'Mail', 'Applications', 'API Access', 'Settings', 'Health'],
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
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Exempta`)
  await expect(page.getByRole('link', { name: 'Help Center' })).toHaveAttribute('href', '/help')
})

test('the header offers Login and Register to visitors', async ({ page }) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await expect(header.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
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

test('the first Tab offers to skip to the content', async ({ page }) => {
  await asPerson(page, 'user')
  await page.goto('/user/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
