import { existsSync, readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Document } from '@exempta/contract/documents'
import type { Page } from '@playwright/test'
import { callAs, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { expect, test } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'

// One product for all journeys of this file: each starts engines of its own.
test.describe.configure({ mode: 'default' })

/** Uploads a file, waits until it is processed and opens its page. */
async function openUploaded(page: Page, buffer: Buffer): Promise<void> {
  await registered(page)
  const answer = await page.request.post('/api/documents', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { document: { name: 'certificate.pdf', mimeType: 'application/pdf', buffer } },
  })
  const { id } = (await answer.json()).files[0].document
  await expect
    .poll(async () => (await callAs<Document>(page, 'GET', `/api/documents/${id}`)).status, {
      timeout: 120_000,
    })
    .toBe('processed')
  await page.goto(`/user/documents/${id}`)
}

const panel = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'What we read' }) })

test('a form we don’t know is filled in by hand, with the keyboard alone', async ({ page }) => {
  await openUploaded(
    page,
    textPdf([
      'Sales tax exemption certificate of Cascadia County',
      'Name of purchaser: Prairie Wind Foods',
      'Tax exempt number: E-123456',
      'I certify that the statements above are true.',
    ]),
  )
  const read = panel(page)
  await expect(read).toContainText('We don’t know this form.')
  await expect(read.getByRole('button', { name: /^Purchaser/ })).toContainText('Prairie Wind Foods')
  await expect(read.getByRole('button', { name: /^Purchaser/ })).toContainText('Please check')
  await expectSoundLook(page)

  // Pointing at a row outlines where it was read.
  await read.getByRole('button', { name: /^Purchaser/ }).focus()
  await expect(
    page.getByRole('region', { name: 'Pages' }).getByRole('button', { name: 'Purchaser' }),
  ).toBeVisible()

  await read.getByRole('button', { name: 'Fill in what it says' }).focus()
  await page.keyboard.press('Enter')
  await expect(read.getByLabel('Purchaser')).toHaveValue('Prairie Wind Foods')
  await read.getByLabel('Seller').focus()
  await page.keyboard.type('Summit Wholesale')
  await read.getByLabel('State', { exact: true }).focus()
  await page.keyboard.type('Texas')
  await read.getByLabel('Number', { exact: true }).focus()
  await page.keyboard.type('219-09-9999')
  await page.keyboard.press('Enter')
  await expect(read).toContainText('This looks like a private number. Please leave it out.')
  await read.getByLabel('Number', { exact: true }).fill('E-123456')
  await read.getByLabel('Reason').selectOption('Charity')
  await expectSoundLook(page)
  await read.getByRole('button', { name: 'Save and confirm' }).focus()
  await page.keyboard.press('Enter')
  await expect(read).toContainText('Confirmed. Share it, and businesses can use it.')
  await expect(read).toContainText('Texas')
  await page.reload()
  await expect(panel(page)).toContainText('Summit Wholesale')

  await panel(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(panel(page).getByRole('button', { name: 'Fill in what it says' })).toBeVisible()
})

test('two windows: the second learns that the first was faster, and keeps what was typed', async ({
  page,
  context,
}) => {
  await openUploaded(page, textPdf(['Resale certificate', 'Name of buyer: Prairie Wind', 'Thank you']))
  const other = await context.newPage()
  await other.goto(page.url())
  for (const [window, seller] of [
    [page, 'First seller'],
    [other, 'Second seller'],
  ] as const) {
    await panel(window).getByRole('button', { name: 'Fill in what it says' }).click()
    await panel(window).getByLabel('Seller').fill(seller)
    await panel(window).getByLabel('State', { exact: true }).selectOption('Ohio')
  }
  await panel(page).getByRole('button', { name: 'Save and confirm' }).click()
  await expect(panel(page)).toContainText('Confirmed.')
  await panel(other).getByRole('button', { name: 'Save and confirm' }).click()
  await expect(panel(other)).toContainText('You changed this in another window.')
  await expect(panel(other).getByLabel('Seller')).toHaveValue('Second seller')
})

const blank = new URL('../../../shared/forms/ny-st-120.pdf', import.meta.url)

test('a filled certificate is confirmed with one press', async ({ page }) => {
  test.skip(!existsSync(blank), 'The blank ST-120 is not in ../shared/forms.')
  await openUploaded(page, await filledCertificate())
  const opened = Date.now()
  const yes = panel(page).getByRole('button', { name: 'Yes, this is right' })
  await expect(panel(page)).toContainText('New York ST-120, Resale Certificate (6/18)')
  await expect(yes).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('Confirmed. Share it, and businesses can use it.')
  test.info().annotations.push({ type: 'page open to confirmed', description: `${Date.now() - opened} ms` })
})

async function filledCertificate(): Promise<Buffer> {
  const document = await PDFDocument.load(readFileSync(blank))
  const page = document.getPage(0)
  const write = (text: string, left: number, bottom: number) =>
    page.drawText(text, { x: left, y: page.getHeight() - bottom + 3, size: 10 })
  write('Summit Wholesale', 30, 104)
  write('Prairie Wind Foods Co', 312, 104)
  write('X', 294, 170)
  write('groceries', 160, 281)
  write('12-3456789', 200, 352)
  write('Dana Whitfield, Owner', 30, 727)
  write('Dana Whitfield', 30, 751)
  write('05/04/2026', 460, 751)
  return Buffer.from(await document.save())
}
