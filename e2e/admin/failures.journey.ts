import type { Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint, problem } from '../shell/as-person.ts'

/** The server answers this method at this address with a fault that has no words of its own. */
async function breakCall(page: Page, method: string, address: string): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill(problem(500, 'internal', 'An unexpected error occurred'))
      : route.fallback(),
  )
}

test('saving a profile, a password and a report template fails in the specified words', async ({
  page,
  complaints,
}) => {
  await breakCall(page, 'PATCH', '**/api/profile')
  await breakCall(page, 'PUT', '**/api/profile/password')
  await breakCall(page, 'POST', '**/api/reports/templates')
  await enter(page, administrator, '/admin/profile')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Full Name').fill('Someone Else')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to update profile')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: /^Update/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current Password').fill('correct horse battery')
  await dialog.getByLabel('New Password', { exact: true }).fill('violet harbor lantern')
  await dialog.getByLabel('Confirm New Password').fill('violet harbor lantern')
  await dialog.getByRole('button', { name: 'Update Password' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update password')

  await page.goto('/admin/reports')
  await page.getByRole('button', { name: 'Save Template' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to save report template')

  const settings = { columns: ['name'], filters: {}, joins: [], groupBy: [], aggregations: [] }
  await callAs(page, 'POST', '/api/reports/templates', {
    name: 'Kept',
    description: '',
    type: 'users',
    settings,
  })
  await breakCall(page, 'DELETE', '**/api/reports/templates/*')
  await page.reload()
  await page.getByRole('button', { name: 'Options for Kept' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toHaveText('Failed to delete template')
  expectComplaint(complaints, 'status of 500')
})
