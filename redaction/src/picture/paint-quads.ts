import type { Point, Quad } from '../geometry/quad.ts'
import type { Picture } from './picture.ts'

/** Fills quads with one shade, black unless given, in place: what was below is gone. */
export function paintQuads(picture: Picture, quads: readonly Quad[], shade = 0): void {
  for (const quad of quads) fillPolygon(picture, quad, shade)
}

function fillPolygon({ width, height, pixels }: Picture, corners: Quad, shade: number) {
  const ys = corners.map(([, y]) => y)
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)))
  for (let row = top; row <= bottom; row++) {
    const span = spanAt(corners, row, row + 1)
    if (!span) continue
    const from = Math.max(0, Math.floor(span[0]))
    const to = Math.min(width, Math.ceil(span[1]))
    if (to > from) pixels.fill(shade, (row * width + from) * 3, (row * width + to) * 3)
  }
}

/** Leftmost and rightmost point of a convex polygon between two heights: every touched pixel is covered. */
function spanAt(corners: Quad, top: number, bottom: number): [number, number] | undefined {
  let [left, right] = [Infinity, -Infinity]
  const take = (x: number) => {
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  for (let i = 0; i < 4; i++) {
    const a = corners[i] as Point
    const b = corners[(i + 1) % 4] as Point
    if (a[1] >= top && a[1] <= bottom) take(a[0])
    for (const y of [top, bottom]) {
      if (a[1] < y !== b[1] < y) take(a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]))
    }
  }
  return left <= right ? [left, right] : undefined
}
