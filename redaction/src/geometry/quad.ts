export type Point = readonly [x: number, y: number]

/** Four corners: start-top, end-top, end-bottom, start-bottom as the text on it is read. */
export type Quad = readonly [Point, Point, Point, Point]

export const mix = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
]

export const distance = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1])

export const centre = (quad: Quad): Point => mix(mix(quad[0], quad[2], 0.5), mix(quad[1], quad[3], 0.5), 0.5)

export const widthOf = (quad: Quad) => (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2

export const heightOf = (quad: Quad) => (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2

/** Reading direction in radians. */
export const directionOf = (quad: Quad) =>
  Math.atan2(
    quad[1][1] - quad[0][1] + quad[2][1] - quad[3][1],
    quad[1][0] - quad[0][0] + quad[2][0] - quad[3][0],
  )

/** Unit vectors along the text and down from it; on a mirrored page these two turn the other way round. */
export function axesOf(quad: Quad): { along: Point; across: Point } {
  const angle = directionOf(quad)
  const down = [quad[3][0] - quad[0][0], quad[3][1] - quad[0][1]] as const
  const side = Math.cos(angle) * down[1] - Math.sin(angle) * down[0] < 0 ? -1 : 1
  return {
    along: [Math.cos(angle), Math.sin(angle)],
    across: [-side * Math.sin(angle), side * Math.cos(angle)],
  }
}

/** The part of a quad between two fractions of its reading direction; fractions may lie outside 0–1. */
export const sliceOf = (quad: Quad, from: number, to: number): Quad => [
  mix(quad[0], quad[1], from),
  mix(quad[0], quad[1], to),
  mix(quad[3], quad[2], to),
  mix(quad[3], quad[2], from),
]

export const mapQuad = (quad: Quad, map: (point: Point) => Point): Quad => [
  map(quad[0]),
  map(quad[1]),
  map(quad[2]),
  map(quad[3]),
]

/** Grows a quad by pixels along and across its reading direction. */
export function growQuad(quad: Quad, along: number, across: number): Quad {
  const width = widthOf(quad) || 1
  const height = heightOf(quad) || 1
  const wide = sliceOf(quad, -along / width, 1 + along / width)
  const t = across / height
  return [
    mix(wide[0], wide[3], -t),
    mix(wide[1], wide[2], -t),
    mix(wide[1], wide[2], 1 + t),
    mix(wide[0], wide[3], 1 + t),
  ]
}

/** The smallest rectangle along the first quad's text that covers all of them. */
export function coverQuads(quads: readonly [Quad, ...Quad[]]): Quad {
  const { along, across } = axesOf(quads[0])
  const on = ([x, y]: Point, axis: Point) => x * axis[0] + y * axis[1]
  const points = quads.flat()
  const us = points.map((point) => on(point, along))
  const vs = points.map((point) => on(point, across))
  const at = (u: number, v: number): Point => [u * along[0] + v * across[0], u * along[1] + v * across[1]]
  const [left, right, top, bottom] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)]
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)]
}

export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

export function boundsOf(quads: readonly Quad[]): Bounds {
  const xs = quads.flatMap((quad) => quad.map(([x]) => x))
  const ys = quads.flatMap((quad) => quad.map(([, y]) => y))
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

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

/** Whether two areas have something in common: no line along a side of either of them lies between the two. */
export const overlaps = (one: Quad, other: Quad): boolean =>
  ![one, other].some((quad) =>
    quad.some((from, i) => isBetween(from, quad[(i + 1) % 4] as Point, one, other)),
  )

function isBetween(from: Point, to: Point, one: Quad, other: Quad): boolean {
  const [x, y] = [to[1] - from[1], from[0] - to[0]]
  // A side without length divides nothing.
  if (x === 0 && y === 0) return false
  const rangeOf = (quad: Quad) => {
    const along = quad.map((point) => point[0] * x + point[1] * y)
    return [Math.min(...along), Math.max(...along)] as const
  }
  const [[a, b], [c, d]] = [rangeOf(one), rangeOf(other)]
  return b <= c || d <= a
}

/** An area as shares of the width and height of its page; pages count from 1. */
export interface Box {
  page: number
  x: number
  y: number
  width: number
  height: number
}

const coverSteps = { along: 12, across: 4 }
const coveredShare = 0.9

/** Whether nearly all of a quad lies under others. */
export function isCovered([a, b, c, d]: Quad, others: readonly { quad: Quad }[]): boolean {
  if (others.length === 0) return false
  let count = 0
  for (let i = 0; i < coverSteps.along; i++) {
    for (let j = 0; j < coverSteps.across; j++) {
      const [u, v] = [(i + 0.5) / coverSteps.along, (j + 0.5) / coverSteps.across]
      const point = mix(mix(a, b, u), mix(d, c, u), 0.15 + 0.7 * v)
      if (others.some(({ quad }) => isInside(quad, point))) count++
    }
  }
  return count >= coveredShare * coverSteps.along * coverSteps.across
}
