import { readFile } from 'node:fs/promises'
import type { UploadedFile } from '@exempta/contract/documents/files'
import type { Locator, Page } from '@playwright/test'
import { callAs, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { expect, test } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { expectComplaint, problem } from '../shell/as-person.ts'

// One product for all journeys of this file: each starts engines of its own.
test.describe.configure({ mode: 'default' })

const secret = ['531', '48', '2206'].join('-')
const certificate = textPdf(['Sales tax exemption certificate', `Social Security number: ${secret}`])
const processing = { timeout: 150_000 }
const success = 'Your documents have been successfully processed! Redirecting to documents page...'

const pdf = (name: string, buffer = certificate) => ({ name, mimeType: 'application/pdf', buffer })
const photo = async (name: string, golden: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await readFile(`redaction/golden/${golden}`),
})

/** A photo of the golden set, out of focus. */
async function blurry(page: Page, name: string, golden: string) {
  const { buffer } = await photo(name, golden)
  const data = await page.evaluate(async (source) => {
    const picture = new Image()
    picture.src = `data:image/jpeg;base64,${source}`
    await picture.decode()
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    canvas.width = picture.naturalWidth
    canvas.height = picture.naturalHeight
    if (context) context.filter = `blur(${canvas.width / 160}px)`
    context?.drawImage(picture, 0, 0)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  }, buffer.toString('base64'))
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(data, 'base64') }
}

/** A picture on which nothing can be seen. */
async function black(page: Page, name: string) {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(data, 'base64') }
}

const zone = (page: Page) => page.getByLabel('Drag and drop files here')
// Advice about a refused photo has a list of its own inside.
const files = (page: Page) => page.getByRole('list', { name: 'Chosen files' }).locator('> li')
const chip = (file: Locator, name: string) => file.getByRole('radio', { name })
const button = (page: Page, name = 'Process Documents') => page.getByRole('button', { name })
const counters = (page: Page): Locator[] =>
  ['Uploaded', 'Processed', 'Pending'].map((name) => page.getByRole('link', { name: new RegExp(`^${name}`) }))

const firstStep = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Upload a document' })

async function expectCounts(page: Page, counts: number[]): Promise<void> {
  for (const [at, counter] of counters(page).entries()) await expect(counter).toContainText(`${counts[at]}`)
}

test('a new user’s dashboard recovers from an error, and says what to do first', async ({
  page: dashboard,
  complaints,
}) => {
  const { name } = await registered(dashboard)
  await dashboard.route('**/api/documents/dashboard', (route) =>
    route.fulfill(problem(500, 'internal', 'Something went wrong on our side')),
  )
  await dashboard.goto('/user/dashboard')
  await expect(dashboard.getByText('Error loading dashboard: Something went wrong on our side')).toBeVisible()
  await dashboard.route('**/api/documents/dashboard', (route) => route.fulfill(problem(500, 'internal', '')))
  await dashboard.getByRole('button', { name: 'Try again' }).click()
  await expect(dashboard.getByText('An error occurred', { exact: true })).toBeVisible()
  expectComplaint(complaints, '500')
  await dashboard.unroute('**/api/documents/dashboard')
  await dashboard.getByRole('button', { name: 'Try again' }).click()
  await expect(dashboard.getByText(`Welcome to Exempta, ${name}.`)).toBeVisible()
  await expect(dashboard.getByText('No documents yet')).toBeVisible()
  await expectCounts(dashboard, [0, 0, 0])
  await expect(firstStep(dashboard).getByLabel('To do')).toBeVisible()
  await expectSoundLook(dashboard)
})

