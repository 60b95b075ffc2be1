import { isInside } from '../geometry/is-inside.ts'
import { boundsOf, centre, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph } from '../reader/text-reader.ts'

const wellRead = 0.9
const alike = 0.5
const minContrast = 40

/**
 * Whether text that the file holds for an area may be what is seen there. Not when the area is empty, and not when
 * quite other text was read there with confidence.
 */
export function showsText(
  picture: Picture,
  area: Quad,
  held: readonly Glyph[],
  read: readonly Glyph[],
): boolean {
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
