/** Lays a page over the blank form: by words that both have only once. */
import type { PrintedWord } from '@exempta/knowledge/printed-words'
import { distance, type Point, type Quad } from '../geometry/quad.ts'
import type { Occurrence } from './find-printed-words.ts'

export interface Alignment {
  /** From shares of the blank's width and height to pixels of the page. */
  placeBox(box: ShareBox): Quad
  /** How far words stand from where they should, in heights of a line: the middle of all of them. */
  residual: number
  /** Neighboring rows don't stand as far apart as on the blank: it's another edition. */
  isTorn?: boolean
  /** Each word is found by those around it, so no text is left out only because of where it is. */
  isApproximate?: boolean
}

interface ShareBox {
  x: number
  y: number
  width: number
  height: number
}

interface Anchor {
  blank: Point
  page: Point
}

// Enough that a fit says something, and so near that a value cannot fall into the neighboring zone.
// Another form may use most of the same words, but has them in other places.
const fit = { leastAnchors: 8, leastRead: 0.2, leastShare: 0.7, mostResidual: 0.6, shortestAnchor: 4 }
// In heights of a line: how far a word may stand from a first, straight fit. Photos bend more than scans.
const loose = 3
const rounds = 300
const leastForBending = 12
// Of the anchors around a place, so many correct the fit there.
const nearest = 6

/** Undefined when the page does not lie over the blank. */
export function alignForm(
  words: readonly PrintedWord[],
  occurrences: readonly Occurrence[],
  lineHeight: number,
): Alignment | undefined {
  const telling = once(words.filter(({ length }) => length >= fit.shortestAnchor))
  const anchors = anchorsOf(telling, occurrences)
  const least = Math.max(fit.leastAnchors, fit.leastRead * telling.length)
  if (anchors.length < least || lineHeight <= 0) return undefined
  const straight = bestAffine(anchors, loose * lineHeight)
  if (!straight || straight.inliers.length < fit.leastAnchors) return undefined
  const { inliers } = straight
  const map =
    (inliers.length >= leastForBending ? fitProjective(inliers) : undefined) ??
    fitAffine(inliers) ??
    straight.map
  const close = anchors.filter(({ blank, page }) => distance(map(blank), page) < loose * lineHeight)
  if (close.length < Math.max(fit.leastAnchors, fit.leastShare * anchors.length)) return undefined
  // What a word's neighbors say about its place, without the word itself.
  const errors = close
    .map((anchor) =>
      distance(
        moved(
          map(anchor.blank),
          correction(
            map,
            close.filter((other) => other !== anchor),
          )(anchor.blank),
        ),
        anchor.page,
      ),
    )
    .sort((a, b) => a - b)
  const residual = (errors[Math.floor(errors.length / 2)] as number) / lineHeight
  if (residual > fit.mostResidual) return undefined
  const correctionAt = correction(map, close)
  return {
    residual,
    isTorn: isTorn(map, close, lineHeight),
    placeBox: ({ x, y, width, height }) => {
      const by = correctionAt([x + width / 2, y + height / 2])
      const at = (point: Point) => moved(map(point), by)
      return [at([x, y]), at([x + width, y]), at([x + width, y + height]), at([x, y + height])]
    },
  }
}

// In heights of a line: neighbors on bent paper move alike. Where rows were added or left out, all that is below moved.
const torn = { window: 3.5, by: 0.35, bend: 0.06, spread: 0.25, fewest: 3, alike: 0.7 }

function isTorn(map: Mapping, anchors: readonly Anchor[], lineHeight: number): boolean {
  const placed = anchors
    .map(({ blank, page }) => {
      const at = map(blank)
      const below = map([blank[0], blank[1] + 0.01])
      const length = distance(at, below) || 1
      const down: Point = [(below[0] - at[0]) / length, (below[1] - at[1]) / length]
      const off = ((page[0] - at[0]) * down[0] + (page[1] - at[1]) * down[1]) / lineHeight
      return { y: (blank[1] * 100 * length) / lineHeight, off }
    })
    .sort((a, b) => a.y - b.y)
  return placed.some(({ y }, i) => {
    const next = placed[i + 1]
    if (!next || next.y === y) return false
    const above = placed.filter((one) => one.y <= y && one.y > y - torn.window)
    const below = placed.filter((one) => one.y >= next.y && one.y < next.y + torn.window)
    const [before, after] = [usualOff(above), usualOff(below)]
    // The further apart, the more bent paper moves them.
    const most = torn.by + torn.bend * (next.y - y + torn.window)
    return before !== undefined && after !== undefined && Math.abs(after - before) > most
  })
}

/** How far most of some words are off; undefined for few, or where they don't agree. */
function usualOff(some: readonly { off: number }[]): number | undefined {
  if (some.length < torn.fewest) return undefined
  const middle = some.map(({ off }) => off).sort((a, b) => a - b)[some.length >> 1] as number
  const alike = some.filter(({ off }) => Math.abs(off - middle) < torn.spread)
  return alike.length >= torn.alike * some.length ? middle : undefined
}

// In heights of a line: rows of another edition stand further from where the blank has them.
const rowsMoved = 8

/** Where places of the blank are, roughly, on a page of another edition: its rows have moved. */
export function roughMapping(
  words: readonly PrintedWord[],
  occurrences: readonly Occurrence[],
  lineHeight: number,
): ((point: Point) => Point) | undefined {
  const telling = once(words.filter(({ length }) => length >= fit.shortestAnchor))
  const anchors = anchorsOf(telling, occurrences)
  const rough = anchors.length > 0 ? bestAffine(anchors, rowsMoved * lineHeight) : undefined
  if (!rough || rough.inliers.length < fit.leastAnchors) return undefined
  // Three words whose rows moved apart would tilt the whole page.
  return fitAffine(rough.inliers) ?? rough.map
}

