import type { DocumentReading } from '@exempta/contract/certificates'
import type { ReceivedDocument } from '@exempta/contract/review'
import type { Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { elsewhere, shareAs } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { st120Like } from '../fixtures/st-120-like.ts'
import { administrator, demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { filledCertificate, panel, uploadCertificate } from './certificates.ts'

/** With the demo, which has a user with a confirmed address, and a business. */
const test = testWith(() => startJourneyApp(['--demo']))

const lasting = { timeout: 120_000 }
const phone = { width: 390, height: 844 }
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

/** A user has uploaded it and looks at it. */
async function uploaded(page: Page, app: JourneyApp, name: string, buffer: Buffer): Promise<string> {
  const id = await uploadCertificate(page, app, buffer, name)
  await page.goto(`/user/documents/${id}`)
  return id
}

test('an older edition is said so, corrected, shared and answered', async ({ page, browser, app }) => {
  const { page: counter } = await elsewhere(browser, app)
  await enter(page, demoPerson('user'), '/user/documents')
  const blank = await st120Like('4/10')
  const id = await uploaded(page, app, 'Old ST-120.pdf', await filledCertificate(blank))
  const read = panel(page)
  await expect(read).toContainText('New York ST-120, Resale Certificate (4/10)')
  await expect(read).toContainText('An older edition of this form')
  const purchaser = read.getByRole('button', { name: /^Purchaser/ })
  await expect(purchaser).toContainText('Prairie Wind Foods Co')
  await expect(purchaser).toContainText('Please check')
  await expectSoundLook(page)

  await read.getByRole('button', { name: /^(Change something|Fill in the details)$/ }).click()
  await read.getByLabel('Purchaser').fill('Prairie Wind Foods Company')
  await read.getByLabel('Seller').fill('Lakeside Office Goods')
  await read.getByLabel('Number', { exact: true }).fill('12-3456789')
  await read.getByLabel('Reason').selectOption('Resale')
  await read.getByLabel('Purchases').selectOption('All purchases')
  await read.getByLabel('Signed').selectOption('Yes')
  await read.getByRole('button', { name: 'Save and confirm' }).click()
  await expect(read).toContainText('Confirmed. Share it, and businesses can use it.')
  await expect(read).toContainText('An older edition of this form')

  await enter(counter, demoPerson('lakeside'), '/business/documents')
  await shareAs(page, [id], { businesses: ['lakeside'] })
  const { items } = await callAs<{ items: ReceivedDocument[] }>(counter, 'GET', '/api/received?limit=100')
  const received = items.find(({ document }) => document.id === id)
  await counter.goto(`/business/documents/${received?.id}`)
  await expect(counter.getByRole('complementary', { name: 'Review' })).toContainText(
    'An older edition of this form',
  )
  const documents = [{ id: received?.id, version: received?.document.version }]
  await callAs(counter, 'POST', '/api/received/verify', { documents })
  const { items: places } = await callAs<{ items: object[] }>(counter, 'GET', '/api/business/locations')
  const ithaca = { name: 'Ithaca', state: 'NY', kind: 'goods' }
  if (places.length === 0) await callAs(counter, 'POST', '/api/business/locations', ithaca)
  await counter.goto('/business/counter')
  await counter.getByLabel('Location').selectOption('Ithaca, NY')
  await counter.getByRole('searchbox').fill('prairie wind foods company')
  await counter.getByRole('button', { name: 'Prairie Wind Foods Company' }).click()
  const answer = counter.getByRole('region', { name: 'Answer' })
  await expect(answer).toContainText('Covered')
})

test('an administrator teaches the reading an edition, and it’s read like any other', async ({
  page,
  browser,
  app,
}) => {
  const blank = await st120Like('4/10')
  const filled = await filledCertificate(blank)
  await enter(page, administrator, '/admin/forms')
  await page.getByLabel('Blank to learn', { exact: true }).setInputFiles(file('blank.pdf', blank))
  await expect(page.getByLabel('It’s a blank of')).toHaveValue('ny-st-120', lasting)
  await expect(page.getByLabel('Revision printed on it')).toHaveValue('4/10')
  await expect(page.getByText('Not in use yet')).toBeVisible()
  await expectSoundLook(page)

  // The whole page of the form is in view.
  await page.setViewportSize({ width: 1280, height: 1700 })
  await byMouseAndKeys(page)
  await page.getByRole('button', { name: 'Save and use' }).click()
  await expect(page.getByText('In use', { exact: true })).toBeVisible(lasting)
  await page.getByLabel('Filled form', { exact: true }).setInputFiles(file('filled.pdf', filled))
  await expect(page.getByText('The file was taken for this form.')).toBeVisible(lasting)
  await expect(page.getByText('Prairie Wind Foods Co', { exact: true })).toBeVisible()
  await expectSoundLook(page)
  await page.setViewportSize(phone)
  await expectSoundLook(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const { page: user } = await elsewhere(browser, app)
  await enter(user, demoPerson('user'), '/user/documents')
  const id = await uploaded(user, app, 'Same ST-120.pdf', filled)
  await expect(panel(user)).toContainText('New York ST-120, Resale Certificate (4/10)')
  await expect(panel(user)).not.toContainText('older edition')
  const { certificates } = await callAs<DocumentReading>(user, 'GET', `/api/documents/${id}/reading`)
  expect(certificates[0]?.fields.find(({ name }) => name === 'purchaser')).toMatchObject({
    value: 'Prairie Wind Foods Co',
    isSure: true,
  })

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page).toHaveURL(/\/admin\/forms$/)
  await expect(page.getByRole('list', { name: 'Editions learned here' })).toHaveCount(0)
})

/** Draws a field with the mouse and takes it back; adds one with the keyboard, names and moves it, and takes it back. */
async function byMouseAndKeys(page: Page): Promise<void> {
  const fields = page.getByRole('button', { name: /Arrow keys move it/ })
  const count = await fields.count()
  expect(count).toBeGreaterThan(5)
  const picture = await page.getByRole('img', { name: 'Page 1 of the blank form' }).boundingBox()
  if (!picture) throw new Error('The page isn’t shown.')
  // Between two paragraphs, where no field lies.
  const [x, y] = [picture.x + 0.6 * picture.width, picture.y + 0.35 * picture.height]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 80, y + 16, { steps: 3 })
  await page.mouse.up()
  await expect(fields).toHaveCount(count + 1)
  await page.getByLabel('What belongs here').selectOption('Job title')
  const drawn = page.getByRole('button', { name: /^Job title\. Arrow/ }).last()
  await page.getByRole('list', { name: 'Fields on this page' }).getByRole('button').last().press('Enter')
  await expect(drawn).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await expect(fields).toHaveCount(count)
  await page.getByRole('button', { name: 'Add a field' }).press('Enter')
  await expect(fields).toHaveCount(count + 1)
  await page.getByRole('button', { name: 'Remove this field' }).click()
  await expect(fields).toHaveCount(count)
}
