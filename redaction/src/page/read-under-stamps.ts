/** A stamp over print is read as one line of nonsense: where large colored ink was read badly, the dark ink below it is read alone. */
import { type Bounds, boundsOf, heightOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import { croppedView, type View } from '../picture/view.ts'
import type { Line, ReadOptions, TextReader } from '../reader/text-reader.ts'
import { medianPrintHeight } from './piece.ts'
import { readView } from './read-view.ts'

// In heights of the page's print.
const minStamp = 1.5
const badlyRead = 0.9
const wellRead = 0.8
const color = { minSaturation: 60, minShare: 0.03 }

/** The lines of a page, with those below its stamps. */
export async function readUnderStamps(
  reader: TextReader,
  page: Picture,
  lines: readonly Line[],
  options: ReadOptions,
): Promise<Line[]> {
  const print = medianPrintHeight(lines)
  const found = [...lines]
  for (const { confidence, quad } of lines) {
    if (confidence >= badlyRead || heightOf(quad) < minStamp * print) continue
    const view = croppedView(page, grow(boundsOf([quad]), 0.3 * heightOf(quad)))
    if (!isColored(view.picture)) continue
    const below = await readView(reader, withoutColor(view), options)
    found.push(...below.filter((line) => line.confidence >= wellRead))
  }
  return found
}

const grow = ({ left, top, right, bottom }: Bounds, by: number): Bounds => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

function isColored({ pixels }: Picture): boolean {
  let count = 0
  for (let at = 0; at < pixels.length; at += 3)
    if (brightest(pixels, at) - darkest(pixels, at) >= color.minSaturation) count++
  return count * 3 >= color.minShare * pixels.length
}

const brightest = (pixels: Uint8Array, at: number) =>
  Math.max(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number)
const darkest = (pixels: Uint8Array, at: number) =>
  Math.min(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number)

/** Every point as light as its lightest color: colored ink becomes light, and black stays. */
function withoutColor({ picture, toPage }: View): View {
  const pixels = new Uint8Array(picture.pixels.length)
  for (let at = 0; at < pixels.length; at += 3) pixels.fill(brightest(picture.pixels, at), at, at + 3)
  return { picture: { ...picture, pixels }, toPage }
}
