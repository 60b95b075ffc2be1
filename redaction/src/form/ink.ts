/** How much of an area is dark. Decides whether a box is marked and whether something is signed. */
import { growQuad, heightOf, isInside, mix, type Quad, sliceOf, widthOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'

const most = 120
// Of the brightness of the paper: pen strokes on a poor copy are still darker than this.
const darkerThan = 0.72
// Of all points, so many are no brighter than the paper.
const paperRank = 0.75

export function inkShare(picture: Picture, area: Quad): number {
  const { dark } = inkIn(picture, area)
  return dark.filter(Boolean).length / dark.length
}

// Of the width of an area: pens draw no level strokes that are longer.
const shortestRule = 0.15

/**
 * The same without printed words, and without lines to write on: in a photo they can be so much wider than on the blank
 * that they alone would look like a signature.
 */
export function penShare(picture: Picture, area: Quad, printed: readonly Quad[]): number {
  const { dark, columns } = inkIn(picture, area, printed)
  const ruled = new Set<number>()
  for (let row = 0; row < dark.length; row += columns)
    for (let from = row; from < row + columns; ) {
      let to = from
      while (to < row + columns && dark[to] === dark[from]) to++
      if (dark[from] && to - from >= shortestRule * columns) for (let i = from; i < to; i++) ruled.add(i)
      from = to
    }
  // The edges of a slanting line are short strokes above and below it.
  const isRule = (i: number) => ruled.has(i) || ruled.has(i - columns) || ruled.has(i + columns)
  return dark.filter((isDark, i) => isDark && !isRule(i)).length / dark.length
}

/** For evenly spread points of an area, row by row, whether they are dark; none of `leftOut` is. */
function inkIn(
  picture: Picture,
  area: Quad,
  leftOut: readonly Quad[] = [],
): { dark: boolean[]; columns: number } {
  const { shades, columns } = shadesIn(picture, area, leftOut)
  const paper = rankOf(shades, paperRank)
  return { dark: Array.from(shades, (shade) => shade < paper * darkerThan), columns }
}

function shadesIn({ width, height, pixels }: Picture, area: Quad, leftOut: readonly Quad[] = []) {
  const columns = Math.min(most, Math.max(4, Math.round(widthOf(area))))
  const rows = Math.min(most, Math.max(4, Math.round(heightOf(area))))
  const [a, b, c, d] = area
  const shades = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const down = (row + 0.5) / rows
    const [left, right] = [mix(a, d, down), mix(b, c, down)]
    for (let column = 0; column < columns; column++) {
      const [x, y] = mix(left, right, (column + 0.5) / columns).map(Math.floor) as [number, number]
      const isOnPage =
        x >= 0 && y >= 0 && x < width && y < height && !leftOut.some((quad) => isInside(quad, [x, y]))
      shades[row * columns + column] = isOnPage ? (pixels[(y * width + x) * 3 + 1] as number) : 255
    }
  }
  return { shades, columns, rows }
}

const rankOf = (shades: Uint8Array, rank: number) =>
  shades.toSorted()[Math.floor(shades.length * rank)] as number

// Of the brightest part of the surroundings: paper that is darker is in the shadow of a fold.
const shadow = { parts: 4, paperRank: 0.85, darkest: 0.8 }

/** Whether a shadow ends in a box: it darkens whole rows or columns, on both sides of the box too. */
export function isShadowEdge(picture: Picture, box: Quad): boolean {
  const size = heightOf(box)
  const { shades: wide, columns, rows } = shadesIn(picture, growQuad(box, size, 0))
  const tall = shadesIn(picture, growQuad(box, 0, size))
  const ofRows = partsOf(wide, (i) => Math.floor(i / columns) / rows)
  const ofColumns = partsOf(tall.shades, (i) => (i % tall.columns) / tall.columns)
  return [ofRows, ofColumns].some((papers) => Math.min(...papers) < shadow.darkest * Math.max(...papers))
}

/** The shade of the paper in each part of an area. */
const partsOf = (shades: Uint8Array, shareOf: (index: number) => number) =>
  Array.from({ length: shadow.parts }, (_, part) =>
    rankOf(
      shades.filter((_, i) => Math.floor(shareOf(i) * shadow.parts) === part),
      shadow.paperRank,
    ),
  )

// In heights of a line of text: where characters that were not read would stand. Below them there may be a rule.
const beyond = { from: 0.3, to: 1.3, top: 0.2, bottom: 0.7, inset: 0.15, least: 0.8 }

/** Where a row of text would begin earlier, and where it would go on. */
export function placesBeside(row: Quad): Quad[] {
  const shareOf = (along: number) => (along * heightOf(row)) / widthOf(row)
  const [from, to] = [shareOf(beyond.from), shareOf(beyond.to)]
  return [sliceOf(row, -to, -from), sliceOf(row, 1 + from, 1 + to)].map(inBand)
}

/** Between two characters of a row, where others would stand; none when the two stand close together. */
export function placesBetween(one: Quad, other: Quad): Quad[] {
  const gap: Quad = [one[1], other[0], other[3], one[2]]
  const width = widthOf(gap) / Math.max(1, heightOf(gap))
  if (width < beyond.least) return []
  const inset = beyond.inset / width
  const whole = inBand(sliceOf(gap, inset, 1 - inset))
  const count = Math.max(1, Math.round(width / beyond.to))
  return Array.from({ length: count }, (_, i) => sliceOf(whole, i / count, (i + 1) / count))
}

const inBand = ([a, b, c, d]: Quad): Quad => [
  mix(a, d, beyond.top),
  mix(b, c, beyond.top),
  mix(b, c, beyond.bottom),
  mix(a, d, beyond.bottom),
]

/** How much of an area is dark, without columns and rows that are dark from end to end: frames and lines to write on. */
export function strokeShare(picture: Picture, area: Quad): number {
  const { dark, columns } = inkIn(picture, area)
  const rows = dark.length / columns
  const isRule = (indexes: number[]) => indexes.filter((i) => dark[i]).length >= 0.9 * indexes.length
  const ruled = new Set<number>()
  for (let row = 0; row < rows; row++) {
    const own = Array.from({ length: columns }, (_, column) => row * columns + column)
    if (isRule(own)) for (const i of own) ruled.add(i)
  }
  for (let column = 0; column < columns; column++) {
    const own = Array.from({ length: rows }, (_, row) => row * columns + column)
    if (isRule(own)) for (const i of own) ruled.add(i)
  }
  return dark.filter((isDark, i) => isDark && !ruled.has(i)).length / dark.length
}

// Specks and the shadow of an edge are less than this; one line of writing is more.
const blankShare = 0.001
// Shadows at the edges of a scan say nothing about the paper.
const edge = 0.06

/** Whether nothing at all is on a page: no words were read on it, and no ink is seen either. */
export function isBlankPage(picture: Picture): boolean {
  const { width, height } = picture
  const [left, right] = [width * edge, width * (1 - edge)]
  const [top, bottom] = [height * edge, height * (1 - edge)]
  const inside: Quad = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
  return inkShare(picture, inside) < blankShare
}
