/** How much of an area is dark. Decides whether a box is marked and whether something is signed. */
import { heightOf, mix, type Quad, widthOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'

const most = 120
// Of the brightness of the paper: pen strokes on a poor copy are still darker than this.
const darkerThan = 0.72
// Of all points, so many are no brighter than the paper.
const paperRank = 0.75

export function inkShare({ width, height, pixels }: Picture, area: Quad): number {
  const columns = Math.min(most, Math.max(4, Math.round(widthOf(area))))
  const rows = Math.min(most, Math.max(4, Math.round(heightOf(area))))
  const [a, b, c, d] = area
  const shades = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const down = (row + 0.5) / rows
    const [left, right] = [mix(a, d, down), mix(b, c, down)]
    for (let column = 0; column < columns; column++) {
      const [x, y] = mix(left, right, (column + 0.5) / columns).map(Math.floor) as [number, number]
      const isOnPage = x >= 0 && y >= 0 && x < width && y < height
      shades[row * columns + column] = isOnPage ? (pixels[(y * width + x) * 3 + 1] as number) : 255
    }
  }
  const paper = shades.toSorted()[Math.floor(shades.length * paperRank)] as number
  return shades.filter((shade) => shade < paper * darkerThan).length / shades.length
}
