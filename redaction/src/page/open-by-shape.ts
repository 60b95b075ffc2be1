/** Tells numbers that their own shape explains, such as those of phones and forms: no label makes them private. */
import type { Finding } from '../finding.ts'
import { centre, isInside } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { openShapes } from './open-numbers.ts'

/** Whether all that was read in a place belongs to such numbers. */
export function isOpenByShape(lines: readonly Line[]): (finding: Pick<Finding, 'quad'>) => boolean {
  const open = new Set<Glyph>(lines.flatMap(openGlyphs))
  return ({ quad }) => {
    const inside = lines
      .flatMap(({ glyphs }) => glyphs)
      .filter((glyph) => glyph.text !== ' ' && isInside(quad, centre(glyph.quad)))
    return inside.length > 0 && inside.every((glyph) => open.has(glyph))
  }
}

function openGlyphs({ glyphs }: Line): Glyph[] {
  // A character of the text may be a part of a glyph, such as two letters that are drawn as one.
  const at = glyphs.flatMap((glyph) => Array.from({ length: glyph.text.length }, () => glyph))
  const text = glyphs.map((glyph) => glyph.text).join('')
  return openShapes.flatMap(({ pattern }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: match, index }) => at.slice(index, index + match.length)),
  )
}
