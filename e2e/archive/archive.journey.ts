import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { dayMs } from '@exempta/contract/durations'
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

const lasting = { timeout: 180_000 }
const seller = 'Lakeside Office Goods'
/** On an edition that we don't know, so that a person is asked. */
const harbor = { seller, purchaser: 'Harbor Light Community Clinic', number: '12-3456789' }
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

test('from a ZIP to a binder: certificates, a stack and a letter are sorted, what is missing is asked for', async ({
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
    'older.pdf': await filledCertificate(await st120Like('4/09'), harbor),
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
  await expect(page.getByText('box.zip/older.pdf')).toBeVisible()
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
  await expect(look(page, 1)).toBeVisible(lasting)
  await page.getByRole('button', { name: 'Answer one after the other' }).click()
  await expect(page.getByRole('heading', { name: 'Is this the same customer?' })).toBeVisible()
  await expect(page.getByText(`${cedar.name} (CH-1)`)).toBeVisible()
  await expect(page.getByText('The separator sheet before it is for this customer')).toBeVisible()
  await expectSoundLook(page)
  await page.keyboard.press('y')
  await expect(look(page, 0)).toBeVisible()

  await page.getByRole('tab', { name: 'Ready (3)' }).click()
  await page.getByRole('link', { name: 'box.zip/older.pdf' }).click()
  await expect(page.getByText(/^Read by Exempta, added by your business on/)).toBeVisible()
  await expectSoundLook(page)

  await page.getByRole('link', { name: 'Missing Certificates' }).click()
  const yesterday = new Date(Date.now() - dayMs).toLocaleDateString('en-US', { timeZone: 'UTC' })
  const sales = [
    'Customer number,Customer,Email,State,Amount,Tax charged,Date,Invoice number',
    `CH-1,,,NY,1000.00,No,${yesterday},B-1`,
    `N-1,Northside Mart,orders@northside.example,NY,2500.00,No,${yesterday},B-2`,
  ].join('\n')
  await page
    .getByLabel('List of sales')
    .setInputFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(sales) })
  await page.getByRole('button', { name: 'Find missing certificates' }).click()
  const missing = page.getByRole('table', { name: 'Customers without a good certificate' })
  await expect(missing.getByRole('row', { name: /Northside Mart/ })).toContainText('$100.00')
  await expect(missing.getByRole('row')).toHaveCount(2)
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Ask this customer' }).click()
  await expect(page.getByText('You asked 1 customer.')).toBeVisible()
  await page.getByRole('button', { name: 'Rehearse an audit' }).click()
  await expect(page.getByText(/we estimate a bill of \$100\.00/)).toBeVisible()
  await expectSoundLook(page)

  await page.getByRole('link', { name: 'New York', exact: true }).click()
  await expect(page.getByText('1 of 2 sales are covered. 1 has no certificate.')).toBeVisible()
  await page.getByRole('button', { name: 'Make the binder' }).click()
  await expect(page.getByRole('link', { name: /Download the binder/ })).toBeVisible({ timeout: 60_000 })
  expect(complaints).toEqual([])
  await context.close()
})
