import { elsewhere } from '../fixtures/actors.ts'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint, problem } from '../shell/as-person.ts'
import { callAs, newPerson, registered } from './people.ts'

test('a person registers after every mistake in the form is pointed out', async ({ page, complaints }) => {
  const person = newPerson()
  await page.goto('/register')
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Email Address').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('shorter')
  const create = page.getByRole('button', { name: 'Create account' })
  await create.click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Password must be at least 8 characters long')
  await expect(alert).toContainText('Passwords do not match')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('Confirm Password').fill('password123')
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await expect(page.getByText('Passwords do not match')).toHaveCount(0)
  await create.click()
  await expect(alert).toHaveText(/too common/)
  for (const label of ['Password', 'Confirm Password']) {
    await page.getByLabel(label, { exact: true }).fill(person.password)
  }
  await create.click()
  await expect(alert).toContainText('An account with this email already exists')
  await expect(page.getByLabel('Full Name')).toHaveValue(person.name)
  await page.getByLabel('Email Address').fill(person.email)
  await page.route('**/api/accounts', (route) => route.fulfill(problem(500, 'internal', 'Broken')))
  await create.click()
  await expect(alert).toHaveText('Failed to create account')
  expectComplaint(complaints, 'status of 500')
  await page.unroute('**/api/accounts')
  await create.click()
  await expect(page).toHaveURL('/user/dashboard')
  await expect(page.getByRole('link', { name: person.name })).toBeVisible()
  expectComplaint(complaints, 'status of 422')
  expectComplaint(complaints, 'status of 409')
})

for (const viewport of [
  { width: 1280, height: 600 },
  { width: 360, height: 740 },
]) {
  test(`an address that is already registered shows an error and a link to the login at ${viewport.width}`, async ({
    page,
    browser,
    app,
    complaints,
  }) => {
    const { page: first } = await elsewhere(browser, app)
    const person = await registered(first)
    await page.setViewportSize(viewport)
    await page.goto('/login?returnTo=%2Fuser%2Fupload')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('Full Name').fill(person.name)
    await page.getByLabel('Email Address').fill(person.email)
    for (const label of ['Password', 'Confirm Password']) {
      await page.getByLabel(label, { exact: true }).fill(person.password)
    }
    const create = page.getByRole('button', { name: 'Create account' })
    await create.scrollIntoViewIfNeeded()
    await create.click()
    const alert = page.getByRole('alert')
    await expect(alert).toBeFocused()
    await expect(alert).toContainText('An account with this email already exists')
    await expect(alert).toBeInViewport({ ratio: 1 })
    const header = await page.getByRole('banner').boundingBox()
    expect((await alert.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? 0)
    await expect(page.getByLabel('Email Address')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)

    await alert.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/login?returnTo=%2Fuser%2Fupload')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/user/upload')
    expectComplaint(complaints, 'status of 409')
  })
}

test('a person who registers continues to the page that asked for the login', async ({ page }) => {
  const person = newPerson()
  await page.goto('/user/documents?status=failed')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Email Address').fill(person.email)
  for (const label of ['Password', 'Confirm Password']) {
    await page.getByLabel(label, { exact: true }).fill(person.password)
  }
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/user/documents?status=failed')
})

test('a person confirms the address by the newest link in the mail', async ({ page, app, complaints }) => {
  const person = await registered(page)
  await page.goto('/user/dashboard')
  const request = page.getByRole('status').filter({ hasText: 'Please confirm your email address' })
  await expect(request).toContainText(person.email)
  await expectAccessible(page)
  const firstLink = await app.emailedLink(person.email, '/verify-email')
  await request.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('We’ve sent you a new link.')).toBeVisible()

  await page.goto(firstLink)
  await expect(page).toHaveURL('/verify-email')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expectAccessible(page)
  expectComplaint(complaints, 'status of 410')

  const link = await app.emailedLink(person.email, '/verify-email')
  await page.goto(link)
  await expect(page).toHaveURL('/verify-email')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('link', { name: 'Go to my dashboard' }).click()
  await expect(page).toHaveURL('/user/dashboard')
  await expect(request).toHaveCount(0)
})

test('a person changes the address by a link in the mail', async ({ page, app }) => {
  const person = await registered(page)
  const link = await app.emailedLink(person.email, '/verify-email')
  await callAs(page, 'POST', '/api/email-verifications/complete', { token: link.split('token=').at(-1) })
  const newAddress = `new-${person.email}`
  await callAs(page, 'POST', '/api/email-changes', { email: newAddress, password: person.password })
  await page.goto(await app.emailedLink(newAddress, '/change-email'))
  await page.getByRole('button', { name: 'Use this email address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address has been changed' })).toBeVisible()
  const { session } = await callAs<{ session: { person: { email: string } } }>(page, 'GET', '/api/session')
  expect(session.person.email).toBe(newAddress)
})

test('a business registers and gets its own dashboard', async ({ page }) => {
  const business = newPerson('business')
  await page.goto('/register?type=business')
  await expect(page.getByRole('radio', { name: 'Business' })).toBeChecked()
  await page.getByLabel('Full Name').fill('kept while switching')
  await page.getByRole('radio', { name: 'User' }).check({ force: true })
  await expect(page.getByLabel('Business Name')).toHaveCount(0)
  await expect(page.getByLabel('Full Name')).toHaveValue('kept while switching')
  await page.getByRole('radio', { name: 'Business' }).check({ force: true })

  await page.getByLabel('Full Name').fill(business.name)
  await page.getByLabel('Email Address').fill(business.email)
  for (const label of ['Password', 'Confirm Password']) {
    await page.getByLabel(label, { exact: true }).fill(business.password)
  }
  await expect(page.getByRole('link', { name: 'Terms' }).first()).toHaveAttribute('href', '/terms')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Please enter a business name').first()).toBeVisible()
  await page.getByLabel('Business Name').fill(business.businessName ?? '')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/business/dashboard')
  await expect(page.getByText(`Welcome to Exempta, ${business.name}.`)).toBeVisible()
})
