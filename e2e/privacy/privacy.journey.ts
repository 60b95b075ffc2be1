import { readFile } from 'node:fs/promises'
import { logIn, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

test('a person downloads the own data, sets what is kept, and deletes the account', async ({
  page,
  complaints,
}) => {
  const person = await registered(page)
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = page.getByRole('dialog', { name: 'Download my data' })
  await download.getByRole('button', { name: 'Prepare my data' }).click()
  await expect(download.getByText('Your data is ready')).toBeVisible()
  await expectSoundLook(page)
  const saved = page.waitForEvent('download')
  await download.getByRole('link', { name: 'Download ZIP' }).click()
  const zip = await readFile(await (await saved).path())
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  await download.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeFocused()

  await page.getByRole('button', { name: 'Privacy settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Privacy settings' })
  const emails = settings.getByRole('checkbox', { name: 'Documents and other activity' })
  const before = await emails.isChecked()
  await emails.setChecked(!before)
  await settings.getByLabel('How long we keep your documents').selectOption('Delete after 90 days')
  await expectSoundLook(page)
  await settings.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Privacy settings saved.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Privacy settings' }).click()
  await expect(emails).toBeChecked({ checked: !before })
  await expect(settings.getByLabel('How long we keep your documents')).toHaveValue('90')
  await settings.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const leaving = page.getByRole('dialog', { name: 'Delete my account' })
  await expect(leaving).toContainText('We’ll delete all your documents')
  await expectSoundLook(page)
  await leaving.getByLabel('Your password', { exact: true }).fill('not the password')
  await leaving.getByRole('button', { name: 'Delete my account' }).click()
  await expect(leaving.getByRole('alert')).toHaveText('The password you entered is incorrect.')
  expectComplaint(complaints, 'status of 403')
  await leaving.getByLabel('Your password', { exact: true }).fill(person.password)
  await leaving.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('We’re deleting your account.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByText('We’re deleting your account.')).toHaveCount(0)

  await logIn(page, person)
  await expect(page.getByRole('alert')).toHaveText(
    'The email or password you entered is incorrect. Please try again.',
  )
  expectComplaint(complaints, 'status of 401')
})