test('files of a wrong type or size are refused, and both sides of a card have to be named', async ({
  page,
}) => {
  await registered(page)
  await page.goto('/user/upload')
  await expect(button(page)).toBeDisabled()
  await zone(page).setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }])
  await expect(page.getByText('File type must be .pdf, .jpg, .jpeg, .png')).toBeVisible()
  await zone(page).setInputFiles([pdf('large.pdf', Buffer.alloc(10 * 1024 * 1024 + 1))])
  await expect(page.getByText('File is larger than 10485760 bytes')).toBeVisible()
  const pictures = [
    await black(page, 'front.jpg'),
    await photo('other card.jpg', 'card-1015-plain-front.jpg'),
  ]
  await zone(page).setInputFiles([pdf('certificate.pdf'), ...pictures])
  await zone(page).setInputFiles([pdf('not this one.pdf')])
  await expect(files(page)).toHaveCount(4)
  await expect(files(page).first()).toContainText(/0\.\d\d MB/)
  await button(page, 'Remove not this one.pdf').click()
  await expect(files(page)).toHaveCount(3)
  const row = (name: string) => files(page).filter({ hasText: name })
  // A PDF is no photo of a card.
  await expect(row('certificate.pdf').getByRole('radio')).toHaveCount(0)

  await page.getByLabel('I’ve uploaded the front of my credit card').check()
  await button(page).click()
  await expect(page.getByText('Please choose the file')).toBeVisible()
  await expect(page.getByText('Mark the file that shows the front of your card.')).toBeVisible()
  await expect(chip(row('front.jpg'), 'Front')).toBeFocused()
  await chip(row('front.jpg'), 'Front').check()
  await expect(chip(row('other card.jpg'), 'Not a card')).toBeChecked()
  await expect(page.getByText('Please choose the file')).toHaveCount(0)
  // Several cards can be sent together: a second front leaves the first as it is.
  await chip(row('other card.jpg'), 'Front').check()
  await expect(chip(row('front.jpg'), 'Front')).toBeChecked()
  await expect(page.getByText('front.jpg, other card.jpg', { exact: true })).toBeVisible()
  await chip(row('other card.jpg'), 'Not a card').check()
  await expect(page.getByLabel('I’ve uploaded the front of my credit card')).toBeChecked()
  await chip(row('front.jpg'), 'Not a card').check()
  await expect(page.getByLabel('I’ve uploaded the front of my credit card')).not.toBeChecked()
})

test('a photo gets its thumbnail and an instant hint, and a fake PDF is never sent', async ({ page }) => {
  await registered(page)
  await page.goto('/user/upload')
  const fake = pdf('fake.pdf', Buffer.from('<html>no PDF</html>'))
  await zone(page).setInputFiles([
    ...(await Promise.all([
      photo('sharp.jpg', 'card-1009-plain-modern-back.jpg'),
      blurry(page, 'soft.jpg', 'card-1009-plain-modern-back.jpg'),
      black(page, 'night.jpg'),
    ])),
    fake,
  ])
  const row = (name: string) => files(page).filter({ hasText: name })
  await expect(row('soft.jpg')).toContainText('This photo looks blurry.')
  await expect(row('night.jpg')).toContainText('This photo looks dark.')
  await expect(row('sharp.jpg').locator('img')).toHaveAttribute('src', /^data:image\/jpeg/)
  await expect(row('sharp.jpg')).not.toContainText('This photo looks')
  await expect(row('fake.pdf').getByRole('alert')).toContainText('This file isn’t a PDF')
  await expect(row('fake.pdf')).toBeFocused()
  await expectSoundLook(page)

  // A hint only advises, and a better photo takes it away.
  await row('night.jpg')
    .getByLabel('New photo to replace night.jpg')
    .setInputFiles([await photo('day.jpg', 'card-1015-plain-front.jpg')])
  await expect(row('day.jpg')).toBeVisible()
  await expect(page.getByText('This photo looks dark.')).toHaveCount(0)
  await expect(button(page)).toBeEnabled()
  await page.route('**/api/documents', (route) =>
    route.fulfill({
      json: { files: [{ name: 'x', outcome: 'refused', code: 'busy', text: 'We’re busy right now.' }] },
    }),
  )
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '')
  })
  await button(page).click()
  await expect(row('soft.jpg').getByRole('alert')).toHaveText('We’re busy right now.')
  await expect(row('day.jpg').getByRole('alert')).toHaveText('We’re busy right now.')
  expect(sent).toHaveLength(3)
  await page.route('**/api/documents', (route) => route.fulfill({ json: { files: [] } }))
  await button(page).click()
  await expect(row('day.jpg').getByRole('alert')).toHaveText('Failed to upload documents')
})

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`the button stays in view and a refusal is shown at ${width} by ${height}`, async ({ page }) => {
    await registered(page)
    await page.setViewportSize({ width, height })
    await page.goto('/user/upload')
    await expect(button(page)).toBeInViewport({ ratio: 1 })
    const names = Array.from({ length: 12 }, (_, at) => `certificate ${at + 1}.pdf`)
    await zone(page).setInputFiles(names.map((name, at) => pdf(name, textPdf([`Certificate ${at}`]))))
    await expect(files(page)).toHaveCount(12)
    await expect(button(page)).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(button(page)).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, 0))
    // The seventh is refused, the others wait.
    let count = 0
    await page.route('**/api/documents', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      count += 1
      const code = count === 7 ? 'card-refused' : 'busy'
      const text = count === 7 ? 'We couldn’t read the card clearly. Take a better photo.' : 'Busy'
      await route.fulfill({
        json:
          count < 7
            ? { files: [{ name: 'x', outcome: 'accepted', document: waiting(count) }] }
            : { files: [{ name: 'x', outcome: 'refused', code, text }] },
      })
    })
    await page.route('**/api/documents/*-*', (route) =>
      route.fulfill({ json: { ...waiting(1), queuePlace: 1, pages: [], uncertain: [], versions: [] } }),
    )
    await button(page).click()
    const refused = files(page).nth(6)
    await expect(refused).toBeFocused()
    await expect(refused.getByText('We couldn’t read the card clearly.')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: /^Process/ })).toBeInViewport({ ratio: 1 })
  })
}

