import type { Box } from '@exempta/contract/documents'
import { type Spot, spotOnPage, type Turn } from '../page-viewer/geometry.ts'

/** Areas marked on a page: boxes in shares of its width and height, which never leave it. */

export type Area = Box & { id: number }

export const smallestSide = 0.008
const step = 0.01

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The box that two opposite corners span, cut to the page. */
export function boxBetween(page: number, from: Spot, to: Spot): Box {
  const xs = [from[0], to[0]].map((x) => within(x, 0, 1))
  const ys = [from[1], to[1]].map((y) => within(y, 0, 1))
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { page, x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** A tap or a slip of the hand marks nothing. */
export const isMarked = ({ width, height }: Box) => width >= smallestSide && height >= smallestSide

export function moved<B extends Box>(box: B, [dx, dy]: Spot): B {
  return {
    ...box,
    x: within(box.x + dx, 0, 1 - box.width),
    y: within(box.y + dy, 0, 1 - box.height),
  }
}

export function resized<B extends Box>(box: B, [dx, dy]: Spot): B {
  return {
    ...box,
    width: within(box.width + dx, smallestSide, 1 - box.x),
    height: within(box.height + dy, smallestSide, 1 - box.y),
  }
}

/** Where an arrow points to from the middle of the page. */
const arrows: Record<string, Spot> = {
  ArrowLeft: [0, 0.5],
  ArrowRight: [1, 0.5],
  ArrowUp: [0.5, 0],
  ArrowDown: [0.5, 1],
}

/** Arrows move, with Shift they change the size, as the page is turned; undefined for any other key. */
export function changedByKey<B extends Box>(
  box: B,
  key: string,
  isShift: boolean,
  turn: Turn = 0,
): B | undefined {
  const arrow = arrows[key]
  if (!arrow) return undefined
  const [x, y] = spotOnPage(arrow, turn)
  const by: Spot = [(x - 0.5) * 2 * step, (y - 0.5) * 2 * step]
  return isShift ? resized(box, by) : moved(box, by)
}
