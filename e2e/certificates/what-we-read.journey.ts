import type { Page } from '@playwright/test'
import { registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import type { JourneyApp } from '../fixtures/journey-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { expectComplaint } from '../shell/as-person.ts'
import { blank, filledCertificate, panel, uploadCertificate } from './certificates.ts'

// One product for all journeys of this file: each starts engines of its own.
test.describe.configure({ mode: 'default' })

/** Uploads a file of a new person and opens its page. */
async function openUploaded(page: Page, app: JourneyApp, buffer: Buffer): Promise<void> {
  await registered(page)
  const id = await uploadCertificate(page, app, buffer)
  await page.goto(`/user/documents/${id}`)
}

test('a form we don’t know is filled in by hand, with the keyboard alone', async ({
  page,
  app,
  complaints,
}) => {
  await openUploaded(
    page,
    app,
    textPdf([
      'Sales tax exemption certificate of Cascadia County',
      'Name of purchaser: Prairie Wind Foods',
      'Tax exempt number: E-123456',
      'I certify that the statements above are true.',
    ]),
  )
  const read = panel(page)
  await expect(read).toContainText('We don’t recognize this form.')
  await expect(read.getByRole('button', { name: /^Purchaser/ })).toContainText('Prairie Wind Foods')
  await expect(read.getByRole('button', { name: /^Purchaser/ })).toContainText('Please check')
  await expect(read).toContainText('Not checked')
  await expectSoundLook(page)

  // Pointing at a row outlines where it was read.
  await read.getByRole('button', { name: /^Purchaser/ }).focus()
  await expect(
    page.getByRole('region', { name: 'Pages' }).getByRole('button', { name: 'Purchaser' }),
  ).toBeVisible()

  await read.getByRole('button', { name: 'Fill in the details' }).focus()
  await page.keyboard.press('Enter')
  await expect(read.getByLabel('Purchaser')).toHaveValue('Prairie Wind Foods')
  // The place of each field is outlined while it's typed, and the page stays in view beside the form.
  const pages = page.getByRole('region', { name: 'Pages' })
  await read.getByLabel('Purchaser').focus()
  await expect(pages.getByRole('button', { name: 'Purchaser' })).toBeInViewport()
  await read.getByRole('button', { name: 'Save and confirm' }).scrollIntoViewIfNeeded()
  await expect(pages.getByRole('figure')).toBeInViewport({ ratio: 0.6 })
  await expectSoundLook(page)
  // On phones, a crop of the page stands above each field.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(read.getByRole('img', { name: 'Purchaser on page 1' })).toBeVisible()
  await expectSoundLook(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(read.getByRole('img', { name: 'Purchaser on page 1' })).toBeHidden()
  await read.getByLabel('Seller').focus()
  await page.keyboard.type('Summit Wholesale')
  await read.getByLabel('State', { exact: true }).focus()
  await page.keyboard.type('New Jersey')
  await expect(read.getByLabel('Number', { exact: true })).toHaveValue('E-123456')
  // No signature was looked for on a form we don't know, so its owner says it.
  await read.getByLabel('Number', { exact: true }).press('Enter')
  await expect(read).toContainText('Say whether it’s signed')
  await read.getByLabel('Signed').selectOption('No')
  await read.getByLabel('Number', { exact: true }).fill('219-09-9999')
  await page.keyboard.press('Enter')
  await expect(read).toContainText('This looks like a private number. Please leave it out.')
  expectComplaint(complaints, '422')
  await read.getByLabel('Number', { exact: true }).fill('E-123456')
  await read.getByLabel('Reason').selectOption('Charity')
  // The owner knows the form. It's for resale only.
  await read.getByLabel('Form').selectOption('New Jersey: ST-3, Resale Certificate')
  await expect(read.getByLabel('Reason')).toHaveValue('')
  await expect(read.getByLabel('Reason').getByRole('option')).toHaveText(['Not stated', 'Resale'])
  await read.getByLabel('Reason').selectOption('Resale')
  await read.getByLabel('Signed').selectOption('No')
  await expectSoundLook(page)
  await read.getByRole('button', { name: 'Save and confirm' }).focus()
  await page.keyboard.press('Enter')
  await expect(read).toContainText('Confirmed. Share it, and businesses can use it.')
  await expect(read).toContainText('New Jersey ST-3, Resale Certificate')
  await page.reload()
  await expect(panel(page)).toContainText('Summit Wholesale')

  // Undoing asks first, keeps what was typed, and can itself be undone.
  const undo = () => panel(page).getByRole('button', { name: 'Undo confirmation' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Undo confirmation?' })
  await undo()
  await expect(dialog).toContainText('No business has this certificate.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await undo()
  await dialog.getByRole('button', { name: 'Undo confirmation' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(panel(page)).toContainText('Confirmed. Share it, and businesses can use it.')
  await undo()
  await dialog.getByRole('button', { name: 'Undo confirmation' }).click()
  await expect(panel(page)).not.toContainText('Confirmed.')
  await page.reload()
  await expect(panel(page)).toContainText('Summit Wholesale')
  await panel(page).getByRole('button', { name: 'Yes, this is right' }).click()
  await expect(panel(page)).toContainText('Confirmed. Share it, and businesses can use it.')
})

test('the second of two windows shows a conflict and keeps what was typed', async ({
  page,
  context,
  app,
  complaints,
}) => {
  await openUploaded(page, app, textPdf(['Resale certificate', 'Name of buyer: Prairie Wind', 'Thank you']))
  const other = await context.newPage()
  await other.goto(page.url())
  for (const [window, seller] of [
    [page, 'First seller'],
    [other, 'Second seller'],
  ] as const) {
    await panel(window).getByRole('button', { name: 'Fill in the details' }).click()
    await panel(window).getByLabel('Seller').fill(seller)
    await panel(window).getByLabel('State', { exact: true }).selectOption('Ohio')
    await panel(window).getByLabel('Signed').selectOption('Yes')
  }
  await panel(page).getByRole('button', { name: 'Save and confirm' }).click()
  await expect(panel(page)).toContainText('Confirmed.')
  await panel(other).getByRole('button', { name: 'Save and confirm' }).click()
  await expect(panel(other)).toContainText('You changed this in another window.')
  await expect(panel(other).getByLabel('Seller')).toHaveValue('Second seller')
  expectComplaint(complaints, '409')
})

test('a filled certificate is confirmed with one press', async ({ page, app }) => {
  test.skip(!blank, 'The blank ST-120 is not in ../shared/forms.')
  if (!blank) return
  await openUploaded(page, app, await filledCertificate(blank))
  const opened = Date.now()
  const yes = panel(page).getByRole('button', { name: 'Yes, this is right' })
  await expect(panel(page)).toContainText('New York ST-120, Resale Certificate (6/18)')
  await expect(yes).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('Confirmed. Share it, and businesses can use it.')
  test.info().annotations.push({ type: 'page open to confirmed', description: `${Date.now() - opened} ms` })
})
