import type { Document } from '@exempta/contract/documents'
import type { ReceivedDocument } from '@exempta/contract/review'
import type { Browser, Page } from '@playwright/test'
import { callAs, enter, type NewAccount, newPerson } from '../accounts/people.ts'
import { elsewhere, shareAs } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

/** With the demo, which has processed documents, a business without any, and one with a team. */
const test = testWith(() => startJourneyApp(['--demo']))

const certificate = 'Resale certificate for Maple Street.pdf'
const reason = 'The stamp is missing'
const processing = { timeout: 120_000 }

const row = (page: Page, ...words: string[]) =>
  words.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('row'))

/** The user shares everything that is processed with the business. */
async function shareAll(page: Page): Promise<Document[]> {
  await expect(row(page, 'Processed')).toHaveCount(3, processing)
  const { items } = await callAs<{ items: Document[] }>(page, 'GET', '/api/documents')
  const ids = items.map(({ id }) => id)
  await shareAs(page, ids, { businesses: ['lakeside'], message: 'Please check these.' })
  return items
}

/** The user, on the page of the certificate that is shared with the business, and the manager, on the list of what it got. */
async function userAndManager(page: Page, browser: Browser, app: JourneyApp) {
  const { page: user } = await elsewhere(browser, app)
  await Promise.all([
    enter(page, demoPerson('lakeside'), '/business/documents'),
    enter(user, demoPerson('user'), '/user/documents'),
  ])
  const documents = await shareAll(user)
  const received = async () =>
    (await callAs<{ items: ReceivedDocument[] }>(page, 'GET', '/api/received')).items
  // What an earlier journey reviewed waits again.
  for (const { id, status } of await received()) {
    if (status !== 'pending') await callAs(page, 'POST', `/api/received/${id}/reopen`)
  }
  await user.goto(`/user/documents/${documents.find(({ name }) => name === certificate)?.id}`)
  return {
    user,
    documents,
    shares: user.getByRole('list', { name: 'Shared With' }),
    panel: page.getByRole('complementary', { name: 'Review' }),
    received,
  }
}