/** A document that waits for its turn, as the server describes it. */
const waiting = (at: number) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  name: `certificate ${at}.pdf`,
  type: 'application/pdf',
  status: 'processing',
  sizeBytes: 1000,
  pageCount: null,
  cardSide: null,
  isCard: false,
  card: null,
  createdAt: '2026-11-16T12:00:00.000Z',
  processedAt: null,
  version: 0,
  progress: { page: 0, pageCount: 0 },
  failure: null,
  findings: [],
  needsCheck: false,
  sharedWith: [],
})

test('a photo of a card is refused with advice, a better one is processed, and the dashboard follows', async ({
  page,
  context,
  complaints,
}) => {
  await registered(page)
  const dashboard = await context.newPage()
  await dashboard.goto('/user/dashboard')
  await expectCounts(dashboard, [0, 0, 0])
  await page.goto('/user/upload')
  const back = await photo('back.jpg', 'card-1005-plain-back.jpg')
  await zone(page).setInputFiles([pdf('certificate.pdf'), await black(page, 'front.jpg'), back])
  await chip(files(page).filter({ hasText: 'front.jpg' }), 'Front').check()
  await chip(files(page).filter({ hasText: 'back.jpg' }), 'Back').check()
  for (const side of ['front', 'back']) {
    await expect(page.getByLabel(`I’ve uploaded the ${side} of my credit card`), side).toBeChecked()
  }
  await expect(page.getByText('The CVV will be redacted')).toBeVisible()
  await button(page).click()
  await expect(button(page, 'Processing...')).toBeDisabled()

  // Someone who leaves and comes back sees the current status.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Recent Documents' })).toBeVisible()
  await page.goBack()
  await expect(files(page)).toHaveCount(3)
  const refused = files(page).filter({ hasText: 'front.jpg' })
  await expect(refused.getByText('How to take a better photo')).toBeVisible(processing)
  await expect(refused.getByRole('img', { name: /^Right: the card lies flat/ })).toBeVisible()
  await expect(page.getByText('2 of 3 files are processed')).toBeVisible(processing)
  await expect(files(page).getByRole('link', { name: 'certificate.pdf' })).toHaveAttribute(
    'href',
    /^\/user\/documents\/[\w-]{36}$/,
  )
  await expectSoundLook(page)

  const better = await photo('better.jpg', 'card-1015-plain-front.jpg')
  await refused.getByLabel('New photo to replace front.jpg').setInputFiles([better])
  await expect(chip(files(page).filter({ hasText: 'better.jpg' }), 'Front')).toBeChecked()
  await button(page).click()
  await expect(page.getByText(success)).toBeVisible(processing)
  await expect(button(page, 'Processed Successfully!')).toBeDisabled()
  await expect(page).toHaveURL('/user/documents')
  await expect(page.getByRole('row')).toHaveCount(4)

  await expectCounts(dashboard, [3, 3, 0])
  await expect(dashboard.getByRole('columnheader')).toHaveText(['Document', 'Status', 'Date', 'Shared With'])
  await expect(firstStep(dashboard).getByLabel('Done')).toBeVisible()
  await expect(dashboard.getByRole('row').nth(1)).toContainText('better.jpg')
  for (const link of await dashboard.getByRole('row').getByRole('link').all()) {
    const id = (await link.getAttribute('href'))?.split('/').at(-1)
    const file = await page.request.get(`/api/documents/${id}/file`)
    expect((await file.body()).includes(secret), `the secret in ${id}`).toBe(false)
  }

  // A card is called what it is. Whoever says that it's a certificate can fill in what it says.
  await page.getByRole('link', { name: 'better.jpg' }).click()
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Card', exact: true }) })
  await expect(card).toContainText('This looks like a payment card.')
  await expect(page.getByRole('heading', { name: 'What we read' })).toHaveCount(0)
  await card.getByRole('button', { name: 'This is a certificate' }).click()
  await expect(page.getByRole('button', { name: 'Fill in the details' })).toBeVisible()

  // A busy machine may ask the page to wait, which the browser reports.
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('503')))
})

