import { expect, test } from './fixtures/test.ts'

// As the README tells people.
const admin = { email: 'admin@demo.exempta.example', password: 'exempta-demo-2026' }

test('an administrator signs in, reads one notification, then all, and a second tab follows', async ({
  page,
  context,
}) => {
  await page.goto('/login?returnTo=%2Fadmin%2Fdashboard')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin/dashboard')

  const other = await context.newPage()
  await other.goto('/admin/dashboard')
  await expect(other.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()

  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  const panel = page.getByRole('dialog', { name: /Notifications/ })
  await expect(panel.getByRole('listitem').first()).toContainText('A user registered')
  await panel.getByRole('button', { name: 'Mark as read' }).first().click()
  await expect(panel.getByText('1 unread')).toBeVisible()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel.getByText(/\d unread/)).toHaveCount(0)

  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})
