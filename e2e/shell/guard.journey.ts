import { roles } from '@exempta/contract/people'
import { sessionOf } from '../fixtures/site-answers.ts'
import { expect, siteTest as test } from '../fixtures/test.ts'
import { guardedPages } from './all-pages.ts'
import { asPerson, expectComplaint, problem } from './as-person.ts'

test('a visitor is sent to login, and the page asked for is remembered', async ({ page }) => {
  await page.goto('/user/documents?q=w9#top')
  await expect(page).toHaveURL('/login?returnTo=%2Fuser%2Fdocuments%3Fq%3Dw9%23top')
})

test('the login explains that uploading needs one', async ({ page }) => {
  await page.goto('/user/upload')
  await expect(page).toHaveURL('/login?returnTo=%2Fuser%2Fupload')
  await expect(page.getByText('Please log in to upload documents')).toBeVisible()
})

test('a spinner shows while the session is loading', async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/session', async (route) => {
    await gate.promise
    await route.fulfill({ json: { session: null } })
  })
  await page.goto('/user/dashboard')
  await expect(page.getByRole('status')).toHaveText('Loading…')
  gate.resolve()
  await expect(page).toHaveURL(/\/login/)
})

test('loading the session can be retried after a failure', async ({ page, complaints }) => {
  await asPerson(page, 'user')
  await page.route(
    '**/api/session',
    (route) => route.fulfill(problem(500, 'internal', 'Broken for a moment')),
    {
      times: 1,
    },
  )
  await page.goto('/user/dashboard')
  await expect(page.getByRole('alert')).toContainText('Broken for a moment')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expectComplaint(complaints, 'status of 500')
})

for (const role of roles) {
  test(`the role ${role} is sent to its own dashboard from everywhere else`, async ({ page }) => {
    await asPerson(page, role)
    const foreign = roles.filter((other) => other !== role).map((other) => guardedPages[other].at(-1) ?? '')
    for (const address of [...foreign, '/dashboard', '/admin']) {
      await page.goto(address)
      await expect(page, address).toHaveURL(`/${role}/dashboard`)
    }
  })
}

test('login leads back to the page that was asked for, and never out of the product', async ({ page }) => {
  await asPerson(page, null)
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { next: 'signed-in', session: sessionOf('user') } })
      : route.fallback(),
  )
  for (const [returnTo, target] of [
    ['/user/documents?q=w9', '/user/documents?q=w9'],
    ['//evil.example/', '/user/dashboard'],
    ['javascript:alert(1)', '/user/dashboard'],
  ] as const) {
    await page.goto(`/login?returnTo=${encodeURIComponent(returnTo)}`)
    await page.getByLabel('Email').fill('amelia@lakeside.example')
    await page.getByLabel('Password', { exact: true }).fill('a long password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page, returnTo).toHaveURL(target)
  }
})

test('an answer that was asked for before the login doesn’t undo it', async ({ page }) => {
  await asPerson(page, null)
  const loggedIn = Promise.withResolvers<void>()
  await page.route('**/api/session', async (route) => {
    if (route.request().method() === 'POST') {
      return route.fulfill({ json: { next: 'signed-in', session: sessionOf('user') } })
    }
    await loggedIn.promise
    return route.fulfill({ json: { session: null } })
  })
  // Someone was logged in here before, so the page asks.
  await page.addInitScript(() => localStorage.setItem('exempta.signed-in', '1'))
  await page.goto('/login')
  await page.getByLabel('Email').fill('amelia@lakeside.example')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/user/dashboard')
  const answered = page.waitForResponse((one) => one.url().endsWith('/api/session'))
  loggedIn.resolve()
  await (await answered).finished()
  await page.getByRole('link', { name: 'My Documents' }).first().click()
  await expect(page).toHaveURL('/user/documents')
})

test('a session that ends sends the person to login with the reason', async ({ page, complaints }) => {
  await asPerson(page, 'user')
  await page.route('**/api/notifications', (route) =>
    route.fulfill(problem(401, 'not-signed-in', 'Please log in to continue.')),
  )
  await page.goto('/user/documents')
  await expect(page).toHaveURL('/login?returnTo=%2Fuser%2Fdocuments')
  await expect(page.getByText('You’ve been logged out. Please log in again.')).toBeVisible()
  expectComplaint(complaints, 'status of 401')
})

test('signing out in one tab signs the other tabs out', async ({ page, context }) => {
  await asPerson(page, 'user')
  await page.goto('/user/dashboard')
  const other = await context.newPage()
  await asPerson(other, 'user')
  await other.goto('/user/upload')
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()

  await page.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
})

test('a call that is refused during logout does not show that the session ended', async ({
  page,
  complaints,
}) => {
  await asPerson(page, 'user')
  await page.goto('/user/dashboard')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await answered.promise
    await route.fulfill({ status: 204 })
  })
  await page.route(
    ({ pathname }) => pathname === '/api/documents',
    (route) => route.fulfill(problem(401, 'not-signed-in', 'Please log in to continue.')),
  )
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'My Documents' }).first().click()
  await expect(page).toHaveURL('/login')
  answered.resolve()
  expectComplaint(complaints, 'status of 401')
})

test('one click on Login is enough, even when it leaves an invalid field', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText('Please check the marked fields.')
  await expect(page.getByText('Please enter a valid email address').first()).toBeVisible()
})