test('a file that was uploaded before is pointed out, and can be processed again', async ({
  page,
  context,
}) => {
  await registered(page)
  const dashboard = await context.newPage()
  await dashboard.goto('/user/dashboard')
  for (const name of ['certificate.pdf', 'copy.pdf']) {
    await page.goto('/user/upload')
    await zone(page).setInputFiles([pdf(name)])
    await button(page).click()
    if (name === 'certificate.pdf') await expect(page.getByText(success)).toBeVisible(processing)
  }
  await expect(files(page)).toContainText('You’ve already uploaded this file.')
  await button(page, 'Process again').click()
  await expect(page.getByText(success)).toBeVisible(processing)
  await expectCounts(dashboard, [2, 2, 0])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('photos are taken with the camera; a busy or lost server is reported and retried; a reload shows the progress', async ({
    page,
    complaints,
  }) => {
    await registered(page)
    await page.goto('/user/upload')
    const camera = page.locator('input[capture=environment]')
    await expect(camera).toHaveCount(3)
    await expect(page.getByText('Take a photo or choose files', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose files', exact: true })).toBeVisible()
    await expect(button(page, 'Take a photo of the back')).toBeVisible()
    const [picture, other] = [await black(page, 'image.jpg'), await photo('image.jpg', 'form-5009.jpg')]
    await camera.nth(2).setInputFiles([picture])
    await expect(files(page)).toContainText(/Photo [\d.]+\.jpg/)
    await expect(chip(files(page), 'Back')).toBeChecked()
    await expect(page.getByLabel('I’ve uploaded the back of my credit card')).toBeChecked()
    await button(page, 'Remove Photo').click()
    await expect(files(page)).toHaveCount(0)
    await page.getByLabel('I’ve uploaded the back of my credit card').uncheck()
    await camera.first().setInputFiles([other])

    const answers = [
      () => ({ ...problem(503, 'unavailable', 'Busy'), headers: { 'retry-after': '0' } }),
      () => problem(500, 'internal', 'Something went wrong on our side'),
    ]
    await page.route('**/api/documents', (route) => {
      const answer = route.request().method() === 'POST' ? answers.shift() : undefined
      return answer ? route.fulfill(answer()) : route.fallback()
    })
    await button(page).click()
    await expect(files(page).getByRole('alert')).toHaveText('Something went wrong on our side')
    expectComplaint(complaints, '503')
    expectComplaint(complaints, '500')
    const sending = page.waitForResponse((response) => response.request().method() === 'POST')
    await button(page).click()
    const { files: sent } = (await (await sending).json()) as { files: UploadedFile[] }
    expect(sent).toMatchObject([{ outcome: 'accepted', document: { status: 'processing' } }])

    // The status the server reports while it works; how long that takes must not matter to the journey.
    const items = sent.flatMap((one) => (one.outcome === 'accepted' ? [one.document] : []))
    await page.route('**/api/documents?status=processing', (route) =>
      route.fulfill({ json: { items, nextCursor: null } }),
    )
    await page.reload()
    const earlier = page.getByRole('list', { name: 'Still processing' })
    await expect(earlier).toContainText('Photo')
    await expectSoundLook(page)
    await page.unroute('**/api/documents?status=processing')
    await page.reload()
    await expect(page.getByText('Security note')).toBeVisible()
    await expect(earlier).toHaveCount(0, processing)
    const dashboard = () => callAs<{ counts: object }>(page, 'GET', '/api/documents/dashboard')
    await expect
      .poll(async () => (await dashboard()).counts, processing)
      .toEqual({ uploaded: 1, processed: 1, pending: 0, shared: 0, toCheck: 0, toConfirm: 0, rejected: 0 })
  })
})
