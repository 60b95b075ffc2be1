import { readFile } from 'node:fs/promises'
import type { DocumentDetails } from '@exempta/contract/documents'
import type { Locator, Page } from '@playwright/test'
import { callAs, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { expect, test } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { expectComplaint, problem } from '../shell/as-person.ts'

// One product for all journeys of this file: each starts engines of its own.
test.describe.configure({ mode: 'default' })

const secret = ['412', '55', '7310'].join('-')
const certificate = textPdf([
  'Sales tax exemption certificate',
  'Name of purchaser: Jane Roe',
  `Social Security number: ${secret}`,
  'I certify that the statements above are true.',
])
const brokenFile = Buffer.from('%PDF-1.7\nnothing of use')
const documentList = /\/api\/documents\?/
const processing = { timeout: 120_000 }

async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  const origin = new URL(page.url()).origin
  const file = { name, mimeType: 'application/octet-stream', buffer }
  const answer = await page.request.post('/api/documents', {
    headers: { origin },
    multipart: { document: file },
  })
  expect(answer.status(), name).toBe(200)
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const names = (page: Page) => page.getByRole('row').getByRole('link', { name: /\.(pdf|jpg)$/ })

async function draw(
  page: Page,
  surface: Locator,
  from: [number, number],
  to: [number, number],
): Promise<void> {
  const box = await surface.boundingBox()
  if (!box) throw new Error('There is no page to draw on.')
  await page.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1])
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps: 3 })
  await page.mouse.up()
}

/** With one finger, which Playwright can only tap with. */
async function drawByTouch(
  page: Page,
  surface: Locator,
  from: [number, number],
  to: [number, number],
): Promise<void> {
  await surface.scrollIntoViewIfNeeded()
  const box = await surface.boundingBox()
  if (!box) throw new Error('There is no page to draw on.')
  const at = ([x, y]: [number, number]) => [{ x: box.x + box.width * x, y: box.y + box.height * y }]
  const browser = await page.context().newCDPSession(page)
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
  await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) })
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await browser.detach()
}

/** Any picture with words in it will do. */
async function takePhoto(page: Page): Promise<Buffer> {
  await page.goto('/about')
  return page.screenshot({ type: 'jpeg', clip: { x: 340, y: 120, width: 600, height: 400 } })
}

/** A person on the list of their three documents: two are processed, and one failed. */
async function ownerOfThree(page: Page): Promise<void> {
  await registered(page)
  const photo = await takePhoto(page)
  await page.goto('/user/documents')
  await send(page, 'certificate.pdf', certificate)
  await send(page, 'photo.jpg', photo)
  await send(page, 'broken.pdf', brokenFile)
  await expect(row(page, 'broken.pdf')).toContainText('Failed', processing)
  for (const name of ['certificate.pdf', 'photo.jpg']) {
    await expect(row(page, name).getByRole('checkbox')).toBeVisible(processing)
  }
}

test('uploaded documents appear and are processed while two tabs look on', async ({ page, context }) => {
  await registered(page)
  const photo = await takePhoto(page)
  await page.goto('/user/documents')
  await expect(page.getByText('No documents found matching your criteria.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Upload Document' })).toHaveCount(2)
  const other = await context.newPage()
  await other.goto('/user/documents?status=processed')
  await expect(other.getByText('No documents found matching your criteria.')).toBeVisible()

  await send(page, 'certificate.pdf', certificate)
  await expect(row(page, 'certificate.pdf')).toContainText('Processing')
  await expect(row(page, 'certificate.pdf').getByRole('checkbox')).toHaveCount(0)
  await expect(row(page, 'certificate.pdf').getByRole('button', { name: /^Share/ })).toHaveCount(0)
  await send(page, 'photo.jpg', photo)
  await send(page, 'broken.pdf', brokenFile)

  // Nothing is reloaded; both lists update live.
  await expect(row(page, 'broken.pdf')).toContainText('Failed', processing)
  await expect(row(page, 'broken.pdf')).toContainText('We can’t open this file.')
  await expect(row(page, 'certificate.pdf')).toContainText('Processed', processing)
  await expect(row(page, 'photo.jpg')).toContainText('JPEG')
  await expect(row(page, 'photo.jpg').getByRole('checkbox')).toBeVisible(processing)
  await expect(row(page, 'photo.jpg').getByText(/^Processed /)).toBeVisible()
  await expect(row(page, 'photo.jpg')).toContainText('Not shared')
  await expect(names(other)).toHaveText(['photo.jpg', 'certificate.pdf'])
  for (const name of ['Document', 'Date', 'Status', 'Shared With', 'Actions']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  for (const action of ['View', 'Download', 'Delete']) {
    await expect(page.getByLabel(`${action} photo.jpg`, { exact: true })).toBeVisible()
  }
  await expect(row(page, 'certificate.pdf').locator('img')).toHaveJSProperty('complete', true)

  await page.getByLabel('Select all').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectSoundLook(page)
})

