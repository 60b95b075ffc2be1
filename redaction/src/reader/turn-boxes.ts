import { directionOf, heightOf, type Quad, widthOf } from '../geometry/quad.ts'
import type { Line } from './text-reader.ts'

const voterCount = 5
// A box this much longer than high runs along its text.
const elongated = 2

/** Boxes turned into reading direction; those that voted on it come back as read lines. */
export async function turnBoxes(
  boxes: Quad[],
  recognise: (quad: Quad) => Promise<Line>,
): Promise<(Line | { quad: Quad })[]> {
  if (boxes.length === 0) return []
  const axis = dominantAxis(boxes)
  const turned = boxes.map((box) => turnTowards(box, axis))
  const voters = turned
    .filter(
      (quad) =>
        widthOf(quad) > elongated * heightOf(quad) &&
        Math.abs(angleBetween(directionOf(quad), axis)) < Math.PI / 4,
    )
    .sort((a, b) => widthOf(b) - widthOf(a))
    .slice(0, voterCount)

  let balance = 0
  const read = new Map<Quad, { upright: Line; reversed: Line }>()
  for (const quad of voters) {
    const upright = await recognise(quad)
    const reversed = await recognise(reverse(quad))
    balance += vote(upright) - vote(reversed)
    read.set(quad, { upright, reversed })
  }
  return turned.map((quad) => {
    const lines = read.get(quad)
    if (balance >= 0) return lines?.upright ?? { quad }
    return lines?.reversed ?? { quad: reverse(quad) }
  })
}

// Digits read well upside down, so letters decide.
function vote(line: Line): number {
  const letters = line.glyphs.filter((glyph) => /[a-z]/i.test(glyph.text))
  const digits = line.glyphs.filter((glyph) => /\d/.test(glyph.text))
  const sum = (glyphs: typeof letters) => glyphs.reduce((total, glyph) => total + glyph.confidence ** 3, 0)
  return (sum(letters) + 0.3 * sum(digits)) * line.confidence ** 2
}

/** The direction, modulo a half turn, that most of the text's length runs along. */
function dominantAxis(boxes: Quad[]): number {
  let best = { angle: 0, weight: -1 }
  for (const box of boxes) {
    const angle = directionOf(box)
    let weight = 0
    for (const other of boxes) {
      const apart = Math.abs(angleBetween(2 * directionOf(other), 2 * angle)) / 2
      if (apart < 0.2) weight += Math.max(0, widthOf(other) - heightOf(other)) * (1 - apart)
    }
    if (weight > best.weight) best = { angle, weight }
  }
  return Math.abs(best.angle) > Math.PI / 2 + 0.1 ? best.angle - Math.sign(best.angle) * Math.PI : best.angle
}

function turnTowards(quad: Quad, axis: number): Quad {
  const turns: Quad[] = [quad, reverse(quad)]
  if (widthOf(quad) <= elongated * heightOf(quad)) turns.push(quarter(quad), reverse(quarter(quad)))
  const apart = (turn: Quad) => Math.abs(angleBetween(directionOf(turn), axis))
  return turns.reduce((best, turn) => (apart(turn) < apart(best) ? turn : best))
}

export const reverse = ([a, b, c, d]: Quad): Quad => [c, d, a, b]
const quarter = ([a, b, c, d]: Quad): Quad => [b, c, d, a]

const angleBetween = (a: number, b: number) => Math.atan2(Math.sin(a - b), Math.cos(a - b))
