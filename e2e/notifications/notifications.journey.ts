import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expect, siteTest as test } from '../fixtures/test.ts'
import { asPerson, expectComplaint, problem } from '../shell/as-person.ts'

const item = (id: string, type: string, readAt: string | null = null) => ({
  id,
  type,
  title: `Title ${id}`,
  message: `Message ${id}`,
  link: null as string | null,
  kind: null as string | null,
  about: null as string | null,
  documentCount: 1,
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

test('several of one kind are one line, and each opens what it is about, by keyboard alone', async ({
  page,
}) => {
  await asPerson(page, 'user')
  const about = { kind: 'verified', about: 'Maple Street Supply' }
  const verified = (id: string, documentCount = 1) => ({
    ...item(id, 'businesses'),
    ...about,
    documentCount,
    link: `/user/documents?q=${id}`,
  })
  await serve(page, [verified('1'), item('2', 'other'), verified('3', 2)])
  await page.goto('/user/dashboard')
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).press('Enter')
  const panel = page.getByRole('dialog', { name: /Notifications/ })
  const group = panel.getByRole('button', {
    name: '3 documents verified by Maple Street Supply',
    exact: true,
  })
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await group.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Mark as read: Title 3' }).press('Enter')
  await expect(panel.getByText('2 unread')).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Title 3' })).toBeFocused()
  await expect(panel.getByRole('button', { name: 'Mark as read: Title 3' })).toHaveCount(0)
  await panel.getByRole('link', { name: 'Title 1' }).press('Enter')
  await expect(page).toHaveURL('/user/documents?q=1')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
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
