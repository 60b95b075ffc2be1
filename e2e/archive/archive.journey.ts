import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { filledCertificate } from '../certificates/certificates.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { st120Like } from '../fixtures/st-120-like.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { storedZip } from '../fixtures/stored-zip.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

const sample = path.resolve(import.meta.dirname, '../../docs/samples/resale-certificate.pdf')
const lasting = { timeout: 180_000 }
const seller = 'Lakeside Office Goods'
const letter = textPdf(['Dear customer,'])

/** Two certificates as they come from a scanner: a letter lies between them, and the last page is upside down. */
async function drawStack(separatorSheet: Buffer): Promise<Buffer> {
  const blank = await st120Like()
  const first = { seller, purchaser: 'Prairie Wind Foods Co', number: '43-1234567' }
  const last = { seller, purchaser: 'Cedar Hill Academy', number: '43-7654321' }
  const stack = await PDFDocument.create({ updateMetadata: false })
  for (const file of [
    await filledCertificate(blank, first),
    letter,
    separatorSheet,
    await filledCertificate(blank, last),
  ]) {
    const [page] = await stack.copyPages(await PDFDocument.load(file), [0])
    if (page) stack.addPage(page)
  }
  stack.getPage(3).setRotation(degrees(180))
  return Buffer.from(await stack.save())
}

async function newCustomer(page: Page, name: string): Promise<{ name: string; sheet: Buffer }> {
  const { id } = await callAs<{ id: string }>(page, 'POST', '/api/customers', { name, number: 'CH-1' })
  const printed = await page.request.get(`/api/archive/sheets?ids=${id}`)
  return { name, sheet: await printed.body() }
}

const look = (page: Page, count: number) => page.getByRole('tab', { name: `Needs a look (${count})` })

test('from a ZIP to certificates of customers: a stack is cut at a separator sheet, and what is open is answered', async ({
  browser,
  app,
}) => {
  test.slow()
  const { page, context, complaints } = await elsewhere(browser, app)
  await enter(page, demoPerson('lakeside'), '/business/dashboard')
  const cedar = await newCustomer(page, 'Cedar Hill School')
  await page.getByRole('link', { name: 'Add Certificates' }).click()
  await expect(page.getByText('Nothing added yet')).toBeVisible()
  await expectSoundLook(page)

  const box = storedZip({
    'resale.pdf': await readFile(sample),
    'scans/stack.pdf': await drawStack(cedar.sheet),
    'letter.pdf': letter,
    'notes.docx': Buffer.from('words'),
  })
  await page
    .getByLabel('Files with certificates')
    .setInputFiles([{ name: 'box.zip', mimeType: 'application/zip', buffer: box }])
  await expect(page.getByRole('heading', { name: '4 files sorted' })).toBeVisible(lasting)
  await expectSoundLook(page)
  await page.getByRole('tab', { name: 'Couldn’t open (1)' }).click()
  await expect(page.getByRole('table')).toContainText('notes.docx')

  await look(page, 3).click()
  await page.getByRole('button', { name: 'Answer one after the other' }).click()
  await expect(page.getByRole('heading', { name: 'Did we read this right?' })).toBeVisible()
  await expect(page.getByText('box.zip/resale.pdf')).toBeVisible()
  await page.keyboard.press('y')

  await expect(page.getByRole('heading', { name: 'Where does each certificate begin?' })).toBeVisible()
  const pages = page.getByRole('list', { name: 'Pages' }).getByRole('listitem')
  await expect(pages.nth(1)).toContainText('Page 2, certificate 1')
  await expect(pages.nth(2)).toContainText('Page 3, left out')
  await expect(pages.nth(3)).toContainText(`Page 4, certificate 2 for ${cedar.name}`)
  await expectSoundLook(page)
  const cut = (before: number) =>
    page.getByRole('button', { name: `A new certificate begins on page ${before}` })
  await cut(2).click()
  await expect(pages.nth(1)).toContainText('Page 2, certificate 2')
  await cut(2).press('ArrowRight')
  await expect(cut(3)).toBeFocused()
  await cut(3).dragTo(cut(2))
  await expect(pages.nth(1)).toContainText('Page 2, certificate 2')
  await cut(2).click()
  await page.getByRole('button', { name: 'Leave out page 2' }).click()
  await expect(page.getByRole('button', { name: 'Split into 2 certificates' })).toBeVisible()
  await page.keyboard.press('y')

  await expect(page.getByText('box.zip/letter.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Delete this file' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // How surely the parts of the stack are read isn't asked here.
  await page.getByRole('tab', { name: /^Ready \([1-3]\)$/ }).click()
  const row = page.getByRole('row', { name: /resale\.pdf/ })
  await row.getByRole('link', { name: 'resale.pdf' }).click()
  await expect(page.getByText('Added by your business').first()).toBeVisible()
  await expect(page.getByText(/^Read by Exempta, added by your business on/)).toBeVisible()
  await expectSoundLook(page)
  await page.goBack()
  await row.getByRole('link').nth(1).click()
  await expect(page.getByRole('list', { name: 'Answer by state' })).toBeVisible()
  // A file that was split or deleted may be asked for once more before the page turns to the next one.
  expect(complaints.filter((line) => !/404 .*\/api\/archive\/files\//.test(line))).toEqual([])
  await context.close()
})
