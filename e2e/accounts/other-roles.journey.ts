import { expectSoundLook, expectSoundPage } from '../fixtures/expect-sound-page.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'
import { callAs, enter, newPerson, registered } from './people.ts'

test('a manager sees the business and their own account, and limits the team to some networks', async ({
  page,
  complaints,
}) => {
  const business = await registered(page, newPerson('business'))
  await expectSoundPage(page, '/business/profile')
  await expect(page.getByRole('definition').filter({ hasText: business.businessName ?? '' })).toBeVisible()
  await page.getByRole('tab', { name: 'Access' }).click()
  await expect(page.getByText('your team can use Exempta from any network')).toBeVisible()

  const range = page.getByLabel('Address or range')
  await range.fill('not a range')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Please enter an address or a range')).toBeVisible()
  await expectSoundLook(page)
  await range.fill('203.0.113.0/24')
  await range.press('Enter')
  const networks = page.getByRole('list', { name: 'Allowed networks' }).getByRole('listitem')
  await expect(networks).toHaveText(['203.0.113.0/24'])
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(page.getByRole('alert')).toHaveText(
    'This list would lock you out. Add your own address to it.',
  )
  expectComplaint(complaints, 'status of 409')
  await page.getByRole('button', { name: /^Add my address/ }).click()
  await save.click()
  await expect(page.getByText('Allowed networks saved.')).toBeVisible()
  await expect(save).toHaveCount(0)
  await page.reload()
  await expect(networks).toHaveCount(2)

  await page.getByRole('tab', { name: 'My account' }).click()
  await expect(page).toHaveURL('/business/profile?tab=account')
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enable Two-Factor' })).toBeVisible()
  await expectSoundLook(page)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'My account', selected: true })).toBeVisible()
})

test('an administrator has a profile and limits the networks of administrators', async ({ page }) => {
  await enter(page, administrator, '/admin/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Profile' })).toBeVisible()
  for (const card of ['Account Information', 'Security Settings', 'Recent Activity']) {
    await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible()
  }
  for (const setting of ['Change Password', 'Two-factor Authentication', 'Last Login']) {
    await expect(page.getByText(new RegExp(`^${setting}`)).first()).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  // Both the name and the role of this one.
  await expect(page.getByRole('definition').filter({ hasText: 'Administrator' })).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText('Logged in')
  await expectSoundLook(page)

  await expectSoundPage(page, '/admin/settings')
  const networks = page.locator('section').filter({ has: page.getByRole('heading', { name: 'IP access' }) })
  await networks.getByRole('button', { name: /^Add my address/ }).click()
  await networks.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Allowed networks saved.')).toBeVisible()
  await networks.getByRole('button', { name: /^Remove / }).click()
  await networks.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('administrators can log in from any network')).toBeVisible()
  await expect.poll(() => callAs(page, 'GET', '/api/admin/ip-list')).toMatchObject({ ranges: [] })
})
