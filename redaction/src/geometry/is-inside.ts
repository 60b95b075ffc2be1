import type { Point, Quad } from './quad.ts'

/** Whether a point lies in a convex quad, whichever way round its corners run. */
export function isInside(quad: Quad, [x, y]: Point): boolean {
  const sides = quad.map((a, i) => {
    const b = quad[(i + 1) % 4] as Point
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}