test('a business gets documents live and finds them by the name of their owner', async ({
  page,
  browser,
  app,
}) => {
  const { page: user } = await elsewhere(browser, app)
  await Promise.all([
    enter(page, demoPerson('lakeside'), '/business/documents'),
    enter(user, demoPerson('user'), '/user/documents'),
  ])
  await expect(page.getByText('No documents found matching your criteria.')).toBeVisible()
  await shareAll(user)
  await expect(row(page, 'Rosa Delgado', 'Pending')).toHaveCount(3)
  for (const name of ['Document', 'User', 'Date Received', 'Status', 'Actions']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  for (const action of ['View', 'Download', 'Verify', 'Reject']) {
    await expect(page.getByLabel(`${action} ${certificate}`, { exact: true })).toBeVisible()
  }
  await page.getByLabel('Search documents or users...').fill('ROSA')
  await expect(page).toHaveURL('/business/documents?q=ROSA')
  await page.keyboard.press('Tab')
  await expectSoundLook(page)
  await page.goto('/business/dashboard')
  await expect(page.getByRole('columnheader')).toHaveText(['Document', 'User', 'Status', 'Date'])
})

/** The review workspace shows the document with this name. */
const openedAs = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('a manager reviews everything by keys alone, and the owner sees the reason at once', async ({
  page,
  browser,
  app,
}) => {
  const { documents, shares, panel } = await userAndManager(page, browser, app)
  const name = page.getByRole('link', { name: certificate, exact: true })
  await name.focus()
  await page.keyboard.press('r')
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Please give a reason').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/business/documents')

  await name.press('Enter')
  await expect(openedAs(page, certificate)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Received Documents' })).toHaveAttribute('aria-current', 'page')
  // Only photos of cards have that notice.
  await expect(panel.getByText('Credit card information is automatically redacted')).toHaveCount(0)
  await expect(panel.getByText('Please check these.')).toBeVisible()
  const picture = page.getByAltText('Page 1, redacted')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(panel.getByRole('list', { name: 'History' })).toContainText('Rosa Delgado shared it')
  const rail = page.getByRole('navigation', { name: 'Pending documents' })
  await expect(rail).toHaveCount(0)
  await page.getByRole('button', { name: 'Show pending documents' }).click()
  await expect(rail.getByRole('link')).toHaveCount(documents.length)
  await expect(rail.getByRole('link', { name: certificate })).toHaveAttribute('aria-current', 'page')
  await expectSoundLook(page)
  await page.keyboard.press('r')
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type(reason)
  await expectSoundLook(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Rejected ${certificate}. We’ll let Rosa Delgado know why.`)).toBeVisible()
  await expect(shares).toContainText('Rejected')
  await expect(shares).toContainText(reason)

  await expect(openedAs(page, certificate)).toHaveCount(0)
  for (const [left] of documents.slice(1).entries()) {
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    const pages = page.getByRole('region', { name: `Pages of ${heading}` })
    await expect(pages.getByRole('region', { name: 'Page 1 of 1' })).toBeFocused()
    await page.keyboard.press('v')
    await expect(page.getByText(`Verified ${heading}.`)).toBeVisible()
    if (left < documents.length - 2) await expect(openedAs(page, heading)).toHaveCount(0)
  }
  await expect(panel.getByText('There’s nothing left to review.')).toBeVisible()
  await panel.getByRole('link', { name: 'View all documents' }).click()
  await expect(row(page, 'Verified')).toHaveCount(2)
})

test('Undo takes a review back and never covers Verify or Reject, on a phone too', async ({
  page,
  browser,
  app,
}) => {
  const { shares, panel, received } = await userAndManager(page, browser, app)
  await page.getByRole('button', { name: 'Review Pending' }).click()
  await page.getByRole('button', { name: 'Show pending documents' }).click()
  await page
    .getByRole('navigation', { name: 'Pending documents' })
    .getByRole('link', { name: certificate })
    .click()
  await expect(openedAs(page, certificate)).toBeVisible()
  const verify = panel.getByRole('button', { name: 'Verify' })
  const placeOf = async () => (await verify.boundingBox())?.y
  const place = await placeOf()
  await verify.click()
  await expect(shares).toContainText('Verified')
  await expect(openedAs(page, certificate)).toHaveCount(0)
  const undo = panel.getByRole('button', { name: 'Undo' })
  const [undoBox, verifyBox] = [await undo.boundingBox(), await verify.boundingBox()]
  expect((undoBox?.y ?? 0) + (undoBox?.height ?? 0)).toBeLessThan(verifyBox?.y ?? 0)
  expect(await placeOf()).toBe(place)
  await expectSoundLook(page)
  await undo.click()
  await expect(openedAs(page, certificate)).toBeVisible()
  await expect(shares).toContainText('Pending')
  await expect(panel.getByText('Pending')).toBeVisible()

  await panel.getByRole('button', { name: 'Reject' }).click()
  await panel.getByRole('button', { name: 'The form has expired.' }).click()
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toHaveValue('The form has expired.')
  await panel.getByRole('button', { name: 'Reject document' }).click()
  await expect(shares).toContainText('The form has expired.')
  await undo.click()
  await expect(openedAs(page, certificate)).toBeVisible()
  await expect(shares).toContainText('Pending')
  await panel.getByRole('button', { name: 'Reject' }).click()
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toHaveValue('The form has expired.')

  await page.setViewportSize({ width: 360, height: 740 })
  const id = (await received()).find(({ document }) => document.name === certificate)?.id
  // Notifications of earlier releases have this address.
  await page.goto(`/business/documents?open=${id}`)
  await expect(page).toHaveURL(`/business/documents/${id}`)
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toHaveValue('The form has expired.')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(verify).toBeInViewport()
  await expectSoundLook(page)
  await verify.click()
  await expect(panel.getByText(`Verified ${certificate}.`)).toBeVisible()
  await expectSoundLook(page)
})

// Before a second manager joins.
test('the last manager of a business stays', async ({ page, complaints }) => {
  await enter(page, demoPerson('lakeside'), '/business/team')
  await page.getByRole('button', { name: 'Leave the business' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(
    'This is the only manager of the business. Make someone else a manager first.',
  )
  expectComplaint(complaints, 'status of 409')
})

test('two managers see each other, assign documents, and a typed reason is not lost', async ({
  page,
  browser,
  app,
  complaints,
}) => {
  const { user, panel, received } = await userAndManager(page, browser, app)
  const colleague = newPerson()
  const emailed = await invite(page, app, 'lakeside', colleague.email, 'Manager')
  const { page: other } = await elsewhere(browser, app)
  await join(other, await emailed(), colleague)
  const share = (await received()).find(({ document }) => document.name === certificate)
  await page.goto(`/business/documents/${share?.id}`)
  await panel.getByLabel('Assigned to').selectOption({ label: colleague.name })
  await other.getByRole('button', { name: /^Notifications, / }).click()
  await other
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(`assigned ${certificate} to you`) })
    .press('Enter')
  await expect(other).toHaveURL(`/business/documents/${share?.id}`)
  await expect(page.getByText(`${colleague.name} is looking at this.`)).toBeVisible()
  await expect(other.getByText(/ is looking at this\.$/)).toBeVisible()
  await expectSoundLook(page)

  await other.getByRole('button', { name: 'Show pending documents' }).click()
  // The filter is in the address, so the box is checked a moment after the click.
  const onlyMine = other.getByRole('checkbox', { name: 'Assigned to me' })
  await onlyMine.click()
  await expect(onlyMine).toBeChecked()
  await expect(other.getByRole('navigation', { name: 'Pending documents' }).getByRole('link')).toHaveCount(1)
  await panel.getByRole('button', { name: 'Reject' }).click()
  await panel.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await page.reload()
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toHaveValue(reason)
  const typed = panel.getByRole('textbox', { name: 'Reason' })
  await typed.press('End')
  await other.getByRole('complementary', { name: 'Review' }).getByRole('button', { name: 'Verify' }).click()
  await expect(panel.getByText(`${colleague.name} verified this document`)).toBeVisible()
  // Each of these letters is a shortcut, and the next document has a rejection of its own.
  await page.keyboard.type(' jkvr')
  await expect(openedAs(page, certificate)).toBeVisible()
  await expect(typed).toBeFocused()
  await expect(typed).toHaveValue(`${reason} jkvr`)
  await page.keyboard.press('Enter')
  await expectSoundLook(page)
  expect((await received()).filter(({ status }) => status === 'pending')).toHaveLength(2)
  await panel.getByRole('button', { name: 'Discard my reason' }).click()
  await expect(typed).toHaveCount(0)
  await panel.getByRole('button', { name: 'Reopen review' }).click()
  await panel.getByRole('button', { name: 'Reject' }).click()
  await typed.fill(reason)
  await other.goto(`/business/documents/${share?.id}?assigned=me`)
  await other.getByRole('complementary', { name: 'Review' }).getByRole('button', { name: 'Verify' }).click()
  await panel.getByRole('button', { name: 'Reopen and continue' }).click()
  await expect(panel.getByRole('button', { name: 'Reject document' })).toBeVisible()
  await expect(typed).toHaveValue(reason)
  await other.getByRole('link', { name: 'Close' }).click()
  await expect(other).toHaveURL('/business/documents?assigned=me')
  await expect(row(other, certificate, `Assigned to ${colleague.name}`)).toBeVisible()
  await expect(other.getByRole('row')).toHaveCount(2)
  await expect(page.getByText(/ is looking at this\.$/)).toHaveCount(0)

  // The field itself disappears when the owner stops sharing: what is typed on is no shortcut.
  await user.getByRole('button', { name: 'Revoke from Lakeside Office Goods' }).click()
  await typed.press('End')
  await user.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(panel.getByText('Your reason wasn’t sent.')).toBeVisible()
  await page.keyboard.type('jkvr')
  await expect(page).toHaveURL(`/business/documents/${share?.id}`)
  expectComplaint(complaints, 'status of 404')
})

test('managers keep their own reasons for rejecting in the business profile', async ({ page }) => {
  await enter(page, demoPerson('business'), '/business/profile?tab=review')
  await page.getByRole('button', { name: 'Edit reject reasons' }).click()
  await page.getByLabel('Reasons', { exact: true }).fill('Not signed.\n\nWrong year.')
  // Where the page stopped scrolling, the header may hide half of a button.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Reject reasons saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Wrong year.' })).toBeVisible()
})

test('a manager lets Exempta verify what leaves no doubt', async ({ page }) => {
  await enter(page, demoPerson('business'), '/business/profile?tab=review')
  const automatic = page.getByRole('switch', { name: 'Verify certificates automatically' })
  await expect(automatic).not.toBeChecked()
  await automatic.press('Space')
  await expect(page.getByText('Automatic review is on.')).toBeVisible()
  await page.reload()
  await expect(automatic).toBeChecked()
})

test('a rejected document is shared again, verified, reopened and revoked, and both sides see it at once', async ({
  page,
  browser,
  app,
  complaints,
}) => {
  const { user, shares, panel, received } = await userAndManager(page, browser, app)
  const pending = (await received()).filter(({ status }) => status === 'pending')
  for (const { id, document } of pending) {
    const { version } = document
    if (document.name === certificate)
      await callAs(page, 'POST', `/api/received/${id}/reject`, { version, reason })
    else await callAs(page, 'POST', '/api/received/verify', { documents: [{ id, version }] })
  }
  await expect(row(page, 'Verified')).toHaveCount(2)

  await user.getByRole('button', { name: 'Share with Lakeside Office Goods again' }).click()
  await user.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click()
  await expect(row(page, certificate, 'Pending')).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${certificate}` }).check()
  await page.getByRole('button', { name: 'Verify Selected (1)' }).click()
  await expect(row(page, 'Verified')).toHaveCount(3)
  await expect(shares).toContainText('Verified')
  await page.getByRole('link', { name: certificate, exact: true }).click()
  await panel.getByRole('button', { name: 'Reopen review' }).click()
  await expect(shares).toContainText('Pending')
  await panel.getByRole('button', { name: 'Verify' }).click()
  await expect(shares).toContainText('Verified')
  await user.getByRole('button', { name: 'History with Lakeside Office Goods' }).click()
  await expect(user.getByRole('list', { name: 'History with Lakeside' })).toContainText(reason)

  await expect(panel.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toContainText(
    'verified it',
  )
  await user.getByRole('button', { name: 'Revoke from Lakeside Office Goods' }).click()
  await user.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The customer stopped sharing this document.')).toBeVisible()
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(row(page, certificate)).toHaveCount(0)
  expectComplaint(complaints, 'status of 404')
})

/** A manager on the team page who has invited a person. Returns the link from the email to that person. */
async function invite(page: Page, app: JourneyApp, manager: string, email: string, role = 'Viewer') {
  await enter(page, demoPerson(manager), '/business/team')
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(row(page, email, role)).toBeVisible()
  return () => app.emailedLink(email, '/invitation')
}

async function join(page: Page, link: string, { name, password }: NewAccount): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Full Name').fill(name)
  for (const label of ['Password', 'Confirm Password']) {
    await page.getByLabel(label, { exact: true }).fill(password)
  }
  await page.getByRole('button', { name: 'Join the team' }).click()
  await expect(page).toHaveURL('/business/dashboard')
}