/** Those whose word occurs only once. */
function once<Item extends { hash: number }>(items: readonly Item[]): Item[] {
  const counts = new Map<number, number>()
  for (const { hash } of items) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  return items.filter(({ hash }) => counts.get(hash) === 1)
}

function anchorsOf(telling: readonly PrintedWord[], occurrences: readonly Occurrence[]): Anchor[] {
  const places = new Map(once(occurrences).map(({ hash, at }) => [hash, at]))
  return telling.flatMap(({ hash, x, y, width, height }) => {
    const page = places.get(hash)
    return page ? [{ blank: [x + width / 2, y + height / 2] as Point, page }] : []
  })
}

type Mapping = (point: Point) => Point

/** The affine mapping that most anchors agree with, of many through three of them. */
function bestAffine(anchors: readonly Anchor[], within: number) {
  let best: { map: Mapping; inliers: Anchor[] } | undefined
  const pick = picker(anchors.length)
  for (let round = 0; round < rounds; round++) {
    const three = [pick(), pick(), pick()].map((i) => anchors[i] as Anchor)
    if (!isSpread(three.map(({ blank }) => blank))) continue
    const map = fitAffine(three)
    if (!map) continue
    const inliers = anchors.filter(({ blank, page }) => distance(map(blank), page) < within)
    if (!best || inliers.length > best.inliers.length) best = { map, inliers }
  }
  return best
}

/** Numbers below `count` in an order that is always the same. */
function picker(count: number) {
  let state = 12345
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >>> 8) % count
  }
}

// Three points in a line, or close together, say nothing about the rest of the page.
const leastArea = 0.01

function isSpread(points: Point[]): boolean {
  const [a, b, c] = points as [Point, Point, Point]
  return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2 >= leastArea
}

function fitAffine(anchors: readonly Anchor[]): Mapping | undefined {
  const rows = anchors.map(({ blank: [x, y] }) => [x, y, 1])
  const xs = leastSquares(
    rows,
    anchors.map(({ page }) => page[0]),
  )
  const ys = leastSquares(
    rows,
    anchors.map(({ page }) => page[1]),
  )
  if (!xs || !ys) return undefined
  const [a, b, c] = xs as [number, number, number]
  const [d, e, f] = ys as [number, number, number]
  return ([x, y]) => [a * x + b * y + c, d * x + e * y + f]
}

/** A plane seen at an angle, as in a photo. Fitted in units of the page so that the equations are of one size. */
function fitProjective(anchors: readonly Anchor[]): Mapping | undefined {
  const scale = Math.max(...anchors.map(({ page }) => Math.max(Math.abs(page[0]), Math.abs(page[1])))) || 1
  const rows: number[][] = []
  const values: number[] = []
  for (const { blank, page } of anchors) {
    const [x, y] = blank
    const [u, v] = [page[0] / scale, page[1] / scale]
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y])
    values.push(u, v)
  }
  const solved = leastSquares(rows, values)
  if (!solved) return undefined
  const [a, b, c, d, e, f, g, h] = solved as [number, number, number, number, number, number, number, number]
  return ([x, y]) => {
    const w = g * x + h * y + 1
    return [((a * x + b * y + c) / w) * scale, ((d * x + e * y + f) / w) * scale]
  }
}

const moved = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy]

/** How far the mapping is off at a place, by what the nearest anchors say: folds and bent paper. */
function correction(map: Mapping, anchors: readonly Anchor[]): (point: Point) => Point {
  const errors = anchors.map(({ blank, page }) => {
    const [x, y] = map(blank)
    return { blank, dx: page[0] - x, dy: page[1] - y }
  })
  return (point) => {
    const around = errors
      .map((error) => ({ ...error, apart: distance(error.blank, point) }))
      .sort((a, b) => a.apart - b.apart)
      .slice(0, nearest)
    let [weights, dx, dy] = [0, 0, 0]
    for (const error of around) {
      const weight = 1 / (0.05 + error.apart)
      weights += weight
      dx += weight * error.dx
      dy += weight * error.dy
    }
    return weights > 0 ? [dx / weights, dy / weights] : [0, 0]
  }
}

/** Solves the normal equations by elimination; undefined when they do not decide. */
function leastSquares(rows: readonly number[][], values: readonly number[]): number[] | undefined {
  const size = rows[0]?.length ?? 0
  const matrix = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0))
  for (const [i, row] of rows.entries())
    for (let j = 0; j < size; j++) {
      const target = matrix[j] as number[]
      for (let k = 0; k < size; k++)
        target[k] = (target[k] as number) + (row[j] as number) * (row[k] as number)
      target[size] = (target[size] as number) + (row[j] as number) * (values[i] as number)
    }
  return solve(matrix)
}

const smallestPivot = 1e-12

function solve(matrix: number[][]): number[] | undefined {
  const size = matrix.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(matrix[row]?.[column] as number) > Math.abs(matrix[pivot]?.[column] as number)) pivot = row
    const top = matrix[pivot] as number[]
    if (Math.abs(top[column] as number) < smallestPivot) return undefined
    matrix[pivot] = matrix[column] as number[]
    matrix[column] = top
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const target = matrix[row] as number[]
      const factor = (target[column] as number) / (top[column] as number)
      for (let k = column; k <= size; k++) target[k] = (target[k] as number) - factor * (top[k] as number)
    }
  }
  return matrix.map((row, i) => (row[size] as number) / (row[i] as number))
}
