import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { sessionOf } from '../fixtures/site-answers.ts'
import { expect, siteTest as test } from '../fixtures/test.ts'
import { asPerson, expectComplaint } from '../shell/as-person.ts'

const weak = { path: 'newPassword', message: 'This password is too common.' }

test('a person with a temporary password must choose a new one first', async ({ page, complaints }) => {
  let hasChosen = false
  await asPerson(page, 'user')
  await page.route('**/api/session', (route) =>
    route.fulfill({
      json: { session: { ...sessionOf('user'), duty: hasChosen ? null : 'choose-password' } },
    }),
  )
  await page.route('**/api/profile/password', (route) => {
    const { newPassword } = route.request().postDataJSON() as { newPassword: string }
    hasChosen = newPassword !== 'password1'
    if (hasChosen) return route.fulfill({ status: 204 })
    const problem = { type: '', status: 422, code: 'weak-password', title: weak.message, requestId: 'req-1' }
    return route.fulfill({ status: 422, json: { ...problem, fields: [weak] } })
  })

  await page.goto('/user/documents')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your own password' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await page.getByLabel('Temporary Password').fill('abc123')
  await page.getByLabel('New Password', { exact: true }).fill('password1')
  await page.getByLabel('Confirm New Password').fill('password2')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert')).toContainText('New passwords do not match')
  await expectSoundLook(page)
  await page.getByLabel('Confirm New Password').fill('password1')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByLabel('New Password', { exact: true })).toBeFocused()
  expectComplaint(complaints, 'status of 422')
  for (const label of ['New Password', 'Confirm New Password']) {
    await page.getByLabel(label, { exact: true }).fill('marble orchard telescope')
  }
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page).toHaveURL('/user/documents')
})
