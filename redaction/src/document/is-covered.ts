import { isInside } from '../geometry/is-inside.ts'
import { mix, type Quad } from '../geometry/quad.ts'

const steps = { along: 12, across: 4 }
const enough = 0.9

/** Whether nearly all of a quad lies under others. */
export function isCovered([a, b, c, d]: Quad, others: readonly { quad: Quad }[]): boolean {
  if (others.length === 0) return false
  let count = 0
  for (let i = 0; i < steps.along; i++) {
    for (let j = 0; j < steps.across; j++) {
      const [u, v] = [(i + 0.5) / steps.along, (j + 0.5) / steps.across]
      const point = mix(mix(a, b, u), mix(d, c, u), 0.15 + 0.7 * v)
      if (others.some(({ quad }) => isInside(quad, point))) count++
    }
  }
  return count >= enough * steps.along * steps.across
}
