import type { Locator, Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { ownerWithDocuments, shareAs } from '../fixtures/actors.ts'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint, problem } from '../shell/as-person.ts'

/** With the demo, which has processed documents, and businesses that an administrator has let in. */
const test = testWith(() => startJourneyApp(['--demo']))

const certificate = 'Sales tax exemption certificate.pdf'
const card = 'Card authorization.pdf'
const letter = 'Letter.pdf'
const clinic = 'pat@clinic.example'
const processing = { timeout: 120_000 }

const row = (page: Page, ...words: string[]) =>
  words.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('row'))

/** Selects two of the documents on the page and begins to share them. */
async function beginToShare(page: Page): Promise<{ dialog: Locator; recipients: Locator; share: Locator }> {
  for (const name of [certificate, card]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Share Selected (2)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share 2 documents' })
  return {
    dialog,
    recipients: dialog.getByRole('combobox', { name: 'Share with' }),
    share: dialog.getByRole('button', { name: 'Share', exact: true }),
  }
}

test('the share dialog shows what recipients will see, and points out missing and unknown recipients', async ({
  page,
  app,
}) => {
  await ownerWithDocuments(page, app, [certificate, card])
  await page.goto('/user/documents')
  const { dialog, recipients: receivers, share } = await beginToShare(page)
  const preview = dialog.getByAltText('Page 1, as recipients see it')
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await dialog.getByRole('button', { name: `Don’t share ${card}` }).scrollIntoViewIfNeeded()
  await share.click()
  await expect(dialog.getByRole('alert')).toContainText('Please choose a recipient')
  await expect(receivers).toBeFocused()
  await expect(receivers).toBeInViewport({ ratio: 1 })

  await receivers.fill('maple')
  const maple = dialog.getByRole('option', { name: 'Maple Street Supply(verified business)' })
  await expect(maple).toBeVisible()
  await receivers.press('Enter')
  await receivers.fill('pinecrest')
  await expect(dialog.getByText('We couldn’t find a business with this name.')).toBeVisible()
  await receivers.fill('pat@')
  await share.click()
  await expect(dialog.getByText('finish the email address')).toBeVisible()
})

test('a refused share shows its error in the dialog and can be sent again', async ({
  page,
  app,
  complaints,
}) => {
  await ownerWithDocuments(page, app, [certificate, card])
  await page.goto('/user/documents')
  const { dialog, recipients: receivers, share } = await beginToShare(page)
  await receivers.fill(clinic)
  await receivers.press(',')
  for (const [answer, words] of [
    [problem(500, 'internal', 'An unexpected error occurred'), 'Failed to share documents'],
    [
      problem(409, 'recipient-not-active', 'One of the businesses can’t receive documents right now.'),
      'Failed to share documents. One of the businesses can’t receive documents right now.',
    ],
  ] as const) {
    await page.route('**/api/shares', (route) => route.fulfill(answer), { times: 1 })
    await share.click()
    await expect(dialog.getByRole('alert')).toHaveText(words)
    expectComplaint(complaints, `status of ${answer.status}`)
  }
  await share.click()
  await expect(page.getByText('Shared 2 documents with 1 recipient.')).toBeVisible()
})

test('documents shared with two businesses and an address show it in the list, on the dashboard and among the shares', async ({
  page,
  context,
  app,
}) => {
  await ownerWithDocuments(page, app, [certificate, card, letter])
  await page.goto('/user/documents')
  const other = await context.newPage()
  await other.goto('/user/dashboard')
  await expect(other.getByRole('link', { name: 'Shared 0' })).toBeVisible()

  const { dialog, recipients: receivers, share } = await beginToShare(page)
  await receivers.fill('maple')
  await expect(dialog.getByRole('option', { name: /^Maple Street Supply/ })).toBeVisible()
  await receivers.press('Enter')
  const mayKeep = (who: string) =>
    dialog.getByText(
      `If ${who} relies on it for a tax-free purchase, it may keep a copy as tax law requires.`,
    )
  await expect(mayKeep('Maple Street Supply')).toBeVisible()
  await receivers.fill('lakeside')
  await dialog.getByRole('option', { name: 'Lakeside Office Goods' }).click()
  await expect(mayKeep('one of these businesses')).toBeVisible()
  await receivers.fill('Pat@Clinic.example')
  await receivers.press(',')
  await expect(dialog.getByRole('list', { name: 'Recipients' }).getByRole('listitem')).toHaveText([
    'Maple Street Supply',
    'Lakeside Office Goods',
    clinic,
  ])
  await dialog.getByLabel('Watermark').check()
  await expectSoundLook(page)
  await share.click()
  await expect(page.getByText('Shared 2 documents with 3 recipients.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, card, 'and 1 more')).toBeVisible()
  await expect(row(page, 'Not shared')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /Share Selected/ })).toHaveCount(0)

  await expect(other.getByRole('link', { name: 'Shared 2' })).toBeVisible()
  const recent = other.getByRole('list', { name: 'Recently Shared With' }).getByRole('listitem')
  await expect(recent.filter({ hasText: 'Maple Street Supply' })).toContainText('2 documents')
  await expect(recent).toHaveCount(2)
  await expectSoundLook(other)

  await other.getByRole('link', { name: 'Shared 2' }).click()
  await expect(other).toHaveURL('/user/documents?shared=1')
  await expect(row(other, 'Pending')).toHaveCount(4)
  await expect(row(other, clinic, 'Active', 'Not viewed yet')).toHaveCount(2)
  await expectSoundLook(other)
})

test('an owner revokes one share, then several at once, and another tab follows', async ({
  page,
  context,
  app,
}) => {
  const documentIds = await ownerWithDocuments(page, app, [certificate, card])
  await shareAs(page, documentIds, { businesses: ['maple'], emails: [clinic] })
  await page.goto('/user/documents')
  await expect(row(page, card, 'Maple')).toHaveCount(1)
  const other = await context.newPage()
  await other.goto('/user/documents?shared=1')

  await other.getByRole('button', { name: `Revoke ${card} from Maple Street Supply` }).click()
  const question = other.getByRole('alertdialog', { name: 'Stop sharing' })
  await expect(question).toContainText(card)
  await expectSoundLook(other)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(row(other, 'Maple Street Supply', card, 'Revoked')).toBeVisible()
  await expect(row(page, card, 'Maple')).toHaveCount(0)
  for (const name of [certificate, card]) {
    await other.getByRole('checkbox', { name: `Select ${name} with ${clinic}` }).check()
  }
  await other.getByRole('button', { name: 'Revoke Selected (2)' }).click()
  await question.getByRole('button', { name: 'Revoke 2 shares' }).click()
  await expect(row(other, clinic, 'Revoked', 'Revoked')).toHaveCount(2)
})

test('a revoked document is shared again, shows its history, and is revoked from its own page', async ({
  page,
  app,
}) => {
  const documentIds = await ownerWithDocuments(page, app, [certificate, card])
  const shares = await shareAs(page, documentIds, { businesses: ['maple'], emails: [clinic] })
  const revoked = shares.filter(
    ({ document, receiver }) => document.name === card || receiver.kind === 'email',
  )
  await callAs(page, 'POST', '/api/shares/revoke', { ids: revoked.map(({ id }) => id) })

  await page.goto('/user/documents?shared=1')
  await page.getByLabel('Status').selectOption('Revoked')
  await expect(page.getByRole('row')).toHaveCount(1 + 3)
  await page.getByRole('button', { name: `Share ${card} with Maple Street Supply again` }).click()
  const again = page.getByRole('dialog', { name: 'Share a document' })
  await expect(again.getByRole('list', { name: 'Recipients' })).toHaveText('Maple Street Supply')
  await again.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Shared 1 document with 1 recipient again.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(1 + 2)

  await page.goto('/user/documents')
  await page.getByRole('link', { name: card }).click()
  const sharedWith = page.getByRole('list', { name: 'Shared With' }).getByRole('listitem')
  await expect(sharedWith.filter({ hasText: 'Maple Street Supply' })).toContainText('Pending')
  await page.getByRole('button', { name: 'History with Maple Street Supply' }).click()
  await expect(page.getByRole('list', { name: 'History with Maple' }).getByRole('listitem')).toContainText([
    'You shared it again',
    'You stopped sharing it',
    'You shared it',
  ])
  await page.getByRole('heading', { name: 'Activity' }).click()
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText(
    'You stopped sharing it with Maple Street Supply',
  )
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Revoke from Maple Street Supply' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(sharedWith.filter({ hasText: 'Maple Street Supply' })).toContainText('Revoked')
})

test('on a phone, from the dashboard, with keys alone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, demoPerson('user'), '/user/dashboard')
  await expect(page.getByRole('link', { name: /^Processed [123]/ })).toBeVisible(processing)
  const begin = page.getByRole('button', { name: 'Share Documents' })
  await begin.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Search documents...')).toBeFocused()
  await expect(dialog.getByRole('checkbox').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('checkbox').first()).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continue (1)' }).press('Enter')

  await expect(dialog.getByRole('heading', { name: 'What recipients see' })).toBeVisible()
  const recipients = dialog.getByRole('combobox', { name: 'Share with' })
  await expect(recipients).toBeFocused()
  await page.keyboard.type('lakeside')
  await expect(dialog.getByRole('option')).toContainText('Lakeside Office Goods')
  await page.keyboard.press('Enter')
  await page.keyboard.type('lee@school.example ')
  await page.keyboard.press('Backspace')
  const chips = dialog.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
  await expect(chips).toHaveText(['Lakeside Office Goods'])
  await page.keyboard.type('lee@school.example')
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Shared 1 document with 2 recipients.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(begin).toBeFocused()

  await page.goto('/user/documents?shared=1&q=lee')
  await expect(row(page, 'lee@school.example', 'Active')).toBeVisible()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
})
