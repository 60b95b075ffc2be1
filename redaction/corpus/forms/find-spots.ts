/** Finds where on a blank form a value of a zone is written: on its lines, in its cells and boxes, beside its labels. */
import type { Zone } from '@exempta/knowledge/schema'
import type { Entry } from '../../test/forms/fill-pdf.ts'
import type { BlankPage } from './blanks.ts'

/** A part of a zone with nothing printed in it. */
export type Spot = Pick<Entry, 'zone' | 'line' | 'cells'>

const darkBelow = 170

/** All in points. */
const line = { roomAbove: 5.5, below: 2, shortest: 5, gap: 8, least: 40, slope: 1.5 }
const band = { top: 6, bottom: 1.8, wordGap: 7 }
const narrowestSpot = 12
/** A zone of this height has room for several lines; a line at its end is its frame. */
const tall = 26
const frame = 4
const edge = { shortest: 4, fewest: 5 }
const box = { shortest: 5, longest: 20, around: 4, unevenness: 1.5 }
/** Share by which cells differ in width, and their edges in length. */
const unevenness = 0.15

interface Span {
  from: number
  to: number
}

/** A page in pixels, measured in points. */
class Paper {
  readonly scale: number
  readonly #page: BlankPage

  constructor(page: BlankPage) {
    this.#page = page
    this.scale = page.picture.height / page.height
  }

  /** A zone in pixels, grown by points on each side. */
  areaOf(zone: Zone, grown = 0): { xs: Span; ys: Span } {
    const { width, height } = this.#page.picture
    const span = (from: number, size: number, all: number): Span => ({
      from: Math.max(0, Math.round(from * all - grown * this.scale)),
      to: Math.min(all - 1, Math.round((from + size) * all + grown * this.scale)),
    })
    return { xs: span(zone.x, zone.width, width), ys: span(zone.y, zone.height, height) }
  }

  isDark(x: number, y: number): boolean {
    const { width, pixels } = this.#page.picture
    return (pixels[(y * width + x) * 3] as number) < darkBelow
  }

  /** Dark stretches along a row or a column, at least so many pixels long. */
  runs({ from, to }: Span, isDark: (at: number) => boolean, shortest: number): Span[] {
    const found: Span[] = []
    let start: number | undefined
    for (let at = from; at <= to + 1; at++) {
      if (at <= to && isDark(at)) start ??= at
      else if (start !== undefined) {
        if (at - start >= shortest) found.push({ from: start, to: at - 1 })
        start = undefined
      }
    }
    return found
  }

  /** The part of a zone between two columns. */
  zoneBetween(zone: Zone, { from, to }: Span): Zone {
    const { width } = this.#page.picture
    return { ...zone, x: from / width, width: (to - from) / width }
  }

  shareOfHeight = (y: number) => y / this.#page.picture.height
  shareOfWidth = (x: number) => x / this.#page.picture.width
}

/** The free parts of a zone from left to right; the whole of it where there is no such part. */
export function spotsIn(page: BlankPage, zone: Zone): Spot[] {
  const paper = new Paper(page)
  const cells = cellsIn(paper, zone)
  const ruled = lineIn(paper, zone)
  const at = ruled && paper.shareOfHeight(ruled.y)
  if (cells) return [{ zone, cells, line: at }]
  const { xs, ys } = paper.areaOf(zone)
  const isTall = (ys.to - ys.from) / paper.scale > tall
  const base = ruled?.y ?? (isTall ? ys.from + 14 * paper.scale : ys.to - 3.4 * paper.scale)
  const printed = printedIn(paper, xs, base)
  const spots = (ruled?.spans ?? [xs])
    .flatMap((span) => without(span, printed))
    .filter(({ from, to }) => to - from >= narrowestSpot * paper.scale)
    .map((span) => ({ zone: paper.zoneBetween(zone, span), line: at }))
  return spots.length > 0 ? spots : [{ zone, line: at }]
}

/** The first line to write on, and the parts of it that lie in the zone. */
function lineIn(paper: Paper, zone: Zone): { y: number; spans: Span[] } | undefined {
  const { xs, ys } = paper.areaOf(zone)
  const least = Math.min(0.35 * (xs.to - xs.from), line.least * paper.scale)
  const bottom = Math.round(ys.to + line.below * paper.scale)
  for (let y = Math.round(ys.from + line.roomAbove * paper.scale); y <= bottom; y++) {
    const spans = paper.runs(xs, (x) => paper.isDark(x, y), line.shortest * paper.scale)
    if (spans.reduce((sum, { from, to }) => sum + to - from, 0) < least) continue
    const isFrame = ys.to - ys.from > tall * paper.scale && y > ys.to - frame * paper.scale
    if (isFrame) return undefined
    // The line may be a little higher on one side than on the other.
    const rows = Array.from({ length: Math.round(line.slope * paper.scale) }, (_, i) => y + i)
    const isLine = (x: number) => rows.some((row) => paper.isDark(x, row))
    return { y, spans: joined(paper.runs(xs, isLine, line.shortest * paper.scale), line.gap * paper.scale) }
  }
  return undefined
}

