import type { DocumentDetails } from '@exempta/contract/documents'
import type { Page } from '@playwright/test'
import { callAs } from '../accounts/people.ts'
import { ownerWithDocuments } from '../fixtures/actors.ts'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import type { JourneyApp } from '../fixtures/journey-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { expectComplaint } from '../shell/as-person.ts'

// One product for all journeys of this file: each starts engines of its own.
test.describe.configure({ mode: 'default' })

const processing = { timeout: 120_000 }

/** A license by all its words, but without its number and date of birth: the engine asks about both. */
const license = textPdf([
  'STATE OF MAPLE',
  'DRIVER LICENSE',
  'DOB',
  'CLASS C   REST NONE   END NONE',
  'SEX F   HGT 5-06   EYES BRO',
  'ISS 01/06/2024   EXP 01/06/2032',
  'DONOR',
])

/** Someone on the page of a document that needs a check. */
async function ownerAtCheck(page: Page, app: JourneyApp) {
  await ownerWithDocuments(page, app, [])
  await page.goto('/user/documents')
  const answer = await page.request.post('/api/documents', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { document: { name: 'license.pdf', mimeType: 'application/pdf', buffer: license } },
  })
  expect(answer.status()).toBe(200)
  const row = page.getByRole('row').filter({ hasText: 'license.pdf' })
  await expect(row).toContainText('Check before sharing', processing)
  return { row, check: page.getByRole('region', { name: 'Check before sharing' }) }
}

