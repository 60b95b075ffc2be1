/** The text that a PDF itself holds for a page, visible or not, as characters with their places in the page's picture. */
import { boundsOf, type Point, type Quad } from '../../geometry/quad.ts'
import type { Picture } from '../../picture/picture.ts'
import type { LayerGlyph } from '../rasteriser.ts'
import { memoryOf, type Pdfium, withMemory } from './pdfium-module.ts'

export type ToPixels = (point: Point) => Point

/** The way from the page's own units to pixels of its picture, turned as the page is. */
export function toPixelsOf(pdfium: Pdfium, page: number, { width, height }: Picture): ToPixels {
  // The function gives whole numbers: asked for a larger picture, they hold the fractions.
  const finer = 64
  const at = (x: number, y: number): Point =>
    withMemory(pdfium, 8, (out) => {
      pdfium._FPDF_PageToDevice(page, 0, 0, width * finer, height * finer, 0, x, y, out, out + 4)
      const memory = memoryOf(pdfium)
      return [memory.getInt32(out, true) / finer, memory.getInt32(out + 4, true) / finer]
    })
  const span = 1000
  const [zero, right, up] = [at(0, 0), at(span, 0), at(0, span)]
  const axis = (to: Point, i: 0 | 1) => (to[i] - zero[i]) / span
  return ([x, y]) => [
    zero[0] + x * axis(right, 0) + y * axis(up, 0),
    zero[1] + x * axis(right, 1) + y * axis(up, 1),
  ]
}

/** Characters in the order in which they are drawn. Undefined when there are more than a page can hold. */
export function charactersOf(
  pdfium: Pdfium,
  page: number,
  toPixels: ToPixels,
  maxCount: number,
): LayerGlyph[] | undefined {
  const text = pdfium._FPDFText_LoadPage(page)
  if (text === 0) return []
  try {
    const count = pdfium._FPDFText_CountChars(text)
    if (count > maxCount) return undefined
    return withMemory(pdfium, 64, (scratch) => {
      const characters: LayerGlyph[] = []
      for (let index = 0; index < count; index++) {
        const code = pdfium._FPDFText_GetUnicode(text, index)
        const quad = code > 0 && code <= 0x10ffff ? placeOf(pdfium, text, index, scratch) : undefined
        if (quad) {
          const place: Quad = [toPixels(quad[0]), toPixels(quad[1]), toPixels(quad[2]), toPixels(quad[3])]
          const ink = boundsOf([inkOf(pdfium, text, index, scratch, toPixels)])
          characters.push({ text: String.fromCodePoint(code), quad: place, confidence: 1, ink })
        }
      }
      return characters
    })
  } finally {
    pdfium._FPDFText_ClosePage(text)
  }
}

/** The corners of a character on the page, as its text runs. Undefined for the blanks that pdfium adds itself. */
function placeOf(pdfium: Pdfium, text: number, index: number, scratch: number): Quad | undefined {
  const floats = (count: number) => {
    const memory = memoryOf(pdfium)
    return Array.from({ length: count }, (_, i) => memory.getFloat32(scratch + 4 * i, true))
  }
  if (!pdfium._FPDFText_GetLooseCharBox(text, index, scratch)) return undefined
  const [left, top, right, bottom] = floats(4) as [number, number, number, number]
  if (!(right > left && top > bottom)) return undefined
  if (!pdfium._FPDFText_GetMatrix(text, index, scratch)) return undefined
  const [a, b, c, d] = floats(4) as [number, number, number, number]
  const along = unit([a, b])
  const up = unit([c, d])
  if (!along || !up) return undefined
  const em = pdfium._FPDFText_GetFontSize(text, index) * Math.hypot(c, d)
  const isStraight = Math.min(Math.abs(along[0]), Math.abs(along[1])) < 0.02
  const middle: Point = [(left + right) / 2, (top + bottom) / 2]
  const size = isStraight
    ? straightSize(along, right - left, top - bottom)
    : slantedSize(along, em, right - left, top - bottom)
  const corner = (x: number, y: number): Point => [
    middle[0] + x * size.width * along[0] + y * size.height * up[0],
    middle[1] + x * size.width * along[1] + y * size.height * up[1],
  ]
  return [corner(-0.5, 0.5), corner(0.5, 0.5), corner(0.5, -0.5), corner(-0.5, -0.5)]
}

/** The corners of the box that a character's strokes fill. */
function inkOf(pdfium: Pdfium, text: number, index: number, scratch: number, toPixels: ToPixels): Quad {
  pdfium._FPDFText_GetCharBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24)
  const memory = memoryOf(pdfium)
  const at = (offset: number) => memory.getFloat64(scratch + offset, true)
  const [left, right, bottom, top] = [at(0), at(8), at(16), at(24)]
  return [toPixels([left, top]), toPixels([right, top]), toPixels([right, bottom]), toPixels([left, bottom])]
}

const straightSize = (along: Point, across: number, upright: number) =>
  Math.abs(along[0]) > Math.abs(along[1])
    ? { width: across, height: upright }
    : { width: upright, height: across }

/** The box around a slanted character is larger than the character; its height is known from the font. */
function slantedSize([cos, sin]: Point, em: number, across: number, upright: number) {
  const height = Math.min(1.2 * em, across, upright)
  const [x, y] = [Math.abs(cos), Math.abs(sin)]
  const width = x > y ? (across - height * y) / x : (upright - height * x) / y
  return { width: Math.max(width, 0.3 * height), height }
}

function unit([x, y]: Point): Point | undefined {
  const length = Math.hypot(x, y)
  return length > 0 && Number.isFinite(length) ? [x / length, y / length] : undefined
}
