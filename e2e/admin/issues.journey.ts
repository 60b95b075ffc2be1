import type { Document } from '@exempta/contract/documents'
import { callAs, enter, registered } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'

test('Pending Issues lead to the failed document, its reason, its owner and what happened to them', async ({
  page,
  browser,
  app,
}) => {
  const owner = await elsewhere(browser, app)
  const { name, email } = await registered(owner.page)
  const document = { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 broken') }
  await owner.page.request.post('/api/documents', { headers: { origin: app.url }, multipart: { document } })
  const statuses = async () => {
    const { items } = await callAs<{ items: Document[] }>(owner.page, 'GET', '/api/documents')
    return items.map(({ status }) => status)
  }
  await expect.poll(statuses, { timeout: 150_000 }).toEqual(['failed'])

  await enter(page, administrator, '/admin/dashboard')
  const card = page.getByRole('main').getByRole('link', { name: /Pending Issues/ })
  await expect(card).toContainText('1 new in 30 days')
  // The specified rule compares with a baseline of 10.
  await expect(card).toContainText('-90%')
  await card.click()
  await expect(page).toHaveURL('/admin/dashboard/issues')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('broken.pdf')
  await expect(row).toContainText('We can’t open this file.')
  await expect(row).toContainText('Only its owner can help')
  await expectSoundLook(page)

  await row.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('main')).toContainText(email)
  await expect(page.getByRole('table', { name: 'Documents' })).toContainText('broken.pdf')
  await expect(page.getByRole('list', { name: 'Activity', exact: true })).toContainText('Uploaded a document')
  await expect(page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem')).toHaveCount(1)
  await expectSoundLook(page)

  await page.getByRole('button', { name: 'End sessions' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click()
  await expect(page.getByText('Ended 1 session.')).toBeVisible()
  await expect(page.getByText('Not logged in anywhere.')).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Suspended')
  const changes = page.locator('section').filter({ hasText: 'Changes to this account' }).last()
  await changes.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL(/\/admin\/audit\?targetKind=person&targetId=/)
  await page.getByRole('button', { name: 'Changed an account' }).first().click()
  await expect(page.getByRole('dialog')).toContainText(/active\s*→\s*changed to\s*suspended/)
  await owner.context.close()
})
