import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expect, siteTest as test } from '../fixtures/test.ts'
import { asPerson, expectComplaint, problem } from '../shell/as-person.ts'

const item = (id: string, type: string, readAt: string | null = null) => ({
  id,
  type,
  title: `Title ${id}`,
  message: `Message ${id}`,
  createdAt: '2026-01-05T10:00:00.000Z',
  readAt,
})

/** A notifications service that remembers what was read. */
async function serve(page: Page, items: ReturnType<typeof item>[]) {
  const answer = () => ({ items, unreadCount: items.filter(({ readAt }) => readAt === null).length })
  const read = (chosen: typeof items) => {
    for (const one of chosen) one.readAt = '2026-01-06T10:00:00.000Z'
  }
  await page.route('**/api/notifications', (route) => route.fulfill({ json: answer() }))
  await page.route('**/api/notifications/read-all', (route) => {
    read(items)
    return route.fulfill({ status: 204 })
  })
  await page.route('**/api/notifications/*/read', (route) => {
    read(items.filter(({ id }) => route.request().url().includes(`/${id}/`)))
    return route.fulfill({ status: 204 })
  })
}

test('a person reads notifications one by one and all at once', async ({ page }) => {
  await asPerson(page, 'user')
  await serve(page, [
    item('1', 'users'),
    item('2', 'businesses'),
    item('3', 'other'),
    item('4', 'other', 'x'),
  ])
  await page.goto('/user/dashboard')
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()

  const panel = page.getByRole('dialog', { name: /Notifications/ })
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  await expect(panel.getByText('3 unread')).toBeVisible()
  await expectAccessible(page)

  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Title 2' })
    .getByRole('button', { name: 'Mark as read' })
    .click()
  await expect(panel.getByRole('button', { name: 'Mark as read' })).toHaveCount(2)
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel.getByRole('button')).toHaveText([''])
  await expect(panel.getByText(/\d unread/)).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused()
})

test('an empty panel says so', async ({ page }) => {
  await asPerson(page, 'user')
  await page.goto('/user/dashboard')
  await page.getByRole('button', { name: 'Notifications' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('No notifications')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
})

test('a failed fetch shows the specified message and can be retried', async ({ page, complaints }) => {
  await asPerson(page, 'user')
  await page.route('**/api/notifications', (route) => route.fulfill(problem(500, 'internal', 'It broke')))
  await page.goto('/user/dashboard')
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('alert')).toContainText('Failed to fetch notifications: It broke')

  await serve(page, [item('1', 'users')])
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await page.route('**/api/notifications/*/read', (route) =>
    route.fulfill(problem(409, 'conflict', 'Changed')),
  )
  await panel.getByRole('button', { name: 'Mark as read' }).click()
  await expect(panel.getByRole('alert')).toContainText('Failed to mark notification as read: Changed')
  expectComplaint(complaints, 'status of 500')
  expectComplaint(complaints, 'status of 409')
})

test('a lost connection shows the specified message', async ({ page, complaints }) => {
  await asPerson(page, 'user')
  await page.route('**/api/notifications', (route) => route.abort())
  await page.goto('/user/dashboard')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Failed to fetch notifications. Please check your connection and try again.',
  )
  expectComplaint(complaints, 'ERR_FAILED')
})