/** Labels and lines that stand where letters would, word by word. */
function printedIn(paper: Paper, xs: Span, base: number): Span[] {
  const [top, bottom] = [base - band.top * paper.scale, base - band.bottom * paper.scale].map(Math.round) as [
    number,
    number,
  ]
  const isPrinted = (x: number) => {
    for (let y = top; y <= bottom; y++) if (paper.isDark(x, y)) return true
    return false
  }
  return joined(paper.runs(xs, isPrinted, 1), band.wordGap * paper.scale)
}

/** Spans with no wide gap between them become one. */
function joined(spans: readonly Span[], gap: number): Span[] {
  const found: Span[] = []
  for (const span of spans) {
    const last = found.at(-1)
    if (last && span.from - last.to < gap) last.to = span.to
    else found.push({ ...span })
  }
  return found
}

function without({ from, to }: Span, printed: readonly Span[]): Span[] {
  const parts: Span[] = []
  let start = from
  for (const one of printed) {
    if (one.to < start || one.from > to) continue
    parts.push({ from: start, to: one.from - 1 })
    start = one.to + 1
  }
  return [...parts, { from: start, to }]
}

/** Edges of the cells of a zone that has one for each character, as shares of the page's width. */
function cellsIn(paper: Paper, zone: Zone): number[] | undefined {
  const { xs, ys } = paper.areaOf(zone)
  const lines: { x: number; length: number }[] = []
  for (let x = xs.from + 2; x < xs.to - 2; x++) {
    const runs = paper.runs(ys, (y) => paper.isDark(x, y), edge.shortest * paper.scale)
    const length = Math.max(0, ...runs.map(({ from, to }) => to - from))
    const last = lines.at(-1)
    if (length === 0) continue
    if (last && x - last.x <= 2 * paper.scale) last.x = x
    else lines.push({ x, length })
  }
  // The edges of cells are equally long; frames and letters are not.
  const length = middleOf(lines.map((one) => one.length))
  const edges = lines.filter((one) => Math.abs(one.length - length) <= unevenness * length).map(({ x }) => x)
  if (edges.length < edge.fewest) return undefined
  const gaps = edges.slice(1).map((x, i) => x - (edges[i] as number))
  const width = middleOf(gaps)
  if (gaps.some((gap) => Math.abs(gap - width) > unevenness * width)) return undefined
  return [(edges[0] as number) - width, ...edges, (edges.at(-1) as number) + width].map(paper.shareOfWidth)
}

const middleOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The printed box of a zone to be marked, or the zone itself where there is none. */
export function boxIn(page: BlankPage, zone: Zone): Zone {
  const paper = new Paper(page)
  const { xs, ys } = paper.areaOf(zone, box.around)
  const sides: { x: number; ys: Span }[] = []
  for (let x = xs.from; x <= xs.to; x++)
    for (const run of paper.runs(ys, (y) => paper.isDark(x, y), box.shortest * paper.scale))
      if (run.to - run.from <= box.longest * paper.scale) sides.push({ x, ys: run })
  const slack = box.unevenness * paper.scale
  const [middleX, middleY] = [(xs.from + xs.to) / 2, (ys.from + ys.to) / 2]
  let best: { zone: Zone; off: number } | undefined
  for (const [i, left] of sides.entries())
    for (const right of sides.slice(i + 1)) {
      const [width, height] = [right.x - left.x, left.ys.to - left.ys.from]
      const off = Math.abs((left.x + right.x) / 2 - middleX)
      const isSame =
        Math.abs(left.ys.from - right.ys.from) < slack && Math.abs(left.ys.to - right.ys.to) < slack
      const isSquare = width >= 0.7 * height && width <= 1.5 * height
      const isHere = off < width && left.ys.from < middleY && left.ys.to > middleY
      if (!isSame || !isSquare || !isHere || (best && best.off <= off)) continue
      const row = { from: left.x, to: right.x }
      if (!hasTop(row, left.ys.from)) continue
      const [x, y] = [paper.shareOfWidth(left.x), paper.shareOfHeight(left.ys.from)]
      const found = { x, y, width: paper.shareOfWidth(width), height: paper.shareOfHeight(height) }
      best = { zone: { ...zone, ...found }, off }
    }
  return best?.zone ?? zone

  function hasTop(row: Span, y: number): boolean {
    return [y, y + 1, y + 2].some(
      (at) => paper.runs(row, (x) => paper.isDark(x, at), 0.7 * (row.to - row.from)).length > 0,
    )
  }
}
