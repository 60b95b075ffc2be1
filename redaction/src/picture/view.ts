import type { Bounds, Point } from '../geometry/quad.ts'
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

// Of the brightness: a picture is nearly black when hardly any of it is lighter.
const nearlyBlack = { shade: 70, share: 0.02 }

/** A nearly black picture with its contrast stretched; any other as it is. */
export function brightView(view: View): View {
  let [light, count] = [0, 0]
  for (let at = 1; at < view.picture.pixels.length; at += 3 * 97) {
    count++
    if ((view.picture.pixels[at] as number) >= nearlyBlack.shade) light++
  }
  return light < nearlyBlack.share * count ? contrastView(view) : view
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

const tilesAlong = 12
const minTile = 16
const levels = 256
// How much steeper than the input the brightness curve of a tile may become.
const maxSlope = 4

/** Stretches the contrast of each neighbourhood: histograms of tiles, clipped, blended between tile centres. */
export function stretchLocalContrast(grey: Uint8Array, width: number, height: number): Uint8Array {
  const side = Math.max(minTile, Math.round(Math.max(width, height) / tilesAlong))
  const across = gridAlong(width, side)
  const down = gridAlong(height, side)
  const curves = new Float32Array(across.count * down.count * levels)
  for (let tile = 0; tile < across.count * down.count; tile++) {
    const left = Math.max(0, Math.min((tile % across.count) * side, width - side))
    const top = Math.max(0, Math.min(Math.floor(tile / across.count) * side, height - side))
    curves.set(curveOf(grey, width, height, left, top, side), tile * levels)
  }
  const stretched = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    const top = (down.before[y] as number) * across.count
    const bottom = (down.after[y] as number) * across.count
    const lower = down.share[y] as number
    for (let x = 0; x < width; x++) {
      const value = grey[y * width + x] as number
      const before = across.before[x] as number
      const after = across.after[x] as number
      const right = across.share[x] as number
      const a = curves[(top + before) * levels + value] as number
      const b = curves[(top + after) * levels + value] as number
      const c = curves[(bottom + before) * levels + value] as number
      const d = curves[(bottom + after) * levels + value] as number
      stretched[y * width + x] = (a + (b - a) * right) * (1 - lower) + (c + (d - c) * right) * lower
    }
  }
  return stretched
}

/** For each position the tiles whose centres lie around it, and how near it is to the second. */
function gridAlong(length: number, side: number) {
  const count = Math.ceil(length / side)
  const before = new Int32Array(length)
  const after = new Int32Array(length)
  const share = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const place = Math.min(count - 1, Math.max(0, (i + 0.5) / side - 0.5))
    before[i] = Math.floor(place)
    after[i] = Math.min(count - 1, Math.floor(place) + 1)
    share[i] = place - Math.floor(place)
  }
  return { count, before, after, share }
}

/** The brightness curve of one tile: where its own values are frequent, it is steep. */
function curveOf(grey: Uint8Array, width: number, height: number, left: number, top: number, side: number) {
  const right = Math.min(width, left + side)
  const bottom = Math.min(height, top + side)
  const histogram = new Uint32Array(levels)
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++) {
      const value = grey[at] as number
      histogram[value] = (histogram[value] as number) + 1
    }
  const area = (right - left) * (bottom - top)
  const limit = (maxSlope * area) / levels
  const excess = histogram.reduce((sum, count) => sum + Math.max(0, count - limit), 0) / levels
  let sum = 0
  return new Float32Array(histogram).map((count) => {
    sum += Math.min(count, limit) + excess
    return ((levels - 1) * sum) / area
  })
}
