import type { Finding } from '../finding.ts'
import { centre, heightOf, mix, type Quad, widthOf } from '../geometry/quad.ts'
import { bandOf } from '../page/piece.ts'
import type { Glyph } from '../reader/text-reader.ts'
import type { CardSecrets } from './find-card-secrets.ts'

const copied = 4
// In heights of the number, from its lower edge on.
const reach = 0.45

/** Embossed cards repeat the first four digits below them, too small to be read: hidden there in any case. */
export const findSmallCopies = ({ numbers }: CardSecrets): Finding[] =>
  numbers.flatMap(({ chain }) => {
    const glyphs = chain.groups.flatMap((group) => group.glyphs)
    const start = bandOf(glyphs.slice(0, copied))
    if (!isOneRow(start, glyphs)) return []
    const below = (top: 0 | 1, bottom: 2 | 3) => mix(start[top], start[bottom], 1 + reach)
    const quad: Quad = [start[3], start[2], below(1, 2), below(0, 3)]
    return [{ kind: 'card-digits', quad, confidence: 0.4, source: 'position' }]
  })

/** The number goes on where its first digits end; upright cards have it in rows. */
function isOneRow(start: Quad, glyphs: readonly Glyph[]): boolean {
  const next = glyphs[copied]
  if (!next) return false
  const [ax, ay] = start[0]
  const [bx, by] = start[1]
  const [x, y] = centre(next.quad)
  const [cx, cy] = centre(start)
  const across = ((x - cx) * (by - ay) - (y - cy) * (bx - ax)) / (widthOf(start) || 1)
  return Math.abs(across) < 0.5 * heightOf(start)
}
