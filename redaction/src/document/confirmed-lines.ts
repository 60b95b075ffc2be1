import type { Finding } from '../finding.ts'
import { isInside } from '../geometry/is-inside.ts'
import { centre, distance, growQuad, heightOf } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'

const packed = (text: string) => text.replace(/\s/g, '')

/**
 * Lines read from the picture, each in the file's own writing where that says the same: its blanks are right. Lines
 * with something to hide stay as they were read, since the places that the file gives may be false.
 */
export function confirmedLines(
  read: readonly Line[],
  held: readonly Line[],
  findings: readonly Finding[],
): Line[] {
  return read.flatMap((line) => {
    const isTouched = line.glyphs.some((glyph) =>
      findings.some(({ quad }) => isInside(quad, centre(glyph.quad))),
    )
    if (isTouched) return [line]
    const area = growQuad(line.quad, 0.3 * heightOf(line.quad), 0.1 * heightOf(line.quad))
    const inside = held
      .filter(({ quad }) => isInside(area, centre(quad)))
      .sort((a, b) => distance(area[0], a.quad[0]) - distance(area[0], b.quad[0]))
    const isSame = packed(inside.map(({ text }) => text).join('')) === packed(line.text)
    return isSame ? inside : [line]
  })
}