test('a manager invites a person to the team and sends the link again', async ({ page, app }) => {
  await enter(page, demoPerson('business'), '/business/team')
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  await expect(dialog).toContainText(
    'Viewers may view and download documents and work at the counter. Managers may also invite users and manage documents.',
  )
  await dialog.getByLabel('Email Address').fill('nobody')
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectSoundLook(page)

  const { email } = newPerson()
  const emailed = await invite(page, app, 'business', email)
  const first = await emailed()
  await page.getByRole('button', { name: `Send ${email} a new link` }).click()
  await expect.poll(emailed).not.toBe(first)
  await expectSoundLook(page)
})

test('a viewer looks and downloads, and cannot review', async ({ page, browser, app }) => {
  const { page: user } = await elsewhere(browser, app)
  await enter(user, demoPerson('user'), '/user/documents')
  await shareAll(user)
  const colleague = newPerson()
  const emailed = await invite(page, app, 'lakeside', colleague.email)
  const { page: viewer } = await elsewhere(browser, app)
  await join(viewer, await emailed(), colleague)
  await expect(viewer.getByRole('button', { name: 'Invite User' })).toHaveCount(0)
  await expectSoundLook(viewer)
  await viewer.goto('/business/documents')
  const shared = viewer.getByRole('link', { name: certificate, exact: true })
  await expect(shared).toBeVisible()
  await expect(viewer.getByRole('button', { name: /Verify|Reject|Review/ })).toHaveCount(0)
  await viewer.getByRole('checkbox', { name: `Select ${certificate}` }).check()
  await expect(viewer.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: /Verify|Reject|Assign/ })).toHaveCount(0)
  await shared.press('Enter')
  // The list has such a button, too.
  await viewer.waitForURL(/\/business\/documents\/./)
  await expect(viewer.getByRole('button', { name: `Download ${certificate}` })).toBeVisible()
  await viewer.keyboard.press('v')
  await expect(viewer.getByRole('button', { name: /Verify|Reject|Reopen/ })).toHaveCount(0)
  const { items } = await callAs<{ items: ReceivedDocument[] }>(viewer, 'GET', '/api/received')
  const pending = items.find(({ document }) => document.name === certificate)
  expect(pending?.status).toBe('pending')
  const refused = await viewer.request.post(`${app.url}/api/received/verify`, {
    headers: { origin: app.url },
    data: { documents: [{ id: pending?.id, version: 1 }] },
  })
  expect(refused.status()).toBe(403)

  await viewer.route(`**/api/received/${pending?.id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), pages: [] } })
  })
  await viewer.reload()
  await expect(viewer.getByText('Preview not available')).toBeVisible()
})

test('a viewer who becomes a manager can review at once, until removed', async ({ page, browser, app }) => {
  const { page: user } = await elsewhere(browser, app)
  await enter(user, demoPerson('user'), '/user/documents')
  await shareAll(user)
  const colleague = newPerson()
  const emailed = await invite(page, app, 'lakeside', colleague.email)
  const { page: viewer } = await elsewhere(browser, app)
  await join(viewer, await emailed(), colleague)
  await viewer.goto('/business/documents')
  await viewer.getByRole('link', { name: certificate, exact: true }).press('Enter')
  await expect(viewer.getByRole('button', { name: `Download ${certificate}` })).toBeVisible()

  await page.reload()
  await expect(row(page, colleague.name, 'Active')).toBeVisible()
  await expect(page.getByText('No open invitations.')).toBeVisible()
  await page.getByLabel(`Role of ${colleague.name}`).selectOption('Manager')
  await expect(page.getByText(`${colleague.name} is now a manager.`)).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Verify' })).toBeVisible()
  await page.getByRole('button', { name: `Remove ${colleague.name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row(page, colleague.name)).toHaveCount(0)
  await expect(viewer.getByRole('heading', { name: 'You’re not on a team right now' })).toBeVisible()
})