test('documents are found by words, status and order, and the address keeps what was asked', async ({
  page,
}) => {
  await ownerOfThree(page)
  await page.keyboard.press('/')
  await page.keyboard.type('PDF')
  await expect(page).toHaveURL(/q=PDF/)
  await expect(names(page)).toHaveText(['broken.pdf', 'certificate.pdf'])
  await page.getByLabel('Status').selectOption({ label: 'Failed' })
  await expect(names(page)).toHaveText(['broken.pdf'])
  await page.reload()
  await expect(names(page)).toHaveText(['broken.pdf'])
  await page.getByLabel('Search documents...').fill('nothing is called so')
  await expect(page.getByText('No documents found matching your criteria.')).toBeVisible()
  await page.goto('/user/documents')
  await page.getByRole('button', { name: 'Document', exact: true }).click()
  await expect(names(page)).toHaveText(['broken.pdf', 'certificate.pdf', 'photo.jpg'])
  await page.getByRole('button', { name: 'Document', exact: true }).click()
  await expect(names(page)).toHaveText(['photo.jpg', 'certificate.pdf', 'broken.pdf'])
})

test('a list that loses the network stays, says so, and is up to date when it is back', async ({
  page,
  context,
  complaints,
}) => {
  await registered(page)
  await page.goto('/user/documents')
  await send(page, 'certificate.pdf', certificate)
  await send(page, 'broken.pdf', brokenFile)
  await expect(names(page)).toHaveText(['broken.pdf', 'certificate.pdf'])
  await context.setOffline(true)
  await page.getByRole('searchbox').fill('certificate')
  await expect(page.getByText('You’re offline. This list may be out of date.')).toBeVisible()
  await expect(names(page)).toHaveText(['broken.pdf', 'certificate.pdf'])
  await context.setOffline(false)
  await expect(names(page)).toHaveText(['certificate.pdf'])
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
  complaints.length = 0
})

test('a long list is shown page by page', async ({ page }) => {
  await registered(page)
  await page.goto('/user/documents')
  await send(page, 'certificate.pdf', certificate)
  await send(page, 'broken.pdf', brokenFile)
  // As if a page held one document.
  await page.route(documentList, (route) => route.continue({ url: `${route.request().url()}&limit=1` }))
  await page.goto('/user/documents')
  await expect(names(page)).toHaveText(['broken.pdf'])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(names(page)).toHaveText(['certificate.pdf'])
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.reload()
  await expect(names(page)).toHaveText(['certificate.pdf'])
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(names(page)).toHaveText(['broken.pdf'])
  await page.goBack()
  await expect(names(page)).toHaveText(['certificate.pdf'])
})

