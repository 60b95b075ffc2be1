import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { enter } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

const sample = path.resolve(import.meta.dirname, '../../docs/samples/resale-certificate.pdf')

test('a business adds its certificates, answers what is open, and finds them at its customers', async ({
  browser,
  app,
}) => {
  const { page, context, complaints } = await elsewhere(browser, app)
  await enter(page, demoPerson('lakeside'), '/business/dashboard')
  await page.getByRole('link', { name: 'Add Certificates' }).click()
  await expect(page.getByText('Nothing added yet')).toBeVisible()
  await expectSoundLook(page)

  await page.getByLabel('Files with certificates').setInputFiles([
    { name: 'resale.pdf', mimeType: 'application/pdf', buffer: await readFile(sample) },
    { name: 'notes.docx', mimeType: 'application/msword', buffer: Buffer.from('words') },
    { name: 'letter.pdf', mimeType: 'application/pdf', buffer: textPdf(['Dear customer,']) },
  ])
  await expect(page.getByRole('heading', { name: '3 files sorted' })).toBeVisible({ timeout: 120_000 })
  await expectSoundLook(page)
  await page.getByRole('tab', { name: 'Couldn’t open (1)' }).click()
  await expect(page.getByRole('table')).toContainText('notes.docx')

  await page.getByRole('tab', { name: /^Needs a look/ }).click()
  await expect(page.getByRole('table')).toContainText('letter.pdf')
  await page.getByRole('button', { name: 'Answer one after the other' }).click()
  await expect(page.getByRole('heading', { name: 'Did we read this right?' })).toBeVisible()
  await expect(page.getByText('resale.pdf')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Page 1' })).toHaveJSProperty('complete', true)
  await expectSoundLook(page)
  await page.keyboard.press('y')
  await expect(page.getByText('letter.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Delete this file' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('tab', { name: 'Needs a look (0)' })).toBeVisible()

  await page.getByRole('tab', { name: 'Ready (1)' }).click()
  const row = page.getByRole('row', { name: /resale\.pdf/ })
  await row.getByRole('link', { name: 'resale.pdf' }).click()
  await expect(page.getByText('Added by your business').first()).toBeVisible()
  await expect(page.getByText(/^Read by Exempta, added by your business on/)).toBeVisible()
  await expectSoundLook(page)
  await page.goBack()
  await row.getByRole('link').nth(1).click()
  await expect(page.getByRole('list', { name: 'Answer by state' })).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})