test('a manager sees the figures and exports them', async ({ page }) => {
  await enter(page, demoPerson('business'), '/business/dashboard')
  await expect(page.getByText(/^Welcome .*, Dana Ruiz/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Business Users' })).toContainText('Tom Becker')
  await expectSoundLook(page)
  const reports = page.getByRole('link', { name: /View Reports/ })
  await expect(reports).toHaveAttribute('href', '/business/reports')
  await reports.click()
  await page.getByText('Show figures').first().click()
  await expect(page.getByRole('table', { name: 'Received per week' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await page.getByLabel('From').fill('2020-01-01')
  await expect(page.getByText(/Please choose at most \d+ days/)).toBeVisible()
  await expectSoundLook(page)
})

test('a manager keeps the profile of the business and the own preferences', async ({ page }) => {
  await enter(page, demoPerson('business'), '/business/profile')
  for (const card of ['Business Information', 'Notification Preferences']) {
    await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible()
  }
  for (const name of ['Account Type', 'Verification Status', 'Tax ID', 'Tax ID / EIN', 'Business Type']) {
    await expect(
      page
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${name}$`) })
        .first(),
    ).toBeVisible()
  }
  for (const name of ['New documents received', 'Document updates']) {
    await expect(page.getByRole('checkbox', { name })).toBeChecked()
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  for (const name of ['Business Name', 'Business Email', 'Business Address']) {
    await expect(page.getByLabel(name, { exact: true })).toBeVisible()
  }
  const save = page.getByRole('button', { name: 'Save Changes' })
  await page.getByLabel('Tax ID / EIN').fill('12')
  await page.getByLabel('Website').fill('javascript:alert(1)')
  await save.click()
  await expect(page.getByText('Please enter an EIN such as 12-3456789').first()).toBeVisible()
  await expect(page.getByText('Please enter a web address').first()).toBeVisible()
  await expectSoundLook(page)
  await page.getByLabel('Tax ID / EIN').fill('123456789')
  await page.getByLabel('Website').fill('https://maple.example/')
  await page.getByLabel('Phone Number').fill('+1 312 555 0100')
  await expect(page.getByLabel('Business Type').getByRole('option')).toContainText([
    'Retail',
    'Healthcare',
    'Education',
    'Government',
    'Nonprofit',
    'Other',
  ])
  await page.getByLabel('Business Type').selectOption('Retail')
  await save.click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  const weekly = page.getByRole('checkbox', { name: 'Weekly summary' })
  await expect(weekly).toBeChecked()
  await weekly.click()
  await expect(page.getByText('Notification preferences saved.')).toBeVisible()
  await page.reload()
  await expect(weekly).not.toBeChecked()
  // On the card and in the summary beside it.
  await expect(page.getByRole('definition').filter({ hasText: '12-3456789' })).toHaveCount(2)
  await expect(page.getByRole('definition').filter({ hasText: 'Retail' })).toHaveCount(2)
  await expectSoundLook(page)
})