test('a document is viewed in a tab of its own and downloaded without its secret', async ({
  page,
  context,
  complaints,
}) => {
  await ownerOfThree(page)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'View photo.jpg' }).click()
  const tab = await opened
  await tab.waitForURL(/\/api\/view\//)
  await expect(tab.locator('img')).toBeVisible()
  await tab.close()
  // The browser looks there for an icon of a picture that stands alone.
  const rest = complaints.filter((line) => !line.includes('/favicon.ico'))
  complaints.splice(0, complaints.length, ...rest)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download certificate.pdf' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('certificate.pdf')
  const bytes = await readFile(await saved.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.includes(secret)).toBe(false)
})

test('documents are renamed, downloaded as one ZIP file and deleted together, never under the chat button', async ({
  page,
}) => {
  await ownerOfThree(page)
  await page.getByRole('button', { name: 'Rename photo.jpg' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename document' })
  await renaming.getByLabel('Name').fill('  ')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(renaming.getByRole('alert')).toContainText('Please enter a name')
  await expectSoundLook(page)
  await renaming.getByLabel('Name').fill('Certificate.pdf')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Renamed to Certificate.jpg.')).toBeVisible()
  await expect(names(page)).toHaveText(['broken.pdf', 'Certificate.jpg', 'certificate.pdf'])

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Selected (2)' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^exempta-documents-[\d-]+\.zip$/)
  const bytes = await readFile(await saved.path())
  for (const part of ['PK', 'Certificate.jpg', 'certificate.pdf'])
    expect(bytes.includes(part), part).toBe(true)

  await page.getByRole('button', { name: 'Delete Selected (2)' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete these 2 documents?')
  await expectSoundLook(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 2 documents.')).toBeVisible()
  await expect(names(page)).toHaveText(['broken.pdf'])
})

test('a link to a deleted document shows a page that says so', async ({ page, complaints }) => {
  await registered(page)
  await page.goto('/user/documents')
  await send(page, 'certificate.pdf', certificate)
  await expect(page.getByRole('button', { name: 'View certificate.pdf' })).toBeVisible(processing)
  const { items } = await callAs<{ items: DocumentDetails[] }>(page, 'GET', '/api/documents')
  const id = items[0]?.id
  const { url } = await callAs<{ url: string }>(page, 'POST', `/api/documents/${id}/view-links`)
  await callAs(page, 'DELETE', `/api/documents/${id}`)
  for (const [address, status] of [
    [url, 410],
    [`${url.slice(0, -2)}xx`, 403],
  ] as const) {
    const response = await page.goto(address)
    expect(response?.status(), address).toBe(status)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expectSoundLook(page)
    expectComplaint(complaints, `status of ${status}`)
  }
  await page.getByRole('link', { name: 'Open Exempta' }).click()
  await expect(page).toHaveURL('/user/dashboard')
})

test('a document is deleted after a question, and disappears from another tab', async ({ page, context }) => {
  await ownerOfThree(page)
  const other = await context.newPage()
  await other.goto('/user/documents?status=processed')
  await expect(names(other)).toHaveText(['photo.jpg', 'certificate.pdf'])
  await page.getByRole('button', { name: 'Delete broken.pdf' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete this document? This action cannot be undone.',
  )
  await expect(question).toContainText('broken.pdf')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Delete broken.pdf' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete photo.jpg' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted photo.jpg.')).toBeVisible()
  await expect(names(page)).toHaveText(['broken.pdf', 'certificate.pdf'])
  await expect(names(other)).toHaveText(['certificate.pdf'])
})

/** A person on the page of their processed document. */
async function ownerOnDocument(page: Page) {
  await registered(page)
  await page.goto('/user/documents')
  await send(page, 'certificate.pdf', certificate)
  await page.getByRole('link', { name: 'certificate.pdf' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'certificate.pdf' })).toBeVisible()
  const pages = page.getByRole('region', { name: 'Pages' })
  await expect(pages.getByRole('figure')).toContainText('Hidden: Social Security number', processing)
  await page.getByRole('heading', { name: 'Versions' }).click()
  const id = page.url().split('/').at(-1)
  return {
    id,
    pages,
    versions: page.getByRole('list', { name: 'Versions' }).getByRole('listitem'),
    details: () => callAs<DocumentDetails>(page, 'GET', `/api/documents/${id}`),
  }
}

test('a document shows what is hidden and what happened to it, until it is deleted', async ({
  page,
  complaints,
}) => {
  const { id, pages } = await ownerOnDocument(page)
  const outline = pages.getByRole('button', { name: '1: Social Security number' })
  await expect(outline).toBeVisible()
  await expect(pages.getByRole('img')).toHaveJSProperty('complete', true)
  await expectSoundLook(page)
  // The label stands above the page while the box, or its number in the list, is pointed at.
  const label = pages.locator('figcaption')
  await outline.hover()
  await expect(label).toHaveText('1Social Security number')
  await page
    .getByRole('list', { name: 'What is hidden' })
    .getByRole('button', { name: /^Show 1/ })
    .hover()
  await expect(label).toHaveText('1Social Security number')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(label).toHaveText('Hidden: Social Security number')
  await page.getByRole('switch', { name: 'Outline hidden areas' }).click()
  await expect(outline).toHaveCount(0)
  await page.getByRole('heading', { name: 'Activity' }).click()
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(activity).toContainText(['Exempta checked it for private details', 'You uploaded it'])

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/user/documents')
  await expect(page.getByText('No documents found matching your criteria.')).toBeVisible()
  await page.goto(`/user/documents/${id}`)
  await expect(page.getByText('We couldn’t find this document')).toBeVisible()
  expectComplaint(complaints, 'status of 404')
})

test('more is blacked out by mouse and finger', async ({ page }) => {
  const { pages, versions, details } = await ownerOnDocument(page)
  await page.getByRole('button', { name: 'Black out more' }).click()
  const surface = page.locator('[data-page-surface]')
  await draw(page, surface, [0.1, 0.05], [0.6, 0.12])
  await draw(page, surface, [0.5, 0.5], [0.5, 0.5])
  await expect(page.getByText('1 area marked')).toBeVisible()
  await draw(page, surface, [0.3, 0.08], [0.4, 0.18])
  await page.setViewportSize({ width: 360, height: 740 })
  await drawByTouch(page, surface, [0.2, 0.5], [0.7, 0.6])
  await expect(page.getByText('2 areas marked')).toBeVisible()
  await page.getByRole('button', { name: 'Remove area 2' }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Add an area' }).click()
  await expect(page.getByRole('button', { name: /^Area 2\./ })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('button', { name: 'Add an area' })).toBeFocused()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Black out', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Black out' }).click()
  await expect(versions).toContainText([/Version 2.*1 area blacked out by you/s, /Version 1/], processing)
  await expect(versions.first()).toContainText('Current', processing)
  await expect(pages.getByRole('figure')).toContainText('Blacked out by you')
  await expect(page.getByRole('button', { name: 'Black out more' })).toBeFocused()
  const [drawn] = (await details()).pages[0]?.findings.filter(({ kind }) => kind === 'chosen') ?? []
  // Where it was moved to.
  expect(drawn?.quad[0]?.[0]).toBeCloseTo(0.2, 1)
  expect(drawn?.quad[0]?.[1]).toBeCloseTo(0.15, 1)
})

test('more is blacked out by keyboard alone, and is kept when another tab was faster', async ({
  page,
  complaints,
}) => {
  const { id, versions, details } = await ownerOnDocument(page)
  await page.getByRole('button', { name: 'Black out more' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add an area' })).toBeFocused()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowLeft', 'ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowDown']) {
    await page.keyboard.press(key)
  }
  await page.getByRole('button', { name: 'Black out', exact: true }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  const box = { page: 1, x: 0.8, y: 0.8, width: 0.1, height: 0.1 }
  await callAs(page, 'POST', `/api/documents/${id}/versions`, { version: 1, boxes: [box] })
  await dialog.getByRole('button', { name: 'Black out' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Someone else just changed this')
  expectComplaint(complaints, 'status of 409')
  // Behind the dialog, which hides it from roles: the page has to know of the other tab's version.
  await expect(page.getByText(/^Version 2\s*Current$/).first()).toBeVisible(processing)
  await dialog.getByRole('button', { name: 'Black out' }).press('Enter')
  await expect(versions).toHaveCount(3, processing)
  await expect(versions.first()).toContainText('Current', processing)
  expect((await details()).findings).toContainEqual({ kind: 'chosen', count: 2 })
})

test('every failure to view or download a document shows its own message', async ({
  page,
  context,
  complaints,
}) => {
  await registered(page)
  await page.goto('/user/documents')
  await send(page, 'certificate.pdf', certificate)
  await expect(page.getByRole('button', { name: 'View certificate.pdf' })).toBeVisible(processing)
  const messages = page.getByRole('region', { name: /Messages/ })
  const meets = async (
    address: string,
    status: number,
    code: string,
    act: () => Promise<void>,
    text: string,
  ) => {
    await page.route(address, (route) =>
      status === 0 ? route.abort() : route.fulfill(problem(status, code, 'Broken')),
    )
    await act()
    await expect(messages.getByText(text, { exact: true }).first()).toBeVisible()
    await page.unroute(address)
  }
  const view = () => page.getByRole('button', { name: 'View certificate.pdf' }).click()
  const links = '**/api/documents/*/view-links'
  await meets(links, 404, 'not-found', view, 'Unable to generate document viewing link')
  await meets(links, 500, 'internal', view, 'Failed to generate document viewing link')
  await meets(links, 0, '', view, 'An unexpected error occurred while trying to view the document')
  await expect.poll(() => context.pages().length, 'tabs of failed views are closed').toBe(1)
  const download = () => page.getByRole('button', { name: 'Download certificate.pdf' }).click()
  const files = '**/api/documents/*/file'
  await meets(files, 404, 'not-found', download, 'Unable to download the document')
  await meets(
    files,
    500,
    'internal',
    download,
    'An unexpected error occurred while trying to download the document',
  )
  await meets(files, 401, 'not-signed-in', download, 'You must be logged in to download documents')
  await meets(links, 401, 'not-signed-in', view, 'You must be logged in to view documents')
  await expect(page).toHaveURL(/\/login/)
  for (const part of ['status of 401', 'status of 404', 'status of 500', 'ERR_FAILED']) {
    expectComplaint(complaints, part)
  }
})

test('a list that does not load, a document that cannot be deleted and one that failed can be tried again', async ({
  page,
  complaints,
}) => {
  await registered(page)
  await page.goto('/user/documents')
  await send(page, 'certificate.pdf', certificate)
  await expect(page.getByRole('button', { name: 'View certificate.pdf' })).toBeVisible(processing)

  await page.route('**/api/documents/remove', (route) => route.fulfill(problem(500, 'internal', 'Broken')))
  await page.getByRole('button', { name: 'Delete certificate.pdf' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toHaveText('Failed to delete the document')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.route(documentList, (route) => route.fulfill(problem(500, 'internal', 'The list is broken')))
  await page.getByLabel('Status').selectOption({ label: 'Processed' })
  await expect(page.getByRole('alert')).toContainText('The list is broken')
  await page.unroute(documentList)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'certificate.pdf')).toBeVisible()

  const failure = { code: 'too-slow', text: 'This file took too long to process.', canRetry: true }
  await page.route(documentList, async (route) => {
    const { items } = await (await route.fetch()).json()
    await route.fulfill({ json: { items: [{ ...items[0], status: 'failed', failure }], nextCursor: null } })
  })
  await page.reload()
  await expect(row(page, 'certificate.pdf')).toContainText(failure.text)
  await page.getByRole('button', { name: 'Retry certificate.pdf' }).click()
  await expect(
    page.getByRole('region', { name: /Messages/ }).getByText('This document can’t be processed again.'),
  ).toBeVisible()
  await page.unroute(documentList)
  for (const part of ['status of 409', 'status of 500']) expectComplaint(complaints, part)
})
