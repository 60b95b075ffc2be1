import type { Point, Quad } from './quad.ts'

/** The smallest rectangle at any angle around the points; its first side is the longer one. */
export function minAreaRect(points: Point[]): Quad {
  const hull = convexHull(points)
  let best: { area: number; quad: Quad } | undefined
  for (let i = 0; i < hull.length; i++) {
    const [ax, ay] = hull[i] as Point
    const [bx, by] = hull[(i + 1) % hull.length] as Point
    const length = Math.hypot(bx - ax, by - ay)
    if (length === 0) continue
    const candidate = rectAlong(hull, (bx - ax) / length, (by - ay) / length)
    if (!best || candidate.area < best.area) best = candidate
  }
  return best?.quad ?? flatQuad(points[0] as Point)
}

function rectAlong(hull: Point[], ux: number, uy: number) {
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of hull) {
    const u = x * ux + y * uy
    const v = -x * uy + y * ux
    minU = Math.min(minU, u)
    maxU = Math.max(maxU, u)
    minV = Math.min(minV, v)
    maxV = Math.max(maxV, v)
  }
  const at = (u: number, v: number): Point => [u * ux - v * uy, u * uy + v * ux]
  const corners: Quad = [at(minU, minV), at(maxU, minV), at(maxU, maxV), at(minU, maxV)]
  const isLongSideFirst = maxU - minU >= maxV - minV
  return {
    area: (maxU - minU) * (maxV - minV),
    quad: isLongSideFirst ? corners : ([corners[3], corners[0], corners[1], corners[2]] as const),
  }
}

const flatQuad = (point: Point): Quad => [point, point, point, point]

function convexHull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  if (sorted.length < 3) return sorted
  return [...halfHull(sorted), ...halfHull(sorted.reverse())]
}

function halfHull(points: Point[]): Point[] {
  const half: Point[] = []
  for (const point of points) {
    while (
      half.length >= 2 &&
      !turnsLeft(half[half.length - 2] as Point, half[half.length - 1] as Point, point)
    )
      half.pop()
    half.push(point)
  }
  half.pop()
  return half
}

const turnsLeft = (a: Point, b: Point, c: Point) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