test('a document is checked, one area hidden and one found fine, and then shared', async ({
  page,
  sharedApp,
}) => {
  const { row, check } = await ownerAtCheck(page, sharedApp)
  // Until then there is no way to share it or to open it by a link.
  await expect(row.getByRole('checkbox')).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^View/ })).toHaveCount(0)
  await page.goto('/user/dashboard')
  await expect(page.getByText('We need you to look at 1 document before you can share it.')).toBeVisible()
  await page.getByRole('button', { name: 'Share Documents' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: 'license.pdf' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Check it' }).click()
  await row.getByRole('link', { name: 'Check before sharing' }).click()

  await expect(check).toContainText('we didn’t find one')
  await expect(page.getByText('Nothing had to be hidden')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
  const areas = check.getByRole('listitem')
  await expect(areas).toHaveCount(2)
  await expect(check.getByText('0 of 2 checked')).toBeVisible()
  const done = check.getByRole('button', { name: 'Done' })
  await expect(done).toBeDisabled()
  await expectSoundLook(page)

  await areas.nth(0).getByRole('button', { name: /^Hide/ }).press('Enter')
  await expect(areas.nth(0).getByRole('button', { name: /^Hide/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(areas.nth(0).getByRole('button', { name: /^Hide/ })).toBeFocused()
  await expect(check.getByText('1 of 2 checked')).toBeVisible()
  await page.reload()
  await expect(check.getByText('1 of 2 checked')).toBeVisible()
  // In full screen, the answers and what is hidden stand beside the page.
  const viewer = check.getByRole('region', { name: 'Pages', exact: true })
  await viewer.getByRole('button', { name: 'Full screen' }).click()
  await expect(viewer.getByRole('heading', { name: 'What is hidden' })).toBeVisible()
  const second = viewer.getByRole('list', { name: 'To check on page 1' }).getByRole('listitem').nth(1)
  await viewer.locator('[data-highlight]').last().press('Enter')
  await expect(second.getByRole('button', { name: /^Hide/ })).toBeFocused()
  await second.getByRole('button', { name: /^Hide/ }).click()
  await expect(second.getByRole('button', { name: /^Hide/ })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await viewer.getByRole('button', { name: 'Exit full screen' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await areas.nth(1).getByRole('button', { name: 'It’s fine' }).click()
  await expect(check.getByText('2 of 2 checked')).toBeVisible()
  await expectSoundLook(page)
  await done.click()

  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused(processing)
  await expect(check).toHaveCount(0)
  await expect(page.getByRole('figure').first()).toContainText('Hidden: Blacked out by you')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('combobox').fill('reviewer@lakeside.example')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Share/ }).click()
  await expect(page.getByRole('list', { name: 'Shared With' })).toContainText('reviewer@lakeside.example')
})

test('with the keyboard alone, one key answers an area and goes on to the next', async ({
  page,
  sharedApp,
}) => {
  const { row, check } = await ownerAtCheck(page, sharedApp)
  await row.getByRole('link', { name: 'Check before sharing' }).press('Enter')
  await expect(check.getByText('0 of 2 checked')).toBeVisible()
  for (const key of ['J next area', 'K previous area', 'H hide this', 'I it’s fine'])
    await expect(check.getByText(key)).toBeVisible()
  const viewer = check.getByRole('region', { name: 'Pages', exact: true })
  const [first, second] = [
    viewer.getByRole('button', { name: /^A: / }),
    viewer.getByRole('button', { name: /^B: / }),
  ]

  const letterKeys = check.getByRole('switch', { name: 'Letter keys' })
  await letterKeys.press('Space')
  await page.keyboard.press('j')
  await expect(letterKeys).toBeFocused()
  await letterKeys.press('Space')
  // Nothing is answered before it was shown.
  await page.keyboard.press('h')
  await expect(first).toBeFocused()
  await expect(check.getByText('0 of 2 checked')).toBeVisible()
  await page.keyboard.press('j')
  await expect(second).toBeFocused()
  await page.keyboard.press('k')
  await expect(first).toBeFocused()
  await page.keyboard.press('h')
  await expect(second).toBeFocused()
  await expect(check.getByText('1 of 2 checked')).toBeVisible()
  await page.keyboard.press('i')
  await expect(check.getByText('2 of 2 checked')).toBeVisible()
  const items = check.getByRole('list', { name: 'To check on page 1' }).getByRole('listitem')
  await expect(items.nth(0).getByRole('button', { name: /^Hide/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(items.nth(1).getByRole('button', { name: 'It’s fine' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(check.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused(processing)
  await expect(page.getByRole('figure').first()).toContainText('Hidden: Blacked out by you')
})

test('when two windows decide differently, the second shows a conflict and nothing is lost', async ({
  page,
  context,
  complaints,
  sharedApp,
}) => {
  const { row, check } = await ownerAtCheck(page, sharedApp)
  await row.getByRole('link', { name: 'license.pdf' }).click()
  await expect(check).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  const areasOf = (tab: Page) => tab.getByRole('list', { name: 'To check on page 1' }).getByRole('listitem')
  await expect(areasOf(other)).toHaveCount(2)
  // As if this window had not heard of the other one's decision.
  const id = page.url().split('/').at(-1)
  const stale = await callAs<DocumentDetails>(page, 'GET', `/api/documents/${id}`)
  await page.route(`**/api/documents/${id}`, (route) => route.fulfill({ json: stale }))
  await areasOf(other).nth(0).getByRole('button', { name: 'It’s fine' }).click()
  await expect(other.getByText('1 of 2 checked')).toBeVisible()
  await areasOf(page).nth(0).getByRole('button', { name: /^Hide/ }).click()
  await expect(
    page.getByText('You made a choice for this area in another window. Take another look.'),
  ).toBeVisible()
  expectComplaint(complaints, 'status of 409')
  await page.unroute(`**/api/documents/${id}`)
  await page.reload()
  await expect(check.getByText('1 of 2 checked')).toBeVisible()
  await expect(areasOf(page).nth(0).getByRole('button', { name: 'It’s fine' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // Everything is fine: it is released as it is.
  await areasOf(page).nth(1).getByRole('button', { name: 'It’s fine' }).click()
  await check.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('license.pdf is ready to share.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Share', exact: true })).toBeVisible()
  await page.getByRole('heading', { name: 'Versions' }).click()
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(1)
})

test('the check continues with the new version after part of a page is blacked out', async ({
  page,
  sharedApp,
}) => {
  const { row, check } = await ownerAtCheck(page, sharedApp)
  await row.getByRole('link', { name: 'license.pdf' }).click()
  await check.getByRole('button', { name: 'It’s fine' }).first().click()
  await expect(check.getByText('1 of 2 checked')).toBeVisible()
  await page.getByRole('button', { name: 'Black out more' }).click()
  await page.getByRole('button', { name: 'Add an area' }).click()
  await page.getByRole('button', { name: 'Black out', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Black out' }).click()
  await page.getByRole('heading', { name: 'Versions' }).click()
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions.first()).toContainText(/Version 2\s*Current/, processing)
  await expect(check.getByText('1 of 2 checked')).toBeVisible()
  await check.getByRole('button', { name: 'It’s fine' }).last().click()
  await check.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible()
})
