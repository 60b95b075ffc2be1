import { authenticatorCode } from '../fixtures/authenticator-code.ts'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'
import { callAs, logIn, registered } from './people.ts'

const stepMs = 30_000

test('a person with two-factor resets a forgotten password by mail; the code is still asked for', async ({
  page,
  context,
  app,
  complaints,
}) => {
  const person = await registered(page)
  const { manualKey } = await callAs<{ manualKey: string }>(page, 'POST', '/api/two-factor', {
    password: person.password,
  })
  const code = authenticatorCode(manualKey, await app.advance(0))
  await callAs(page, 'PUT', '/api/two-factor', { code })
  await page.goto('/user/profile')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()

  const other = await context.newPage()
  await other.goto('/forgot-password')
  await other.getByLabel('Email Address').fill('nobody@lakeside.example')
  await other.getByRole('button', { name: 'Send link' }).click()
  const answer = other.getByRole('status').filter({ hasText: 'Check your email' })
  const words = await answer.textContent()
  await other.getByRole('button', { name: 'Try again' }).click()
  await other.getByLabel('Email Address').fill(person.email)
  await other.getByRole('button', { name: 'Send link' }).click()
  await expect(answer).toHaveText(words ?? '')
  await expectAccessible(other)

  const link = await app.emailedLink(person.email, '/reset-password')
  await other.goto(link)
  await expect(other).toHaveURL('/reset-password')
  await expectAccessible(other)
  const password = 'marble orchard telescope'
  await other.getByLabel('New Password', { exact: true }).fill(password)
  await other.getByLabel('Confirm New Password').fill(`${password}s`)
  await other.getByRole('button', { name: 'Change password' }).click()
  await expect(other.getByRole('alert')).toContainText('Passwords do not match')
  await other.getByLabel('Confirm New Password').fill(password)
  await other.getByRole('button', { name: 'Change password' }).click()
  await expect(other).toHaveURL('/login')
  await expect(other.getByText('Your password has been changed.')).toBeVisible()
  await expect(page, 'the session before the reset has ended').toHaveURL(/\/login/)

  await other.goto(link)
  for (const label of ['New Password', 'Confirm New Password']) {
    await other.getByLabel(label, { exact: true }).fill(password)
  }
  await other.getByRole('button', { name: 'Change password' }).click()
  await expect(other.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await other.getByRole('link', { name: 'Send a new link' }).click()
  await expect(other).toHaveURL('/forgot-password')
  expectComplaint(complaints, 'status of 410')

  await page.goto('/login?returnTo=%2Fuser%2Fprofile')
  await logIn(page, person)
  await expect(page.getByRole('alert')).toContainText('The email or password you entered is incorrect.')
  await logIn(page, { ...person, password })
  const codeField = page.getByLabel('Verification code')
  await codeField.fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toHaveText('That code isn’t right. Please try again.')
  await expectAccessible(page)
  await codeField.fill(authenticatorCode(manualKey, await app.advance(stepMs)))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/user/profile')
  expectComplaint(complaints, 'status of 401')
})
