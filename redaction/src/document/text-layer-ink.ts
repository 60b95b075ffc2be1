import type { Bounds } from '../geometry/quad.ts'
import { isEvenRow, type Picture } from '../picture/picture.ts'

/**
 * Where a page shows something that the characters of its text layer do not account for. Only pixels count: it does
 * not matter whether a picture, a path, a field or a font drew them.
 */

// A drawn page has no grain: neighbors that differ by this much belong to an edge.
const minDifference = 6
// In pixels. An edge that runs straight for so long belongs to a rule or a box, unless it is part of large print.
const shortestRule = 24
const longRule = 120
const glyphMargin = 2
const cell = { side: 16, minEdges: 10 }
// Cells of one area may have gaps of so many cells between them, and an area gets so much of its surroundings.
const reach = 2
const areaMargin = 24

export interface UnexplainedInk {
  areas: Bounds[]
  /** Some rules are so short that large digits could be made of them. */
  hasShortRules: boolean
}

export function findUnexplainedInk(picture: Picture, glyphs: readonly Bounds[]): UnexplainedInk {
  const { width, height } = picture
  const isGlyph = maskOf(glyphs, width, height)
  const { beside, below } = edgesOf(picture, isGlyph)
  const hasShortAcross = eraseAcross(below, width)
  const hasShortDown = eraseDown(beside, width)
  return { areas: areasOf(beside, below, width, height), hasShortRules: hasShortAcross || hasShortDown }
}

function maskOf(glyphs: readonly Bounds[], width: number, height: number): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (const { left, top, right, bottom } of glyphs) {
    const from = Math.max(0, Math.floor(left) - glyphMargin)
    const to = Math.min(width, Math.ceil(right) + glyphMargin)
    const last = Math.min(height, Math.ceil(bottom) + glyphMargin)
    for (let y = Math.max(0, Math.floor(top) - glyphMargin); y < last; y++) {
      if (to > from) mask.fill(1, y * width + from, y * width + to)
    }
  }
  return mask
}

/** Marks pixels that differ from the one to their right, or from the one below, outside of the mask. */
function edgesOf(picture: Picture, mask: Uint8Array) {
  const { width, height, pixels } = picture
  const beside = new Uint8Array(width * height)
  const below = new Uint8Array(width * height)
  const stride = width * 3
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  for (let y = 0; y < height; y++) {
    const [start, end] = [y * stride, (y + 1) * stride]
    // Most rows of a page are of one color, or as the next one is.
    const isEven = isEvenRow(picture, y)
    const isLast = y === height - 1
    const isRepeated = isLast || bytes.compare(bytes, end, end + stride, start, end) === 0
    if (isEven && isRepeated) continue
    for (let x = 0, at = y * width, p = start; x < width; x++, at++, p += 3) {
      if (mask[at]) continue
      if (!isEven && x < width - 1 && differ(pixels, p, p + 3)) beside[at] = 1
      if (!isRepeated && differ(pixels, p, p + stride)) below[at] = 1
    }
  }
  return { beside, below }
}

function differ(pixels: Uint8Array, a: number, b: number): boolean {
  for (let channel = 0; channel < 3; channel++) {
    const difference = (pixels[a + channel] as number) - (pixels[b + channel] as number)
    if (difference > minDifference || difference < -minDifference) return true
  }
  return false
}

/** Removes straight edges that run across the page; tells whether one of them was short. */
function eraseAcross(edges: Uint8Array, width: number): boolean {
  let hasShort = false
  for (let at = edges.indexOf(1); at >= 0; at = edges.indexOf(1, at)) {
    const start = at
    const end = (Math.floor(start / width) + 1) * width
    while (at < end && edges[at]) at++
    const run = at - start
    if (run < shortestRule) continue
    edges.fill(0, start, at)
    hasShort ||= run < longRule
  }
  return hasShort
}

/** As `eraseAcross`, for edges that run down the page. */
function eraseDown(edges: Uint8Array, width: number): boolean {
  let hasShort = false
  for (let at = edges.indexOf(1); at >= 0; at = edges.indexOf(1, at + 1)) {
    if (edges[at - width]) continue
    let end = at
    while (edges[end]) end += width
    const run = (end - at) / width
    if (run < shortestRule) continue
    for (let i = at; i < end; i += width) edges[i] = 0
    hasShort ||= run < longRule
  }
  return hasShort
}

/** Rectangles around what is left, where it is more than the ends of rules. */
function areasOf(beside: Uint8Array, below: Uint8Array, width: number, height: number): Bounds[] {
  const columns = Math.ceil(width / cell.side)
  const rows = Math.ceil(height / cell.side)
  const counts = new Uint16Array(columns * rows)
  for (const edges of [beside, below]) {
    for (let at = edges.indexOf(1); at >= 0; at = edges.indexOf(1, at + 1)) {
      const y = Math.floor(at / width)
      const to = Math.floor(y / cell.side) * columns + Math.floor((at - y * width) / cell.side)
      counts[to] = (counts[to] as number) + 1
    }
  }
  const areas: Bounds[] = []
  for (let start = 0; start < counts.length; start++) {
    if ((counts[start] as number) < cell.minEdges) continue
    areas.push(collect(counts, start, columns, rows))
  }
  return merged(
    areas.map(({ left, top, right, bottom }) => ({
      left: Math.max(0, left * cell.side - areaMargin),
      top: Math.max(0, top * cell.side - areaMargin),
      right: Math.min(width, (right + 1) * cell.side + areaMargin),
      bottom: Math.min(height, (bottom + 1) * cell.side + areaMargin),
    })),
  )
}

/** Takes a cell and those near it out of the map; gives the rectangle of cells that they fill. */
function collect(counts: Uint16Array, start: number, columns: number, rows: number): Bounds {
  const stack = [start]
  counts[start] = 0
  const area = { left: columns, top: rows, right: 0, bottom: 0 }
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % columns, Math.floor(at / columns)]
    area.left = Math.min(area.left, x)
    area.right = Math.max(area.right, x)
    area.top = Math.min(area.top, y)
    area.bottom = Math.max(area.bottom, y)
    for (let row = Math.max(0, y - reach); row <= Math.min(rows - 1, y + reach); row++) {
      for (let column = Math.max(0, x - reach); column <= Math.min(columns - 1, x + reach); column++) {
        const near = row * columns + column
        if ((counts[near] as number) < cell.minEdges) continue
        counts[near] = 0
        stack.push(near)
      }
    }
  }
  return area
}

/** Areas that overlap become one. */
function merged(areas: readonly Bounds[]): Bounds[] {
  const result: Bounds[] = []
  for (const area of areas) {
    let grown = area
    for (let i = 0; i < result.length; i++) {
      const other = result[i] as Bounds
      if (!overlap(grown, other)) continue
      grown = union(grown, other)
      result.splice(i, 1)
      i = -1
    }
    result.push(grown)
  }
  return result
}

const overlap = (a: Bounds, b: Bounds) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const union = (a: Bounds, b: Bounds): Bounds => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})
