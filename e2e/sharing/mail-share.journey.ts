import { readFile } from 'node:fs/promises'
import type { DocumentDetails } from '@exempta/contract/documents'
import { limits } from '@exempta/contract/limits'
import type { Share } from '@exempta/contract/shares'
import type { Browser, Page } from '@playwright/test'
import { callAs, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import type { JourneyApp } from '../fixtures/journey-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { watchContext } from '../fixtures/watch-page.ts'
import { expectComplaint } from '../web-spine/as-person.ts'

const dayMs = 24 * 60 * 60_000
const certificate = textPdf(['Lakeside School', 'Exemption certificate 4711'])
const gone = { name: 'This link is no longer valid' }

/** Somebody else, in a browser of their own. */
async function elsewhere(browser: Browser, app: JourneyApp) {
  const context = await browser.newContext({ baseURL: app.url, reducedMotion: 'reduce' })
  const complaints = await watchContext(context)
  return { page: await context.newPage(), complaints, close: () => context.close() }
}

/** The signed-in owner with processed documents and a proved address. */
async function ownerOf(page: Page, app: JourneyApp, names: string[]): Promise<string[]> {
  const { email } = await registered(page)
  const token = (await app.mailedLink(email, '/verify-email')).split('token=').at(-1)
  await callAs(page, 'POST', '/api/email-verifications/complete', { token })
  const ids: string[] = []
  for (const name of names) {
    const answer = await page.request.post('/api/documents', {
      headers: { origin: app.url },
      multipart: {
        document: {
          name,
          mimeType: 'application/pdf',
          buffer: Buffer.concat([certificate, Buffer.from(name)]),
        },
      },
    })
    ids.push((await answer.json()).files[0].document.id)
  }
  for (const id of ids) {
    const status = async () => (await callAs<DocumentDetails>(page, 'GET', `/api/documents/${id}`)).status
    await expect.poll(status, { timeout: 150_000 }).toBe('processed')
  }
  return ids
}

const linkFor = (app: JourneyApp, address: string) => app.mailed(address, /http:\/\/\S+(\/s\/[\w-]{43})/)
const codeFor = (app: JourneyApp, address: string) => app.mailed(address, /\b(\d{6})\r?\n/)

test('a shared link is opened with the code from the mail, and closes when it is taken back', async ({
  page,
  browser,
  app,
}) => {
  const documentIds = await ownerOf(page, app, ['certificate.pdf', 'letter.pdf'])
  const address = `receiver-${process.pid}@school.example`
  const options = { hasWatermark: true, message: 'For your files.\nThank you!' }
  await callAs(page, 'POST', '/api/shares', { documentIds, emails: [address], ...options })
  const link = await linkFor(app, address)

  const { page: theirs, complaints, close } = await elsewhere(browser, app)
  await theirs.goto(link)
  await expect(theirs.getByText('r•••@school.example')).toBeVisible()
  await expect(theirs.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectSoundLook(theirs)
  await theirs.getByRole('button', { name: 'Send me a code' }).click()
  const code = await codeFor(app, address)
  await expect(theirs.getByLabel('Code')).toBeFocused()
  await expectSoundLook(theirs)
  await theirs.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await theirs.getByRole('button', { name: 'Open the documents' }).click()
  await expect(theirs.getByRole('alert')).toContainText('That code is not right.')
  expectComplaint(complaints, 'status of 401')
  await theirs.getByLabel('Code').fill(code)
  await theirs.getByRole('button', { name: 'Open the documents' }).click()

  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('shared 2 documents with you')
  await expect(theirs.getByText('For your files.')).toBeVisible()
  const picture = theirs.getByRole('img', { name: /^Page 1 of 1, certificate\.pdf/ })
  const isDrawn = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
  await expect.poll(isDrawn).toBe(true)
  await expectSoundLook(theirs)
  const before = (await picture.boundingBox())?.width ?? 0
  await theirs.keyboard.press('+')
  await expect(theirs.getByText('125%')).toBeVisible()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(before)
  await theirs.keyboard.press('0')
  await theirs.getByRole('button', { name: 'letter.pdf' }).click()
  await expect(theirs.getByRole('heading', { level: 2, name: 'letter.pdf' })).toBeVisible()

  const saving = theirs.waitForEvent('download')
  await theirs.getByRole('link', { name: 'Download' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('letter.pdf')
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')

  // The owner sees it.
  const shares = async () => (await callAs<{ items: Share[] }>(page, 'GET', '/api/shares')).items
  const seen = async () =>
    (await shares()).map(({ document, viewCount }) => `${document.name} ${viewCount}`).sort()
  await expect.poll(seen).toEqual(['certificate.pdf 1', 'letter.pdf 2'])

  // A reload stays in; a forwarded link shows nothing.
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('shared 2 documents with you')
  const stranger = await elsewhere(browser, app)
  await stranger.page.goto(link)
  await expect(stranger.page.getByRole('button', { name: 'Send me a code' })).toBeVisible()
  await expect(stranger.page.getByText('certificate.pdf')).toHaveCount(0)
  const linkId = (await picture.getAttribute('src'))?.split('/')[3]
  for (const path of [
    '',
    ...documentIds.flatMap((id) => [`/documents/${id}/pages/1`, `/documents/${id}/file`]),
  ]) {
    expect((await stranger.page.request.get(`/api/shared/${linkId}${path}`)).status()).toBe(401)
  }

  const ids = (await shares()).map(({ id }) => id)
  await callAs(page, 'POST', '/api/shares/revoke', { ids: ids.slice(0, 1) })
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('shared a document with you')
  await callAs(page, 'POST', '/api/shares/revoke', { ids: ids.slice(1) })
  await expect(theirs.getByRole('heading', gone)).toBeVisible()
  await expectSoundLook(theirs)
  expect((await theirs.reload())?.status()).toBe(410)
  await expect(theirs.getByRole('heading', gone)).toBeVisible()
  await stranger.page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(stranger.page.getByRole('heading', gone)).toBeVisible()
  for (const each of [complaints, stranger.complaints]) {
    expectComplaint(each, 'status of 410')
    expect(each).toEqual([])
  }
  await stranger.close()
  await close()

  // Another receiver may only look, closes the page, and comes back too late.
  const reader = `reader-${process.pid}@school.example`
  await callAs(page, 'POST', '/api/shares', { documentIds, emails: [reader], canDownload: false })
  const other = await elsewhere(browser, app)
  await other.page.goto(await linkFor(app, reader))
  await other.page.getByRole('button', { name: 'Send me a code' }).click()
  await other.page.getByLabel('Code').fill(await codeFor(app, reader))
  await other.page.getByRole('button', { name: 'Open the documents' }).click()
  await expect(other.page.getByText('View only')).toBeVisible()
  await expect(other.page.getByRole('link', { name: 'Download' })).toHaveCount(0)
  await other.page.getByRole('button', { name: 'Close' }).click()
  await expect(other.page.getByRole('button', { name: 'Send me a code' })).toBeVisible()
  await app.advance(limits.emailShareDays * dayMs)
  expect((await other.page.reload())?.status()).toBe(410)
  await expect(other.page.getByRole('heading', gone)).toBeVisible()
  expectComplaint(other.complaints, 'status of 410')
  expect(other.complaints).toEqual([])
  await other.close()
})
