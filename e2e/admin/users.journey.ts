import type { listUsers } from '@exempta/contract/admin/users'
import type { RouteOutput } from '@exempta/contract/route'
import type { Page } from '@playwright/test'
import { callAs, enter, logIn, newPerson, registered } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint, problem } from '../shell/as-person.ts'

test.describe.configure({ mode: 'default' })

const row = (page: Page, hasText: string) => page.getByRole('row').filter({ hasText })

test('the dashboard shows growth and recent activity', async ({ page, complaints }) => {
  await enter(page, administrator, '/admin/dashboard')
  for (const label of ['Total Users', 'Businesses', 'Documents', 'Pending Issues']) {
    await expect(page.getByRole('main').getByRole('link', { name: label }).first()).toBeVisible()
  }
  const percent = String.raw`[+-]?\d+%`
  for (const label of ['Total Users', 'Businesses', 'Documents', 'Pending Issues']) {
    const card = page.getByRole('main').getByRole('link', { name: new RegExp(`${label} .*${percent}`) })
    await expect(card, label).toBeVisible()
  }
  await expect(page.getByRole('list', { name: 'Recent Activity' })).toContainText('New user')
  await expectSoundLook(page)
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Manage Users' }).click()
  await expect(page).toHaveURL('/admin/users')

  await page.route('**/api/admin/dashboard', (route) => route.fulfill(problem(500, 'internal', 'Broken')))
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('alert')).toContainText('Failed to load dashboard data')
  // The page asks once more when its live connection is there: that call has to fail too.
  await page.waitForLoadState('networkidle')
  await page.unroute('**/api/admin/dashboard')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Total Users')).toBeVisible()
  expectComplaint(complaints, 'status of 500')
})

