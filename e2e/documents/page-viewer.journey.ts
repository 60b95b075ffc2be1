import type { DocumentDetails } from '@exempta/contract/documents'
import type { Locator, Page } from '@playwright/test'
import { callAs, registered } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { expect, test } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'

// One product for all journeys of this file: each starts engines of its own.
test.describe.configure({ mode: 'default' })

const certificate = textPdf([
  'Sales tax exemption certificate',
  `Social Security number: ${['412', '55', '7310'].join('-')}`,
  `Card number: ${['4539', '1488', '0343', '6467'].join(' ')}`,
])
const processing = { timeout: 120_000 }

/** A person on the page of a document. Its second page is a copy of the first, with the same boxes. */
async function ownerOnTwoPages(page: Page) {
  await registered(page)
  await page.goto('/user/documents')
  const origin = new URL(page.url()).origin
  const document = { name: 'certificate.pdf', mimeType: 'application/pdf', buffer: certificate }
  await page.request.post('/api/documents', { headers: { origin }, multipart: { document } })
  const row = page.getByRole('row').filter({ hasText: 'certificate.pdf' })
  await expect(row.getByRole('checkbox')).toBeVisible(processing)
  const id = (await row.getByRole('link').first().getAttribute('href'))?.split('/').at(-1)
  const details = await callAs<DocumentDetails>(page, 'GET', `/api/documents/${id}`)
  const [first] = details.pages
  if (!first) throw new Error('The document has no page.')
  const pages = [first, { ...first, page: 2 }]
  const findings = details.findings.map((finding) => ({ ...finding, count: 2 }))
  await page.route(`**/api/documents/${id}`, (route) =>
    route.fulfill({ json: { ...details, pages, findings } }),
  )
  const picture = await (await page.request.get(`/api/documents/${id}/pages/1?v=1`)).body()
  await page.route(`**/api/documents/${id}/pages/2?v=1`, (route) =>
    route.fulfill({ body: picture, contentType: 'image/png' }),
  )
  await page.goto(`/user/documents/${id}`)
  const viewer = page.getByRole('region', { name: 'Pages', exact: true })
  return {
    viewer,
    frame: viewer.getByRole('region', { name: /^Page \d of 2$/ }),
    picture: viewer.getByRole('img'),
    label: viewer.locator('figcaption'),
    kinds: page.getByRole('list', { name: 'What is hidden' }),
  }
}

const widthOf = async (one: Locator) => Math.round((await one.boundingBox())?.width ?? 0)
const heightOf = async (one: Locator) => Math.round((await one.boundingBox())?.height ?? 0)
const scrollOf = (frame: Locator) => frame.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])

test('pages are zoomed, turned, rotated and searched for boxes by keyboard alone', async ({ page }) => {
  const { viewer, frame, picture, label, kinds } = await ownerOnTwoPages(page)
  // One card number is one item, however many boxes hide it.
  await expect(kinds.getByRole('listitem').filter({ hasText: 'Card number' })).toContainText('2×')
  await expect(viewer.getByRole('button', { name: /Card number$/ })).toHaveCount(1)
  await expect(label).toHaveText(/^Hidden: .*Card number/)
  await viewer.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
  await expect(viewer.getByText('go to a numbered box')).toBeVisible()
  await expectSoundLook(page)

  await frame.focus()
  // Compared with its frame, whose own width may still change while the page loads.
  const shareOfFrame = async () => (await widthOf(picture)) / (await widthOf(frame))
  await page.keyboard.press('+')
  await expect(viewer.getByText('125%')).toBeVisible()
  await expect.poll(shareOfFrame).toBeGreaterThan(1.2)
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => scrollOf(frame), 'arrows move a page that is larger than its frame')
    .not.toEqual([0, 0])
  await page.keyboard.press('-')
  await expect.poll(shareOfFrame).toBeLessThanOrEqual(1)
  const fitted = await widthOf(picture)
  await page.keyboard.press(']')
  await expect.poll(() => heightOf(picture), 'the page lies on its side').toBeGreaterThan(fitted)
  await page.keyboard.press('0')
  await expect(viewer.getByRole('button', { name: 'Fit width' })).toBeVisible()
  await expect
    .poll(async () => (await heightOf(picture)) <= (await heightOf(frame)), 'the whole page is in view')
    .toBe(true)
  await page.keyboard.press('[')
  await page.keyboard.press('0')
  await page.keyboard.press('PageDown')
  await expect(viewer.getByText('Page 2 of 2')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Next page' })).toBeDisabled()

  // Digits lead to the boxes, from any page.
  await page.keyboard.press('1')
  await expect(viewer.getByText('Page 1 of 2')).toBeVisible()
  await expect(viewer.getByRole('button', { name: '1: Social Security number' })).toBeFocused()
  await expect(label).toHaveText('1Social Security number')
  await page.keyboard.press('Tab')
  await expect(viewer.getByRole('button', { name: '2: Card number' })).toBeFocused()
  await kinds.getByRole('button', { name: 'Show 4: Card number, page 2' }).press('Enter')
  await expect(viewer.getByRole('button', { name: '4: Card number' })).toBeFocused()

  await page.keyboard.press('f')
  await expect.poll(() => heightOf(viewer), 'it fills the screen').toBeGreaterThanOrEqual(795)
  await expect(viewer.getByText('What is hidden')).toBeVisible()
  await viewer.getByRole('button', { name: 'Exit full screen' }).press('Enter')
  await expect.poll(() => heightOf(viewer)).toBeLessThan(795)
})

