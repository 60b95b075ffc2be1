import { logIn } from './accounts/people.ts'
import { startJourneyApp } from './fixtures/journey-app.ts'
import { administrator } from './fixtures/start-app.ts'
import { expect, testWith } from './fixtures/test.ts'

/** What `npm start -- --demo` shows to someone who logs in as the README says. */
const test = testWith(() => startJourneyApp(['--demo']))

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
