import type { Bounds, Point } from '../geometry/quad.ts'
import { stretchLocalContrast } from './local-contrast.ts'
import { type Picture, scalePicture, sharpOf } from './picture.ts'

/** Brightness of each pixel. */
export function greyOf({ pixels }: Picture): Uint8Array {
  const grey = new Uint8Array(pixels.length / 3)
  for (let i = 0, p = 0; i < grey.length; i++, p += 3)
    grey[i] =
      0.299 * (pixels[p] as number) + 0.587 * (pixels[p + 1] as number) + 0.114 * (pixels[p + 2] as number)
  return grey
}

/** Grey pixels in three equal channels. */
function spreadGrey(grey: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(grey.length * 3)
  for (let i = 0, p = 0; p < pixels.length; i++, p += 3)
    pixels[p] = pixels[p + 1] = pixels[p + 2] = grey[i] as number
  return pixels
}

/** Each pixel becomes the median of the five in a cross around it: grain goes, edges stay. */
export function median(grey: Uint8Array, width: number, height: number): Uint8Array {
  const result = Uint8Array.from(grey)
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const left = grey[at - 1] as number
      const right = grey[at + 1] as number
      const above = grey[at - width] as number
      const below = grey[at + width] as number
      const low = Math.max(Math.min(left, right), Math.min(above, below))
      const high = Math.min(Math.max(left, right), Math.max(above, below))
      const middle = grey[at] as number
      result[at] = Math.max(Math.min(low, high), Math.min(Math.max(low, high), middle))
    }
  }
  return result
}

/** A picture made from the page to read it better, and the way back to the page's pixels. */
export interface View {
  picture: Picture
  toPage: (point: Point) => Point
}

/** The page with its longer side at most `maxSide`. */
export async function scaledView(page: Picture, maxSide: number): Promise<View> {
  const picture = await scalePicture(page, maxSide)
  const factor = page.width / picture.width
  return { picture, toPage: ([x, y]) => [x * factor, y * factor] }
}

/** Grey with the contrast of each neighbourhood stretched: brings out embossed digits and dark photographs. */
export function contrastView({ picture, toPage }: View): View {
  const { width, height } = picture
  const grey = stretchLocalContrast(median(greyOf(picture), width, height), width, height)
  return { picture: { width, height, pixels: spreadGrey(grey) }, toPage }
}

/** The part of a page within bounds, which may reach beyond its edges. */
export function croppedView(page: Picture, bounds: Bounds): View {
  const left = Math.max(0, Math.floor(bounds.left))
  const top = Math.max(0, Math.floor(bounds.top))
  const width = Math.min(page.width, Math.ceil(bounds.right)) - left
  const height = Math.min(page.height, Math.ceil(bounds.bottom)) - top
  const pixels = new Uint8Array(width * height * 3)
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * page.width + left) * 3
    pixels.set(page.pixels.subarray(from, from + width * 3), row * width * 3)
  }
  return { picture: { width, height, pixels }, toPage: ([x, y]) => [x + left, y + top] }
}

/** Turned by an angle in radians, so that text running along it lies flat. */
export async function turnedView({ picture, toPage }: View, angle: number): Promise<View> {
  const { data, info } = await sharpOf(picture)
    .rotate((-angle * 180) / Math.PI, { background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const back = ([x, y]: Point): Point => {
    const [dx, dy] = [x - info.width / 2, y - info.height / 2]
    return toPage([dx * cos - dy * sin + picture.width / 2, dx * sin + dy * cos + picture.height / 2])
  }
  return { picture: { width: info.width, height: info.height, pixels: data }, toPage: back }
}

/** Left and right exchanged, as front cameras save it. */
export async function mirroredView({ picture, toPage }: View): Promise<View> {
  const pixels = await sharpOf(picture).flop().raw().toBuffer()
  return { picture: { ...picture, pixels }, toPage: ([x, y]) => toPage([picture.width - x, y]) }
}
