import type { getSession } from '@exempta/contract/accounts'
import type { ReceivedDocument } from '@exempta/contract/review'
import type { RouteOutput } from '@exempta/contract/route'
import type { Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { elsewhere, ownerWithDocuments, shareAs } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

const processing = { timeout: 120_000 }
const reason = 'The certificate expired in March.'
const day = /[A-Z][a-z]{2} \d{1,2}, 20\d\d/
const corrected = {
  name: 'ST-120 renewed.pdf',
  mimeType: 'application/pdf',
  buffer: textPdf(['Exemption certificate', 'Renewed']),
}

/** As the manager of the business. */
async function rejectAll(manager: Page): Promise<void> {
  const { items } = await callAs<{ items: ReceivedDocument[] }>(
    manager,
    'GET',
    '/api/received?status=pending',
  )
  for (const { id, document } of items) {
    await callAs(manager, 'POST', `/api/received/${id}/reject`, { version: document.version, reason })
  }
}

test('an owner sees a rejection everywhere, uploads a corrected version, and the business reviews that', async ({
  page,
  browser,
  app,
}) => {
  const [oldId = ''] = await ownerWithDocuments(page, app, ['ST-120.pdf'])
  await shareAs(page, [oldId], { businesses: ['lakeside'] })
  const { page: manager, context, complaints } = await elsewhere(browser, app)
  await enter(manager, demoPerson('lakeside'), '/business/documents')
  await page.goto('/user/dashboard')
  await expect(page.getByRole('row').filter({ hasText: 'ST-120.pdf' })).toContainText('Pending')

  await rejectAll(manager)
  const rejected = page.getByRole('alert').filter({ hasText: 'Lakeside Office Goods rejected ST-120.pdf' })
  await expect(rejected).toContainText(reason)
  await expect(page.getByRole('row').filter({ hasText: 'ST-120.pdf' })).toContainText('Rejected')
  await expectSoundLook(page)
  const { session } = await callAs<RouteOutput<typeof getSession>>(page, 'GET', '/api/session')
  const email = session?.person.email ?? ''
  expect(await app.emailed(email, /Reason: (.+)/)).toBe(reason)

  await page.getByRole('button', { name: /^Notifications, / }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /rejected ST-120\.pdf/ })
    .press('Enter')
  await expect(page).toHaveURL(`/user/documents/${oldId}`)
  await expect(rejected).toContainText(reason)

  await page.goto('/user/documents?status=rejected')
  const row = page.getByRole('row').filter({ hasText: 'ST-120.pdf' })
  await expect(row).toContainText('Rejected')
  await expect(row).toContainText(reason)
  await expectSoundLook(page)
  await row.getByRole('link', { name: 'ST-120.pdf' }).click()
  await rejected.getByRole('link', { name: 'Upload a corrected version' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Upload a corrected version' })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a file')
  await expectSoundLook(page)
  await dialog.getByLabel('Drop the corrected file here').setInputFiles(corrected)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: corrected.name })).toBeVisible()
  const look = page.getByRole('status').filter({ hasText: 'Look at the result, then send it' })
  await expect(look).toContainText(
    'This is what Lakeside Office Goods will see. It replaces ST-120.pdf',
    processing,
  )
  await expect(page.getByRole('img', { name: /Page 1/ })).toBeVisible()
  await expectSoundLook(page)
  const { items: meanwhile } = await callAs<{ items: ReceivedDocument[] }>(manager, 'GET', '/api/received')
  expect(meanwhile.map(({ document }) => document.name)).not.toContain(corrected.name)
  await look.getByRole('button', { name: 'Send to Lakeside Office Goods' }).click()
  await expect(look).toHaveCount(0)
  const shares = page.getByRole('list', { name: 'Shared With' })
  await expect(shares).toContainText('Pending')
  const words = new RegExp(`Corrected version, replaces ST-120\\.pdf rejected on ${day.source}`)
  await expect(shares).toContainText(words)
  await shares.getByRole('button', { name: 'History with Lakeside Office Goods' }).click()
  await expect(shares).toContainText('You replaced ST-120.pdf with a corrected version')
  await expect(shares).toContainText('Lakeside Office Goods rejected it')
  await page.goto(`/user/documents/${oldId}`)
  await expect(page.getByText(`You replaced this document with ${corrected.name}.`)).toBeVisible()

  const received = manager.getByRole('row').filter({ hasText: corrected.name })
  await expect(received).toContainText('Pending')
  await expect(received).toContainText(words)
  await expectSoundLook(manager)
  await manager.getByRole('link', { name: corrected.name, exact: true }).click()
  const preview = manager.getByRole('complementary', { name: 'Review' })
  await expect(preview.getByRole('status').filter({ hasText: words })).toBeVisible()
  await expect(preview.getByRole('list', { name: 'History' })).toContainText(reason)
  await expectSoundLook(manager)
  await preview.getByRole('button', { name: 'Verify' }).click()
  await expect(manager.getByText(`Verified ${corrected.name}.`)).toBeVisible()
  await page.goto('/user/dashboard')
  await expect(page.getByRole('row').filter({ hasText: corrected.name })).toContainText('Verified')
  await expect(rejected).toHaveCount(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('a corrected version goes to everyone who has the document, if the owner wants that', async ({
  page,
  browser,
  app,
}) => {
  const [oldId = ''] = await ownerWithDocuments(page, app, ['ST-121.pdf'])
  await shareAs(page, [oldId], { businesses: ['lakeside', 'maple'] })
  const { page: manager, context } = await elsewhere(browser, app)
  await enter(manager, demoPerson('lakeside'), '/business/documents')
  await rejectAll(manager)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/user/documents/${oldId}`)
  await page.getByRole('alert').getByRole('link', { name: 'Upload a corrected version' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a corrected version' })
  await dialog.getByLabel('Both recipients').check()
  await dialog.getByLabel('Drop the corrected file here').setInputFiles(corrected)
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: corrected.name })).toBeVisible()
  await page.getByRole('button', { name: 'Send to 2 recipients' }).click(processing)
  const shares = page.getByRole('list', { name: 'Shared With' }).getByRole('listitem')
  await expect(shares.filter({ hasText: 'Pending' })).toHaveCount(2)
  await expect(shares.filter({ hasText: 'Maple Street Supply' })).toContainText(
    'Corrected version, replaces ST-121.pdf',
  )
  await context.close()
})
