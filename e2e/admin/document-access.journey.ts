import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { enter } from '../accounts/people.ts'
import { elsewhere, ownerWithDocuments, shareAs } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'

test('an administrator finds out who saw a document and exports it, without seeing its pages', async ({
  page,
  browser,
  app,
}) => {
  const name = `who-saw-${randomUUID().slice(0, 8)}.pdf`
  const address = `receiver-${randomUUID()}@school.example`
  const owner = await elsewhere(browser, app)
  const documentIds = await ownerWithDocuments(owner.page, app, [name])
  await shareAs(owner.page, documentIds, { emails: [address] })

  const recipient = await elsewhere(browser, app)
  await recipient.page.goto(await app.emailed(address, /http:\/\/\S+(\/s\/[\w-]{43})/))
  await recipient.page.getByRole('button', { name: 'Send me a code' }).click()
  await recipient.page.getByLabel('Code').fill(await app.emailed(address, /\b(\d{6})\r?\n/))
  await recipient.page.getByRole('button', { name: 'Open the documents' }).click()
  await expect(recipient.page.getByRole('img', { name: /^Page 1 of 1/ })).toBeVisible()

  await enter(page, administrator, '/admin/audit')
  const rows = page.getByRole('table', { name: 'Audit Log' }).getByRole('row')
  await page.getByRole('searchbox').fill(name.slice(0, -4).toUpperCase())
  await expect(rows.nth(1)).toContainText('Opened a document')
  await expect(rows.nth(1)).toContainText(name)
  await page.getByRole('searchbox').fill(address)
  await expect(rows.filter({ hasText: 'Opened documents shared by email' })).toContainText(address)
  await rows.getByRole('link', { name }).first().click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  const access = page.getByRole('table', { name: 'Who received or opened it' }).getByRole('row')
  await expect(access.filter({ hasText: 'Opened it' })).toContainText(address)
  await expect(access.filter({ hasText: 'Opened it' })).toContainText(/127\.0\.0\.1|::1/)
  await expect(access.filter({ hasText: 'Received it' })).toContainText(address)
  await expect(page.getByRole('table', { name: 'Shared with' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0)
  await expectSoundLook(page)
  const exported = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await exported).path(), 'utf8')
  expect(csv).toContain(name)
  expect(csv).toContain(address)

  await page
    .getByRole('link', { name: /^Amelia Ortiz/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/users\//)
  await page.getByRole('table', { name: 'Documents' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  for (const each of [owner, recipient]) await each.context.close()
})