test('an administrator adds a person with a temporary password and a new business', async ({
  page,
  complaints,
}) => {
  await enter(page, administrator, '/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Password is required')
  await dialog.getByLabel('Full Name').fill('Noor Haddad')
  await dialog.getByLabel('Email Address').fill('noor@harbor.example')
  await dialog.getByLabel('Password', { exact: true }).fill('short')
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(dialog.getByText('Password must be at least 6 characters long').first()).toBeVisible()
  await expect(dialog.getByText('At least 6 characters(not met)')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('Sesame1!')
  for (const rule of ['At least 6 characters', 'An uppercase letter', 'A number', 'A special character']) {
    await expect(dialog.getByText(`${rule}(met)`)).toBeVisible()
  }
  await dialog.getByLabel('Role', { exact: true }).selectOption('Business')
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(dialog.getByText('Please choose a business or name a new one').first()).toBeVisible()
  await dialog.getByLabel('Works for').selectOption('A new business')
  await dialog.getByLabel('Business Name').fill('Harbor Light')
  await expectSoundLook(page)
  await page.route('**/api/admin/users', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill(problem(500, 'internal', 'Broken'))
      : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to create user')
  await page.unroute('**/api/admin/users')
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByText('Added Noor Haddad.')).toBeVisible()
  await expect(row(page, 'noor@harbor.example')).toContainText('Harbor Light')
  expectComplaint(complaints, 'status of 500')
})

/** The list of people, with the only manager of a new business on it. */
async function listWithManager(page: Page, word: string): Promise<{ name: string; email: string }> {
  await enter(page, administrator, '/admin/users')
  const manager = { name: `${word} Haddad`, email: `manager@${word}.example` }
  await callAs(page, 'POST', '/api/admin/users', {
    ...manager,
    role: 'business',
    password: 'Sesame1!',
    businessName: `${word} Light`,
  })
  await page.reload()
  await expect(row(page, manager.email)).toBeVisible()
  return manager
}

test('people are found by words, role and status, and sorted', async ({ page }) => {
  const { email } = await listWithManager(page, 'haven')
  for (const name of ['User', 'Role', 'Status', 'Created', 'Actions']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  await page.getByLabel('Search users...').fill('HAVEN.ex')
  await expect(page).toHaveURL('/admin/users?q=HAVEN.ex')
  await expect(row(page, '@')).toHaveCount(1)
  await page.getByLabel('Role', { exact: true }).selectOption('Admins')
  await expect(page.getByText('No users found matching your criteria.')).toBeVisible()
  await page.goBack()
  await expect(row(page, email)).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Suspended')
  await expect(page).toHaveURL(/status=suspended/)
  await expect(page.getByText('No users found matching your criteria.')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('All Status')
  await page.getByRole('button', { name: 'User', exact: true }).click()
  await expect(page).toHaveURL(/sort=user/)
  await expectSoundLook(page)
})

test('the only manager of a business is neither changed nor deleted', async ({ page, complaints }) => {
  const { name } = await listWithManager(page, 'quay')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await expect(edit.getByLabel('Password')).toHaveCount(0)
  await edit.getByLabel('Role', { exact: true }).selectOption('User')
  await expect(edit.getByText('They’ll lose access to quay Light.')).toBeVisible()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByRole('alert')).toContainText('This is the only manager of the business.')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this user?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toContainText('This is the only manager of the business.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expectComplaint(complaints, 'status of 409')
})

test('an administrator cannot change or delete their own account', async ({ page }) => {
  await enter(page, administrator, '/admin/users?role=admin')
  await expect(page.getByRole('button', { name: 'Edit Administrator' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Administrator' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Administrator' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toContainText(
    'Only another administrator can change your role',
  )
})

test('a suspended person’s open tab is logged out, and the later of two administrators gets a conflict', async ({
  page,
  browser,
  app,
  complaints,
}) => {
  const account = newPerson()
  const { page: person } = await elsewhere(browser, app)
  await registered(person, account)
  await person.goto('/user/profile')
  await expect(person.getByRole('heading', { name: 'Active Sessions' })).toBeVisible()

  const { page: second } = await elsewhere(browser, app)
  const address = `/admin/users?q=${encodeURIComponent(account.email)}`
  await enter(page, administrator, address)
  await enter(second, administrator, address)
  // Both see the same version, so that the later one is late.
  for (const admin of [page, second]) {
    await admin.getByRole('button', { name: /^Edit / }).click()
    await expect(admin.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
  }
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByLabel('Status', { exact: true }).selectOption('Suspended')
  await expect(edit.getByText('We’ll log them out everywhere right away.')).toBeVisible()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row(page, account.email)).toContainText('Suspended')
  await expect(person).toHaveURL(/\/login/)
  await expect(person.getByText('This account is not active. Please contact support.')).toBeVisible()
  await expect(person.getByText('Your session has expired.')).toHaveCount(0)
  await logIn(person, account)
  await expect(person.getByRole('alert')).toContainText('This account is not active. Please contact support.')

  const late = second.getByRole('dialog', { name: 'Edit User' })
  await late.getByLabel('Full Name').fill('Someone Else')
  await late.getByRole('button', { name: 'Save Changes' }).click()
  await expect(late.getByRole('alert')).toContainText('Someone else just changed this.')
  await expect(late.getByLabel('Full Name')).toHaveValue('Someone Else')
  await late.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(second, account.email)).toContainText('Suspended')
  await second.getByRole('button', { name: /^Edit / }).click()
  await late.getByLabel('Full Name').fill('Someone Else')
  await late.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row(page, account.email)).toContainText('Someone Else')

  await page.getByRole('button', { name: 'Delete Someone Else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No users found matching your criteria.')).toBeVisible()
  const { items } = await callAs<RouteOutput<typeof listUsers>>(
    page,
    'GET',
    `/api${address.replace('q=', 'search=')}`,
  )
  expect(items).toEqual([])
  expect(complaints).toEqual([])
})

test('a locked person shows as locked, and is unlocked', async ({ page, browser, app }) => {
  const account = newPerson()
  const { page: person, context } = await elsewhere(browser, app)
  await registered(person, account)
  const body = { email: account.email, password: 'Wrong1!' }
  const refused = await person.request.post('/api/session', { headers: { origin: app.url }, data: body })
  expect(refused.status()).toBe(401)
  await context.close()

  // The first waits are too short to look at: the answer says what it says after many more wrong passwords.
  let isLocked = true
  await enter(page, administrator, '/admin/users')
  await page.route('**/api/admin/users/*', async (route) => {
    const response = await route.fetch()
    const lockedUntil = isLocked ? new Date(Date.now() + 600_000).toISOString() : null
    await route.fulfill({ json: { ...(await response.json()), lockedUntil } })
  })
  await page.getByLabel('Search users...').fill(account.email)
  await row(page, account.email).getByRole('link', { name: account.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Locked')
  await expect(page.getByText(/^Until \d/)).toContainText('too many wrong passwords or codes')
  await expect(page.getByRole('list', { name: 'Changes to this account' })).toContainText('Login refused')
  await expectSoundLook(page)
  page.on('request', (request) => {
    if (request.method() === 'DELETE' && request.url().endsWith('/lock')) isLocked = false
  })
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText(`${account.name} can try to log in again now.`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Locked')
  await expect(page.getByRole('list', { name: 'Changes to this account' })).toContainText(
    'Unlocked an account',
  )
  await page.unrouteAll({ behavior: 'wait' })
})

test('every failure shows its specified message', async ({ page, complaints }) => {
  await enter(page, administrator, '/admin/users')
  await expect(row(page, administrator.email)).toBeVisible()
  const answer = async (status: number, code: string, title: string) => {
    await page.unroute('**/api/admin/users?*')
    await page.route('**/api/admin/users?*', (route) => route.fulfill(problem(status, code, title)))
    await page.reload()
  }
  await page.route('**/api/admin/users/*', (route) => route.fulfill(problem(500, 'internal', 'Broken')))
  await page.getByRole('button', { name: 'Edit Administrator' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByLabel('Full Name').fill('Never Saved')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByRole('alert')).toHaveText('Failed to update user')
  await answer(500, 'internal', 'Broken')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch users')
  await answer(403, 'not-allowed', 'You do not have permission to perform this action')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText('You do not have permission to view this page.')).toBeVisible()
  await page.route('**/api/session', (route) => route.fulfill(problem(500, 'internal', 'Broken')))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to verify admin status')
  expectComplaint(complaints, 'status of 500')
  expectComplaint(complaints, 'status of 403')
  expectComplaint(complaints, 'You do not have permission')
})
