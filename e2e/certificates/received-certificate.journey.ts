import type { ReceivedDocument } from '@exempta/contract/review'
import type { Browser, Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { elsewhere, shareAs } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { blank, filledCertificate, panel, uploadCertificate } from './certificates.ts'

/** With the demo, which has a user with a confirmed address and a business without any documents. */
const test = testWith(() => startJourneyApp(['--demo']))

/** A user who has uploaded a certificate, and a manager on the list of what the business received. */
async function userAndManager(page: Page, browser: Browser, app: JourneyApp, name: string, buffer: Buffer) {
  const { page: user } = await elsewhere(browser, app)
  await Promise.all([
    enter(page, demoPerson('lakeside'), '/business/documents'),
    enter(user, demoPerson('user'), '/user/documents'),
  ])
  const id = await uploadCertificate(user, app, buffer, name)
  await shareAs(user, [id], { businesses: ['lakeside'] })
  return { user, id }
}

const evidence = (page: Page) => page.getByRole('region', { name: 'Pages', exact: true })
const workspace = (page: Page) => page.getByRole('complementary', { name: 'Review' })

test('a filled certificate is confirmed with one click, and the business sees it with its evidence', async ({
  page,
  browser,
  app,
}) => {
  test.skip(!blank, 'The blank ST-120 is not in ../shared/forms.')
  if (!blank) return
  const name = 'Resale certificate ST-120.pdf'
  const { user, id } = await userAndManager(page, browser, app, name, await filledCertificate(blank))

  const opened = Date.now()
  await user.goto(`/user/documents/${id}`)
  await panel(user).getByRole('button', { name: 'Yes, this is right' }).click()
  await expect(panel(user)).toContainText('Confirmed. 1 business can use it now.')
  const tookMs = Date.now() - opened
  test.info().annotations.push({ type: 'page open to confirmed', description: `${tookMs} ms` })
  process.stdout.write(`  from opening the page to confirmed: ${tookMs} ms\n`)

  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('NY')
  await expect(row).toContainText('ST-120')
  await expect(row).toContainText('12-3456789')
  await page.getByLabel('State', { exact: true }).selectOption('New York')
  await expect(page).toHaveURL(/state=NY/)
  await page.getByLabel('Form', { exact: true }).selectOption('ST-120')
  await page.getByLabel('Search documents or users...').fill('123456789')
  await expect(row).toHaveCount(1)
  await expectSoundLook(page)
  await page.getByLabel('Expires', { exact: true }).selectOption('Expired')
  await expect(page.getByText('No documents found matching your criteria.')).toBeVisible()
  await page.getByLabel('Expires', { exact: true }).selectOption('Any Expiration Date')

  await row.getByRole('link', { name, exact: true }).click()
  await expect(workspace(page)).toContainText(/Read by Exempta, confirmed by the customer on \w+ \d+, \d{4}/)
  await expect(workspace(page)).toContainText('New York ST-120, Resale Certificate (6/18)')
  await workspace(page)
    .getByRole('button', { name: /Purchaser/ })
    .click()
  await expect(evidence(page).getByRole('button', { name: '1: Purchaser' })).toBeFocused()
  await expectSoundLook(page)

  // The owner says something else: the open page shows both.
  await panel(user).getByRole('button', { name: 'Change something' }).click()
  await panel(user).getByLabel('Purchaser').fill('Prairie Wind Foods Incorporated')
  await panel(user).getByRole('button', { name: 'Save and confirm' }).click()
  const purchaser = workspace(page).getByRole('button', { name: /Purchaser/ })
  await expect(purchaser).toContainText('Prairie Wind Foods Incorporated')
  await expect(purchaser).toContainText('Changed')
  await expect(purchaser).toContainText('We read “Prairie Wind Foods Co”')

  await panel(user).getByRole('button', { name: 'Undo confirmation' }).click()
  const question = user.getByRole('alertdialog', { name: 'Undo confirmation?' })
  await expect(question).toContainText('The 1 business that has it won’t be able to rely on this certificate')
  await question.getByRole('button', { name: 'Undo confirmation' }).click()
  await expect(workspace(page)).toContainText('not confirmed by the customer yet')
})

test('owner and business do all of it with the keyboard alone', async ({ page, browser, app }) => {
  const name = 'Certificate of Cascadia.pdf'
  const lines = [
    'Sales tax exemption certificate of Cascadia County',
    'Name of purchaser: Prairie Wind Foods',
    'Tax exempt number: E-123456',
    'I certify that the statements above are true.',
  ]
  const { user, id } = await userAndManager(page, browser, app, name, textPdf(lines))
  await user.goto(`/user/documents/${id}`)
  const read = panel(user)
  await tabTo(user, read.getByRole('button', { name: 'Fill in the details' }))
  await user.keyboard.press('Enter')
  await tabTo(user, read.getByLabel('State', { exact: true }))
  await user.keyboard.type('Texas')
  await tabTo(user, read.getByLabel('Signed'))
  await user.keyboard.type('Yes')
  await tabTo(user, read.getByRole('button', { name: 'Save and confirm' }))
  await user.keyboard.press('Enter')
  await expect(read).toContainText('Confirmed. 1 business can use it now.')

  await tabTo(page, page.getByRole('link', { name, exact: true }))
  await page.keyboard.press('Enter')
  await expect(workspace(page)).toContainText('Entered by the customer on')
  await expect(workspace(page)).toContainText('We don’t know this form.')
  await expect(workspace(page)).toContainText('Texas')
  await page.keyboard.press('2')
  await expect(evidence(page).getByRole('button', { name: /^2: / })).toBeFocused()
  await page.keyboard.press('1')
  await expect(evidence(page).getByRole('button', { name: '1: Purchaser' })).toBeFocused()
  await page.keyboard.press('v')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('We don’t know this form.')
  await expectSoundLook(page)
  await question.getByRole('button', { name: 'Verify anyway' }).click()
  const { items } = await callAs<{ items: ReceivedDocument[] }>(page, 'GET', `/api/received?search=Cascadia`)
  await expect
    .poll(async () => (await callAs<ReceivedDocument>(page, 'GET', `/api/received/${items[0]?.id}`)).status)
    .toBe('verified')
})

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: ReturnType<Page['locator']>): Promise<void> {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < 200; presses++) {
    if (await element.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(element).toBeFocused()
}
