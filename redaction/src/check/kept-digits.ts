/** The last four digits of numbers whose others are hidden: they may be seen. */
import type { Finding, FindingKind } from '../finding.ts'
import { isInside } from '../geometry/is-inside.ts'
import { centre, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'

const kinds: readonly FindingKind[] = ['card-number', 'ssn', 'itin']
const keptCount = 4

export function keptDigits(lines: readonly Line[], findings: readonly Finding[]): Quad[] {
  const hidden = findings.filter(({ kind }) => kinds.includes(kind))
  const isHidden = (glyph: Glyph) => hidden.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  return lines.flatMap(({ glyphs }) => {
    const last = glyphs.findLastIndex(isHidden)
    return last < 0
      ? []
      : glyphs
          .slice(last + 1)
          .filter(isDigit)
          .slice(0, keptCount)
          .map(({ quad }) => quad)
  })
}

/** Whether everything that was read in an area is kept digits. */
export function isKept(area: Quad, read: readonly Line[], kept: readonly Quad[]): boolean {
  const digits = read
    .flatMap(({ glyphs }) => glyphs)
    .filter((glyph) => isDigit(glyph) && isInside(area, centre(glyph.quad)))
  return digits.length > 0 && digits.every((glyph) => kept.some((quad) => isInside(quad, centre(glyph.quad))))
}

const isDigit = ({ text }: Glyph) => /\d/.test(text)
