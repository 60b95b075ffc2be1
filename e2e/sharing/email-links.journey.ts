import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dayMs } from '@exempta/contract/durations'
import type { Share } from '@exempta/contract/sharing'
import { shareLimits } from '@exempta/contract/sharing/limits'
import type { Browser, Page } from '@playwright/test'
import { callAs } from '../accounts/people.ts'
import { elsewhere, ownerWithDocuments, shareAs } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import type { JourneyApp } from '../fixtures/journey-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

// One product for all journeys of this file: each starts engines of its own.
test.describe.configure({ mode: 'default' })

const names = ['certificate.pdf', 'letter.pdf']
const gone = { name: 'This link has expired' }

const newAddress = () => `receiver-${randomUUID()}@school.example`

const linkFor = (app: JourneyApp, address: string) => app.emailed(address, /http:\/\/\S+(\/s\/[\w-]{43})/)
const codeFor = (app: JourneyApp, address: string) => app.emailed(address, /\b(\d{6})\r?\n/)

/** The recipient of a link who has opened it with the code from the email. */
async function openAsRecipient(browser: Browser, app: JourneyApp, address: string) {
  const recipient = await elsewhere(browser, app)
  const link = await linkFor(app, address)
  await recipient.page.goto(link)
  await recipient.page.getByRole('button', { name: 'Send me a code' }).click()
  await recipient.page.getByLabel('Code').fill(await codeFor(app, address))
  await recipient.page.getByRole('button', { name: 'Open the documents' }).click()
  return { ...recipient, link }
}

const picture = (page: Page) => page.getByRole('img', { name: /^Page 1 of 1, certificate\.pdf/ })
const isDrawn = (page: Page) => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth > 0)

test('a shared link opens with the code from the mail and with no other', async ({ page, browser, app }) => {
  const documentIds = await ownerWithDocuments(page, app, names)
  const address = newAddress()
  await shareAs(page, documentIds, { emails: [address], message: 'For your files.\nThank you!' })

  const { page: theirs, context, complaints } = await elsewhere(browser, app)
  await theirs.goto(await linkFor(app, address))
  await expect(theirs.getByText('r•••@school.example')).toBeVisible()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(
    /^Amelia Ortiz \d+ shared documents with you$/,
  )
  await expect(theirs.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectSoundLook(theirs)
  await theirs.getByRole('button', { name: 'Send me a code' }).click()
  const code = await codeFor(app, address)
  await expect(theirs.getByLabel('Code')).toBeFocused()
  await expectSoundLook(theirs)
  await theirs.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await theirs.getByRole('button', { name: 'Open the documents' }).click()
  await expect(theirs.getByRole('alert')).toContainText('That code isn’t right.')
  expectComplaint(complaints, 'status of 401')
  await theirs.getByLabel('Code').fill(code)
  await theirs.getByRole('button', { name: 'Open the documents' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('shared 2 documents with you')
  await expect(theirs.getByText('For your files.')).toBeVisible()
  // A reload stays in.
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('shared 2 documents with you')
  expect(complaints).toEqual([])
  await context.close()
})

test('a recipient zooms, changes the document and downloads it, and the owner sees each view', async ({
  page,
  browser,
  app,
}) => {
  const documentIds = await ownerWithDocuments(page, app, names)
  const address = newAddress()
  await shareAs(page, documentIds, { emails: [address], hasWatermark: true })
  const { page: theirs, context, complaints } = await openAsRecipient(browser, app, address)
  await expect.poll(() => isDrawn(theirs)).toBe(true)
  await expectSoundLook(theirs)
  const before = (await picture(theirs).boundingBox())?.width ?? 0
  await theirs.getByRole('region', { name: 'Page 1 of 1' }).press('+')
  await expect(theirs.getByText('125%')).toBeVisible()
  await expect.poll(async () => (await picture(theirs).boundingBox())?.width).toBeGreaterThan(before)
  // Recipients see the page, and no list of what is hidden on it.
  await expect(theirs.getByText('What is hidden')).toHaveCount(0)
  await theirs.getByRole('button', { name: 'letter.pdf' }).click()
  await expect(theirs.getByRole('heading', { level: 2, name: 'letter.pdf' })).toBeVisible()

  const saving = theirs.waitForEvent('download')
  await theirs.getByRole('link', { name: 'Download' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('letter.pdf')
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')

  const seen = async () => {
    const { items } = await callAs<{ items: Share[] }>(page, 'GET', '/api/shares')
    return items
      .map(({ document, viewCount, downloadCount }) => `${document.name} ${viewCount} ${downloadCount}`)
      .sort()
  }
  await expect.poll(seen).toEqual(['certificate.pdf 1 0', 'letter.pdf 1 1'])
  expect(complaints).toEqual([])
  await context.close()
})

test('a forwarded link shows a stranger nothing, and is closed to everybody when it is revoked', async ({
  page,
  browser,
  app,
}) => {
  const documentIds = await ownerWithDocuments(page, app, names)
  const address = newAddress()
  const shares = await shareAs(page, documentIds, { emails: [address] })
  const recipient = await openAsRecipient(browser, app, address)
  const theirs = recipient.page
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('shared 2 documents with you')

  const stranger = await elsewhere(browser, app)
  await stranger.page.goto(recipient.link)
  await expect(stranger.page.getByRole('button', { name: 'Send me a code' })).toBeVisible()
  await expect(stranger.page.getByText('certificate.pdf')).toHaveCount(0)
  const linkId = (await picture(theirs).getAttribute('src'))?.split('/')[3]
  for (const path of [
    '',
    ...documentIds.flatMap((id) => [`/documents/${id}/pages/1`, `/documents/${id}/file`]),
  ]) {
    expect((await stranger.page.request.get(`/api/shared/${linkId}${path}`)).status(), path).toBe(401)
  }

  const ids = shares.map(({ id }) => id)
  await callAs(page, 'POST', '/api/shares/revoke', { ids: ids.slice(0, 1) })
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('shared a document with you')
  await callAs(page, 'POST', '/api/shares/revoke', { ids: ids.slice(1) })
  await expect(theirs.getByRole('heading', gone)).toBeVisible()
  await expectSoundLook(theirs)
  expect((await theirs.reload())?.status()).toBe(410)
  await expect(theirs.getByRole('heading', gone)).toBeVisible()
  await stranger.page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(stranger.page.getByRole('heading', gone)).toBeVisible()
  for (const { complaints, context } of [recipient, stranger]) {
    expectComplaint(complaints, 'status of 410')
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('a recipient who may only look finds no download, closes the page, and comes back too late', async ({
  page,
  browser,
  app,
}) => {
  const documentIds = await ownerWithDocuments(page, app, names)
  const address = newAddress()
  await shareAs(page, documentIds, { emails: [address], canDownload: false })
  const { page: theirs, context, complaints } = await openAsRecipient(browser, app, address)
  await expect(theirs.getByText('View only')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Download' })).toHaveCount(0)
  // A picture that is still on its way when the page closes would be refused.
  await expect.poll(() => isDrawn(theirs)).toBe(true)
  await theirs.getByRole('button', { name: 'Close' }).click()
  await expect(theirs.getByRole('button', { name: 'Send me a code' })).toBeVisible()
  await app.advance(shareLimits.emailShareDays * dayMs)
  expect((await theirs.reload())?.status()).toBe(410)
  await expect(theirs.getByRole('heading', gone)).toBeVisible()
  expectComplaint(complaints, 'status of 410')
  expect(complaints).toEqual([])
  await context.close()
})
