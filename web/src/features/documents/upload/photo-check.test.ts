import { expect, test } from 'vitest'
import { checkPhoto, type GrayPicture } from './photo-check.ts'

const [width, height] = [320, 240]
const table = 70
const paper = 220
const ink = 40

type Draw = (x: number, y: number) => number

function drawn(draw: Draw): GrayPicture {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
    draw(at % width, Math.floor(at / width)),
  )
  return { width, height, pixels }
}

/** A page with lines of letters, its upper left corner at a place of the picture. */
const pageAt =
  (left: number, top: number, pageWidth = 200, pageHeight = 180): Draw =>
  (x, y) => {
    const [across, down] = [x - left, y - top]
    if (across < 0 || down < 0 || across >= pageWidth || down >= pageHeight) return table
    const isText = across > 15 && across < pageWidth - 15 && down > 15 && down < pageHeight - 15
    return isText && down % 24 < 9 && across % 9 < 3 ? ink : paper
  }

const page = pageAt(60, 30)
/** The page fills the picture, as in a scan. */
const scan = pageAt(0, 0, width, height)
const darker =
  (draw: Draw, share: number): Draw =>
  (x, y) =>
    draw(x, y) * share
/** Brighter at the left than at the right, as beside a window. */
const besideWindow =
  (draw: Draw): Draw =>
  (x, y) =>
    draw(x, y) * (1 - (0.6 * x) / width)

/** Out of focus: every pixel is the mean of its neighborhood, three times over. */
const outOfFocus = (draw: Draw) => [1, 2, 3].reduce((picture) => smoothed(picture, 3), drawn(draw))

function smoothed({ width, height, pixels }: GrayPicture, reach: number): GrayPicture {
  return drawn((x, y) => {
    let [sum, count] = [0, 0]
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const [nearX, nearY] = [x + dx, y + dy]
        if (nearX < 0 || nearY < 0 || nearX >= width || nearY >= height) continue
        sum += pixels[nearY * width + nearX] ?? 0
        count++
      }
    }
    return sum / count
  })
}

test.each([
  ['a sharp page on a table', drawn(page), undefined],
  ['a dark card on a bright table', drawn((x, y) => 255 - page(x, y)), undefined],
  ['a scan that fills the picture', drawn(scan), undefined],
  ['a scan beside a window', drawn(besideWindow(scan)), undefined],
  ['a blank page', drawn(() => paper), undefined],
  ['a blurred page', outOfFocus(page), 'blurred'],
  ['a blurred scan', outOfFocus(scan), 'blurred'],
  ['a page in the dark', drawn(darker(page, 0.25)), 'dark'],
  ['a black picture', drawn(() => 0), 'dark'],
  ['a page that runs out at the right', drawn(pageAt(160, 30)), 'cut-off'],
  ['a page that runs out at the bottom', drawn(pageAt(60, 120)), 'cut-off'],
  ['a page that runs out at a corner', drawn(pageAt(150, 100)), 'cut-off'],
  ['a card that runs out at the left', drawn((x, y) => 255 - pageAt(-60, 30)(x, y)), 'cut-off'],
])('%s', (_, picture, trouble) => {
  expect(checkPhoto(picture)).toBe(trouble)
})
