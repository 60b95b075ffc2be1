import type { Finding } from '../finding.ts'
import { boundsOf, centre, isCovered, isInside, type Quad } from '../geometry/quad.ts'
import { findTextSecrets } from '../page/find-text-secrets.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import type { FindOptions } from '../text/find-secrets.ts'
import type { FormField, PageImage } from './rasteriser.ts'
import { fieldLine, textLayerLines } from './text-layer-lines.ts'

const wellRead = 0.9
const alike = 0.5
const minContrast = 40

/**
 * Whether text that the file holds for an area may be what is seen there. Not when the area is empty, and not when
 * quite other text was read there with confidence.
 */
function showsText(picture: Picture, area: Quad, held: readonly Glyph[], read: readonly Glyph[]): boolean {
  const inArea = (glyphs: readonly Glyph[]) =>
    glyphs.filter(({ text, quad }) => text !== ' ' && isInside(area, centre(quad)))
  const seen = inArea(read)
  if (seen.length === 0) return contrastIn(picture, area) >= minContrast
  const confidence = seen.reduce((sum, glyph) => sum + glyph.confidence, 0) / seen.length
  const [heldText, seenText] = [textOf(inArea(held)), textOf(seen)]
  return confidence < wellRead || commonLength(heldText, seenText) >= alike * heldText.length
}

const textOf = (glyphs: readonly Glyph[]) => glyphs.map(({ text }) => text).join('')

/** Length of the longest text that both hold in this order, with other characters between. */
function commonLength(a: string, b: string): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const character of a) {
    const next = [0]
    for (let j = 0; j < b.length; j++) {
      const best =
        character === b[j] ? (row[j] as number) + 1 : Math.max(row[j + 1] as number, next[j] as number)
      next.push(best)
    }
    row = next
  }
  return row[b.length] as number
}

function contrastIn({ width, height, pixels }: Picture, area: Quad): number {
  const { left, top, right, bottom } = boundsOf([area])
  let [darkest, lightest] = [255, 0]
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
      const shade = pixels[(y * width + x) * 3 + 1] as number
      darkest = Math.min(darkest, shade)
      lightest = Math.max(lightest, shade)
    }
  }
  return lightest - darkest
}

/** Secrets in what a PDF itself holds: its text and its form fields. One more source beside the reading of the picture. */

/** What to hide beyond the `known` findings; `lines` are those read from the picture. */
export function findInTextLayer(
  { picture, characters = [], fields = [] }: PageImage,
  lines: readonly Line[],
  known: readonly Finding[],
  options: FindOptions,
): Finding[] {
  const read = lines.flatMap(({ glyphs }) => glyphs)
  const layers = textLayerLines(characters)
  const written = layers
    .flatMap((reading) => findTextSecrets(reading, options))
    .filter(({ quad }) => touches(quad, picture) && showsText(picture, quad, characters, read))
  // Fields are hidden whole, since where their text is, is not known, unless the picture was read just so.
  const filled = [lines, ...layers]
    .flatMap((labels) => findInFields(fields, labels, options))
    .filter(
      ({ field }) =>
        !(isReadRight(field, lines) && known.some(({ quad }) => isInside(field.quad, centre(quad)))),
    )
    .map(({ finding, field }): Finding => ({ ...finding, quad: field.quad }))
  const found: Finding[] = []
  for (const finding of [...written, ...filled]) {
    if (!isCovered(finding.quad, [...known, ...found])) found.push(finding)
  }
  return found
}

function touches(quad: Quad, { width, height }: PageImage['picture']): boolean {
  const { left, top, right, bottom } = boundsOf([quad])
  return right > 0 && bottom > 0 && left < width && top < height
}

/** Fields whose values are secrets beside these labels. */
function findInFields(fields: readonly FormField[], around: readonly Line[], options: FindOptions) {
  if (fields.length === 0) return []
  const isInField = ({ quad }: Line) => fields.some((field) => isInside(field.quad, centre(quad)))
  const labels = around.filter((line) => !isInField(line))
  const values = fields.map(({ value, quad }) => fieldLine(value, quad))
  return findTextSecrets([...labels, ...values], options).flatMap((finding) =>
    fields.filter(({ quad }) => isInside(quad, centre(finding.quad))).map((field) => ({ field, finding })),
  )
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

function isReadRight({ value, quad }: FormField, lines: readonly Line[]): boolean {
  const read = lines
    .flatMap(({ glyphs }) => glyphs)
    .filter((glyph) => isInside(quad, centre(glyph.quad)))
    .map(({ text }) => text)
    .join('')
  return digitsOf(read) === digitsOf(value)
}