test('pages are zoomed at the pointer and dragged with the mouse', async ({ page }) => {
  const { viewer, frame, picture, label } = await ownerOnTwoPages(page)
  const box = viewer.getByRole('button', { name: '2: Card number' })
  const at = await box.boundingBox()
  if (!at) throw new Error('There is no box.')
  const spot = { x: at.x + at.width / 2, y: at.y + at.height / 2 }
  await page.mouse.move(spot.x, spot.y)
  await expect(label).toHaveText('2Card number')
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -300)
  await page.keyboard.up('Control')
  await expect.poll(() => widthOf(picture)).toBeGreaterThan((await widthOf(frame)) * 1.8)
  const after = await box.boundingBox()
  expect(
    Math.abs((after?.x ?? 0) + (after?.width ?? 0) / 2 - spot.x),
    'the box stays below the pointer',
  ).toBeLessThan(15)

  const before = await scrollOf(frame)
  await page.mouse.down()
  await page.mouse.move(spot.x - 60, spot.y - 40, { steps: 4 })
  await page.mouse.up()
  const moved = async () =>
    (await scrollOf(frame)).map((at, axis) => Math.round((at - (before[axis] ?? 0)) / 10))
  await expect.poll(moved, 'in tens of pixels').toEqual([6, 4])
  await page.getByRole('switch', { name: 'Outline hidden areas' }).click()
  await expect(box).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('two fingers zoom and move the page, a tap shows a label, and the list is below', async ({ page }) => {
    const { viewer, frame, picture, label, kinds } = await ownerOnTwoPages(page)
    await expect(picture).toHaveJSProperty('complete', true)
    const [pages, list] = [await viewer.boundingBox(), await kinds.boundingBox()]
    expect(list?.y).toBeGreaterThan((pages?.y ?? 0) + (pages?.height ?? 0))
    await viewer.getByRole('button', { name: '1: Social Security number' }).tap()
    await expect(label).toHaveText('1Social Security number')

    const fitted = await widthOf(picture)
    const at = await frame.boundingBox()
    if (!at) throw new Error('There is no page.')
    const fingers = (apart: number, by = 0) =>
      [-1, 1].map((side) => ({
        x: at.x + at.width / 2 + side * apart + by,
        y: at.y + at.height / 2,
        id: side + 1,
      }))
    const browser = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingers>) =>
      browser.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', fingers(30))
    for (const apart of [45, 60, 75, 90]) await touch('touchMove', fingers(apart))
    await expect.poll(() => widthOf(picture)).toBeGreaterThan(fitted * 2.5)
    const before = await scrollOf(frame)
    await touch('touchMove', fingers(90, -40))
    await touch('touchEnd', [])
    await expect.poll(async () => ((await scrollOf(frame))[0] ?? 0) - (before[0] ?? 0)).toBeGreaterThan(30)
    expect(await page.evaluate(() => window.visualViewport?.scale), 'only the page is zoomed').toBe(1)
  })
})
