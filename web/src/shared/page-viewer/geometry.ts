import type { Quad } from '@exempta/contract/documents'

/** A rectangle on a page, in shares of its width and height from the upper left corner. */
export interface PageBox {
  x: number
  y: number
  width: number
  height: number
}

export type Spot = readonly [x: number, y: number]

/** Quarter turns to the right. */
export type Turn = 0 | 1 | 2 | 3

/** The width of the page in widths of its frame, or `page` while the whole page is fitted into the frame. */
export type Zoom = number | 'page'

const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6] as const
export const leastZoom = zoomSteps[0]
export const mostZoom = 6

export const withinZoom = (zoom: number) => Math.min(mostZoom, Math.max(leastZoom, zoom))

/** The next larger or smaller step, also from a size that a pinch left between two steps. */
export function stepZoom(zoom: number, by: 1 | -1): number {
  // A little room, because a measured size is never exactly a step.
  const next =
    by > 0 ? zoomSteps.find((step) => step > zoom + 0.01) : zoomSteps.findLast((step) => step < zoom - 0.01)
  return next ?? withinZoom(zoom)
}

export const turned = (turn: Turn, by: 1 | -1): Turn => ((turn + by + 4) % 4) as Turn

/** Where on the page a spot of its turned picture is; both in shares. */
export function spotOnPage([x, y]: Spot, turn: Turn): Spot {
  switch (turn) {
    case 0:
      return [x, y]
    case 1:
      return [y, 1 - x]
    case 2:
      return [1 - x, 1 - y]
    case 3:
      return [1 - y, x]
  }
}

/** The smallest upright box around all corners. */
export function boxAround(quads: readonly Quad[]): PageBox {
  const xs = quads.flatMap((quad) => quad.map(([x]) => x))
  const ys = quads.flatMap((quad) => quad.map(([, y]) => y))
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

export const placeOf = ({ x, y, width, height }: PageBox) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})
