import type { Finding } from '../finding.ts'
import { isInside } from '../geometry/is-inside.ts'
import { centre, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { bandOf } from './piece.ts'

/** A word that stays readable. */
export interface Word {
  text: string
  quad: Quad
}

/** Words of the lines without the characters that findings hide. */
export function survivingWords(lines: readonly Line[], findings: readonly Finding[]): Word[] {
  const isHidden = (glyph: Glyph) => findings.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  return lines.flatMap((line) => {
    const words: Glyph[][] = [[]]
    for (const glyph of line.glyphs) {
      if (glyph.text === ' ' || isHidden(glyph)) words.push([])
      else words[words.length - 1]?.push(glyph)
    }
    return words
      .filter((glyphs) => glyphs.length > 0)
      .map((glyphs) => ({ text: glyphs.map(({ text }) => text).join(''), quad: bandOf(glyphs) }))
  })
}
