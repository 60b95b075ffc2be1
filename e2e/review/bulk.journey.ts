import { readFile } from 'node:fs/promises'
import type { Document } from '@exempta/contract/documents'
import { callAs, enter } from '../accounts/people.ts'
import { elsewhere, shareAs } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

/** With the demo, which has processed documents and a business without any. */
const test = testWith(() => startJourneyApp(['--demo']))

test('several documents are assigned, exported, verified and rejected for one reason', async ({
  page,
  browser,
  app,
}) => {
  const { page: user, context } = await elsewhere(browser, app)
  await Promise.all([
    enter(page, demoPerson('lakeside'), '/business/documents'),
    enter(user, demoPerson('user'), '/user/documents'),
  ])
  const processed = user.getByRole('row').filter({ hasText: 'Processed' })
  await expect(processed).toHaveCount(3, { timeout: 120_000 })
  const { items } = await callAs<{ items: Document[] }>(user, 'GET', '/api/documents')
  await shareAs(
    user,
    items.map(({ id }) => id),
    { businesses: ['lakeside'] },
  )
  const pending = page.getByRole('row').filter({ hasText: 'Pending' })
  await page.getByRole('link', { name: 'Waiting for a decision' }).click()
  await expect(pending).toHaveCount(3)

  const [one, two, three] = items.map(({ name }) => name)
  const choose = (name = '') => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await choose(one)
  await choose(two)
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Assigned to').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Assign 2 documents' }).click()
  await expect(pending.filter({ hasText: 'Assigned to' })).toHaveCount(2)

  await choose(one)
  await choose(two)
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await arriving).path(), 'utf8')
  expect([one, two, three].map((name = '') => csv.includes(`"${name}"`))).toEqual([true, true, false])

  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await dialog.getByRole('button', { name: 'Reject 2 documents' }).click()
  await expect(dialog.getByText('Please give a reason').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The stamp is missing')
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Reject 2 documents' }).click()
  await expect(page.getByText('Rejected 2 documents. We’ll let the customers know why.')).toBeVisible()
  await expect(pending).toHaveCount(1)
  await user.reload()
  await expect(user.getByRole('row').filter({ hasText: 'Rejected' })).toHaveCount(2)

  await choose(three)
  await page.getByRole('button', { name: 'Verify Selected (1)' }).click()
  await expect(page.getByText('No documents found matching your criteria.')).toBeVisible()
  await context.close()
})
