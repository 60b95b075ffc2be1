import { findBlobs } from '../geometry/find-blobs.ts'
import {
  axesOf,
  type Bounds,
  growQuad,
  heightOf,
  isInside,
  mapQuad,
  mix,
  type Point,
  type Quad,
} from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'

const sureOfWords = 0.6

/** Ink beside or below a label that no line accounts for: handwriting and digits in boxes are often not seen as text. */

export interface UnreadInk {
  quad: Quad
  /** Enough ink for a value. Less may be a mark, or a value that is hardly seen. */
  isValue: boolean
}

// The patch that is looked at has this many pixels for the height of the label.
const labelHeight = 24
const minContrast = 50
// All in heights of the label.
const longestStroke = { across: 1.35, along: 3 }
// Characters that are written by hand often touch each other.
const character = { minHeight: 0.3, maxHeight: 2.4, minWidth: 0.15, maxWidth: 14 }
const minCharacters = 3
const minJoinedWidth = 2.5
// A mark of less height is a dash or a speck.
const minMark = { height: 0.55, width: 0.25 }
// What is further away belongs to something else.
const widestGap = { toFirst: 12, between: 3 }
const places = [
  { from: 0.2, to: 34, top: -0.9, bottom: 0.9, isBehind: true },
  { from: -0.5, to: 34, top: 0.55, bottom: 2.9, isBehind: false },
] as const

/** The area of what seems to be written where the value of a label belongs. */
export function findUnreadInk(page: Picture, label: Quad, lines: readonly Line[]): UnreadInk | undefined {
  const words = lines
    .filter(({ text, confidence }) => /[A-Za-z]{2}/.test(text) && confidence > sureOfWords)
    .map(({ quad }) => growQuad(quad, 0, 0.1 * heightOf(quad)))
  for (const place of places) {
    const patch = patchOf(page, label, place)
    const ink = inkOf(patch.grey, patch.width, patch.height)
    coverWords(ink, patch, words)
    const written = firstRun(charactersIn(ink, patch.width, patch.height))
    const isValue =
      written.length >= minCharacters ||
      written.some(({ left, right }) => right - left >= minJoinedWidth * labelHeight)
    if (!isValue && !written.some(isMark)) continue
    const { left, top, right, bottom } = written.reduce(union)
    const box: Quad = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ]
    return { quad: mapQuad(growQuad(box, 0.3 * labelHeight, 0.1 * labelHeight), patch.toPage), isValue }
  }
  return undefined
}

const isMark = ({ left, top, right, bottom }: Bounds) =>
  bottom - top >= minMark.height * labelHeight && right - left >= minMark.width * labelHeight

interface Patch {
  width: number
  height: number
  grey: Uint8Array
  toPage: (point: Point) => Point
}

function patchOf(page: Picture, label: Quad, place: (typeof places)[number]): Patch {
  const { along, across } = axesOf(label)
  const scale = heightOf(label) / labelHeight
  const [x, y] = mix(label[place.isBehind ? 1 : 0], label[place.isBehind ? 2 : 3], 0.5)
  const width = Math.round((place.to - place.from) * labelHeight)
  const height = Math.round((place.bottom - place.top) * labelHeight)
  const toPage = ([u, v]: Point): Point => {
    const [right, down] = [(u + place.from * labelHeight) * scale, (v + place.top * labelHeight) * scale]
    return [x + right * along[0] + down * across[0], y + right * along[1] + down * across[1]]
  }
  const grey = new Uint8Array(width * height)
  for (let i = 0; i < grey.length; i++) {
    const [px, py] = toPage([(i % width) + 0.5, Math.floor(i / width) + 0.5])
    const [column, row] = [Math.floor(px), Math.floor(py)]
    const isOnPage = column >= 0 && row >= 0 && column < page.width && row < page.height
    grey[i] = isOnPage ? (page.pixels[(row * page.width + column) * 3 + 1] as number) : 255
  }
  return { width, height, grey, toPage }
}

/** What differs from the paper, without the lines of boxes and fields. */
function inkOf(grey: Uint8Array, width: number, height: number): Float32Array {
  const paper = grey.toSorted()[Math.floor(grey.length / 2)] as number
  const ink = new Float32Array(grey).map((value) => (Math.abs(value - paper) > minContrast ? 1 : 0))
  const isInk = ink.slice()
  eraseRuns(isInk, ink, height, width, width, 1, longestStroke.along * labelHeight)
  // On a photo, the sides of boxes lean a little against the label.
  const leaning = isInk.map((value, i) => Math.max(value, isInk[i - 1] ?? 0, isInk[i + 1] ?? 0))
  eraseRuns(leaning, ink, width, height, 1, width, longestStroke.across * labelHeight)
  return ink
}

/** Takes runs longer than any stroke of a character out of `ink`, in rows that lie `rowStep` apart. */
function eraseRuns(
  isInk: Float32Array,
  ink: Float32Array,
  rows: number,
  length: number,
  rowStep: number,
  step: number,
  longest: number,
): void {
  for (let row = 0; row < rows; row++) {
    for (let i = 0, start = 0; i <= length; i++) {
      if (i < length && isInk[row * rowStep + i * step]) continue
      if (i - start > longest) {
        for (let at = start; at < i; at++)
          for (const beside of [row - 1, row, row + 1])
            if (beside >= 0 && beside < rows) ink[beside * rowStep + at * step] = 0
      }
      start = i + 1
    }
  }
}

function coverWords(ink: Float32Array, { width, toPage }: Patch, words: readonly Quad[]): void {
  for (let i = 0; i < ink.length; i++) {
    if (ink[i] === 0) continue
    const point = toPage([(i % width) + 0.5, Math.floor(i / width) + 0.5])
    if (words.some((word) => isInside(word, point))) ink[i] = 0
  }
}

const charactersIn = (ink: Float32Array, width: number, height: number): Bounds[] =>
  findBlobs(ink, width, height, 0.5)
    .map(({ outline }) => {
      const xs = outline.map(([x]) => x)
      const ys = outline.map(([, y]) => y)
      return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
    })
    .filter(({ left, top, right, bottom }) => {
      const [high, wide] = [(bottom - top) / labelHeight, (right - left) / labelHeight]
      return (
        high >= character.minHeight &&
        high <= character.maxHeight &&
        wide >= character.minWidth &&
        wide <= character.maxWidth
      )
    })

function firstRun(characters: readonly Bounds[]): Bounds[] {
  const run: Bounds[] = []
  let end = (widestGap.toFirst - widestGap.between) * labelHeight
  for (const one of characters.toSorted((a, b) => a.left - b.left)) {
    if (one.left - end > widestGap.between * labelHeight) break
    run.push(one)
    end = run.length === 1 ? one.right : Math.max(end, one.right)
  }
  return run
}

const union = (a: Bounds, b: Bounds): Bounds => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})
