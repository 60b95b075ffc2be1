import type { Point, Quad } from './quad.ts'

/** Whether a point lies in a convex quad, whichever way round its corners run. */
export function isInside(quad: Quad, [x, y]: Point): boolean {
  let [isLeft, isRight] = [true, true]
  for (let i = 0; i < 4; i++) {
    const a = quad[i] as Point
    const b = quad[(i + 1) % 4] as Point
    const side = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
    isLeft &&= side >= 0
    isRight &&= side <= 0
  }
  return isLeft || isRight
}
