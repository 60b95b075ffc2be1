import { expectSoundLook, expectSoundPage } from '../fixtures/expect-sound-page.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'
import { logIn, registered } from './people.ts'

test('a person edits the profile: Cancel resets, Save confirms for three seconds, a new address waits for its link', async ({
  page,
  app,
  complaints,
}) => {
  await page.clock.install()
  const person = await registered(page)
  await expectSoundPage(page, '/user/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
  for (const card of ['Account Information', 'Password & Security', 'Data & Privacy']) {
    await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible()
  }
  const summary = page.getByRole('main')
  for (const fact of ['Account Type', 'Status', 'Member Since', 'Last Login']) {
    await expect(summary.getByRole('term').filter({ hasText: fact })).toBeVisible()
  }
  await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText('Account created')

  const edit = page.getByRole('button', { name: 'Edit' })
  await edit.click()
  const name = page.getByLabel('Full Name')
  await expect(name).toBeFocused()
  await name.fill('Someone Else')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toBeFocused()
  await expect(page.getByRole('definition').filter({ hasText: person.name })).toBeVisible()

  await edit.click()
  await expect(name).toHaveValue(person.name)
  await name.fill('')
  await page.getByLabel('Email Address').fill('not an address')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Please enter a name')
  await expect(page.getByRole('alert')).toContainText('Please enter a valid email address')
  await expectSoundLook(page)

  const newAddress = `new-${person.email}`
  await name.fill('Amelia Santos')
  await page.getByLabel('Email Address').fill(newAddress)
  await page.getByLabel('Your password', { exact: true }).fill('not the password')
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('The password you entered is incorrect.')
  await page.getByLabel('Your password', { exact: true }).fill(person.password)
  await save.click()
  const banner = page.getByText('Profile updated successfully!')
  await expect(banner).toBeVisible()
  await page.clock.fastForward(3000)
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Amelia Santos' })).toBeVisible()
  await expect(page.getByText(`We sent a link to ${newAddress}`)).toBeVisible()
  expectComplaint(complaints, 'status of 403')

  // Tabs that are open show the new address at once.
  const other = await page.context().newPage()
  await other.goto('/user/profile')
  await expect(other.getByRole('definition').filter({ hasText: person.email })).toBeVisible()
  await expect(other.getByText(`We sent a link to ${newAddress}`)).toBeVisible()
  await page.goto(await app.emailedLink(newAddress, '/change-email'))
  await page.getByRole('button', { name: 'Use this email address' }).click()
  await expect(other.getByRole('definition').filter({ hasText: newAddress })).toBeVisible()
  await expect(other.getByText('We sent a link')).toHaveCount(0)
  await other.close()
  await expect(page.getByRole('heading', { name: 'Your email address has been changed' })).toBeVisible()
  await page.goto('/user/profile')
  await expect(page.getByRole('definition').filter({ hasText: newAddress })).toBeVisible()
  await expect(page.getByText('We sent a link')).toHaveCount(0)
})

test('a person signs out other devices, and changes the password, which does so too', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  const person = await registered(page)
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await elsewhere.newPage()
  await other.goto('/login')
  await logIn(other, person)
  await expect(other).toHaveURL('/user/dashboard')

  await page.goto('/user/profile')
  const sessions = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1)
  await sessions.getByRole('button', { name: /^Log out/ }).click()
  await expect(sessions).toHaveCount(1)
  await expect(other).toHaveURL(/\/login/)

  await logIn(other, person)
  await expect(other).toHaveURL('/user/dashboard')
  await page.reload()
  await page.getByRole('button', { name: 'Log out all others' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 other session')
  await question.getByRole('button', { name: 'Log out all others' }).click()
  await expect(sessions).toHaveCount(1)
  await expect(other).toHaveURL(/\/login/)
  await logIn(other, person)
  await expect(other).toHaveURL('/user/dashboard')

  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await expect(dialog.getByLabel('Current Password', { exact: true })).toBeFocused()
  const password = 'marble orchard telescope'
  const change = async (current: string, chosen: string, again: string) => {
    await dialog.getByLabel('Current Password', { exact: true }).fill(current)
    await dialog.getByLabel('New Password', { exact: true }).fill(chosen)
    await dialog.getByLabel('Confirm New Password', { exact: true }).fill(again)
    await dialog.getByRole('button', { name: 'Update Password' }).click()
  }
  await change('', password, `${password}s`)
  await expect(dialog.getByRole('alert')).toContainText('New passwords do not match')
  await expect(dialog.getByRole('alert')).toContainText('Password is required')
  await expectSoundLook(page)
  await change('not the password', password, password)
  await expect(dialog.getByRole('alert')).toHaveText('The password you entered is incorrect.')
  await change(person.password, 'password123', 'password123')
  await expect(dialog.getByRole('alert')).toHaveText(/too common/)
  await change(person.password, password, password)
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(other).toHaveURL(/\/login/)
  await logIn(other, { ...person, password })
  await expect(other).toHaveURL('/user/dashboard')
  await elsewhere.close()
  expectComplaint(complaints, 'status of 403')
  expectComplaint(complaints, 'status of 422')
})
