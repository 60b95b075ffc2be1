/** Digits that stand right beside a hidden number belong to it: combs and handwriting are often seen in part. */
import type { Finding, FindingKind } from '../finding.ts'
import { isInside } from '../geometry/is-inside.ts'
import { axesOf, centre, heightOf, type Point, type Quad, widthOf } from '../geometry/quad.ts'
import type { Glyph } from '../reader/text-reader.ts'

const keepsLastFour: readonly FindingKind[] = ['card-number', 'ssn', 'itin']
// In heights of the band: how far apart digits of one number stand, and how level.
const reach = { along: 2, behindKept: 1.2, across: 0.5 }
const minRest = 0.2
const keptCount = 4

export function digitsBeside(findings: readonly Finding[], glyphs: readonly Glyph[]): Finding[] {
  const made: Finding[] = []
  const isHiddenBy = (hidden: readonly Finding[]) => {
    return ({ quad }: Glyph) => hidden.some((other) => isInside(other.quad, centre(quad)))
  }
  const isHidden = isHiddenBy(findings)
  const shown = glyphs.filter((glyph) => glyph.text !== ' ' && !isHidden(glyph))
  for (const finding of findings.filter(({ source }) => source === 'text')) {
    for (const side of [-1, 1] as const) {
      const isHiddenSince = isHiddenBy(made)
      const seen = shown.filter((glyph) => !isHiddenSince(glyph))
      // What stays are the last four only when no more digits follow them.
      const mayStay = side === 1 && keepsLastFour.includes(finding.kind) ? keptCount : 0
      made.push(...beside(finding, seen, side, mayStay))
    }
  }
  return made
}

/** What to hide before (-1) or after (1) a band: digits one after the other, up to anything else, if more than may stay. */
function beside(finding: Finding, seen: readonly Glyph[], side: -1 | 1, mayStay: number): Finding[] {
  const { quad } = finding
  const { along, across } = axesOf(quad)
  const middle = centre(quad)
  const [width, height] = [widthOf(quad), heightOf(quad)]
  const on = ([x, y]: Point, axis: Point) => (x - middle[0]) * axis[0] + (y - middle[1]) * axis[1]
  const row = seen
    .map((glyph) => ({
      glyph,
      at: side * on(centre(glyph.quad), along),
      off: on(centre(glyph.quad), across),
    }))
    .filter(({ at, off }) => at > width / 2 && Math.abs(off) < reach.across * height)
    .sort((a, b) => a.at - b.at)
  const widestGap = (mayStay > 0 ? reach.behindKept : reach.along) * height
  let end = width / 2
  let count = 0
  let last = 0
  for (const { glyph, at } of row) {
    const half = widthOf(glyph.quad) / 2
    if (at - half - end > widestGap) break
    // Part of a date, such as the one that a card expires on.
    if (glyph.text === '/') return []
    if (!/\d/.test(glyph.text)) break
    end = at + half
    // Two readings see the same digit at nearly the same place.
    if (at - last > half) count++
    last = at
  }
  // Less is the rest of a digit that is hidden but for its edge.
  if (count <= mayStay || end - width / 2 < minRest * height) return []
  const corner = (at: number, off: number): Point => [
    middle[0] + side * at * along[0] + off * across[0],
    middle[1] + side * at * along[1] + off * across[1],
  ]
  const [near, far] = side < 0 ? [end, width / 2] : [width / 2, end]
  const missed: Quad = [
    corner(near, -height / 2),
    corner(far, -height / 2),
    corner(far, height / 2),
    corner(near, height / 2),
  ]
  return [{ ...finding, quad: missed }]
}
