import { readFile } from 'node:fs/promises'
import { enter } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

const lines = 1000

/** Every hundredth line has a wrong email address, and one a state that there isn't. */
function listWithMistakes(): string {
  const line = (at: number) => {
    const email = at % 100 === 7 ? `buyer ${at} at example` : `buyer-${at}@example.org`
    return `L-${at};Caf\u00e9 Journey ${at};${email};${at === 500 ? 'Atlantis' : 'TX'}`
  }
  return ['Cust. No.;Company;E-mail;State', ...Array.from({ length: lines }, (_, at) => line(at))].join(
    '\r\n',
  )
}

test('1,000 customers are imported with mistakes, corrected and imported again', async ({
  page,
  complaints,
}) => {
  await enter(page, demoPerson('lakeside'), '/business/dashboard')
  await page.goto('/business/customers/import')
  await expect(page.getByText('No lists yet')).toBeVisible()
  await expectSoundLook(page)
  const upload = (name: string, content: Buffer) =>
    page.getByLabel('List of customers').setInputFiles({ name, mimeType: 'text/csv', buffer: content })
  await upload('customers.csv', Buffer.from(listWithMistakes(), 'latin1'))
  await expect(
    page.getByText('1,000 lines · 989 new · 0 to change · 0 unchanged · 11 to correct'),
  ).toBeVisible()
  await expect(page.getByText('Line 9', { exact: true })).toBeVisible()
  await expect(page.getByText('Email isn’t a valid email address').first()).toBeVisible()
  await expect(page.getByText('Café Journey 0', { exact: true })).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Import 989 customers' }).click()
  await expect(page.getByText('989 new · 0 changed · 0 unchanged · 11 to correct'), 'live').toBeVisible()
  await expectSoundLook(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download 11 lines' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain('What to correct')
  const corrected = file
    .replaceAll(/buyer (\d+) at example/g, 'buyer-$1@example.org')
    .replace('Atlantis', 'OH')
  await page.getByRole('button', { name: 'All lists' }).click()
  await upload('corrected.csv', Buffer.from(corrected))
  await expect(page.getByText('11 lines · 11 new')).toBeVisible()
  await page.getByRole('button', { name: 'Import 11 customers' }).click()
  await expect(page.getByText('11 new · 0 changed · 0 unchanged · 0 to correct')).toBeVisible()

  // The whole list again, pasted: nothing is doubled, and what changes is shown.
  await page.getByRole('button', { name: 'All lists' }).click()
  const pasted = 'Customer number\tName\tEmail\nL-0\tCafé Journey 0\tbuyer-0@example.org\nL-1\tCafé Renamed\t'
  await page.getByLabel('Or paste cells from a spreadsheet').fill(pasted)
  await page.getByRole('button', { name: 'Use these cells' }).click()
  await expect(page.getByText('2 lines · 0 new · 1 to change · 1 unchanged · 0 to correct')).toBeVisible()
  await expect(page.getByText('Café Renamed', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 customer' }).click()
  await expect(page.getByText('0 new · 1 changed · 1 unchanged · 0 to correct')).toBeVisible()
  const all = await (await page.request.get('/api/customers/export')).text()
  expect(all.match(/^"L-/gm)).toHaveLength(lines)
  expect(complaints).toEqual([])
})
