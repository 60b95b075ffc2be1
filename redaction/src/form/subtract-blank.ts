/** What was filled in: the text of a page without what is printed on the blank form, character by character. */
import type { PrintedWord } from '@exempta/knowledge/printed-words'
import { axesOf, type Bounds, boundsOf, centre, isInside, type Point, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import type { Alignment } from './align-form.ts'
import type { Occurrence } from './find-printed-words.ts'

/** Characters side by side that are not printed on the blank. */
export interface Run {
  glyphs: Glyph[]
  /** Its first or last word continues with characters that were left out by their place alone: they may belong to it. */
  isCut: boolean
}

// How far a word may stand from where the blank has it, in heights of a line, beyond how far words stand off anyway.
const reach = { across: 0.4, along: 0.6, perResidual: 3 }
// Misread words are left out by their place alone; their edges may hold a value.
const inset = 0.04
// In heights of a line: a wider gap divides two values.
const widestGap = 1.6

export function subtractBlank(
  lines: readonly Line[],
  words: readonly PrintedWord[],
  occurrences: readonly Occurrence[],
  { placeBox, residual, isApproximate = false }: Alignment,
  lineHeight: number,
): Run[] {
  const placed = words.map((word) => ({ hash: word.hash, quad: placeBox(word) }))
  const byHash = Map.groupBy(placed, ({ hash }) => hash)
  const printed = new Set<Glyph>()
  const found = new Set<(typeof placed)[number]>()
  const slack = reach.perResidual * residual
  // Longer words first: "certificate" is no "certificates" that lost its end.
  for (const occurrence of [...occurrences].sort((a, b) => b.length - a.length)) {
    if (occurrence.glyphs.some((glyph) => printed.has(glyph))) continue
    const word = byHash
      .get(occurrence.hash)
      ?.find((one) => !found.has(one) && isNear(occurrence.at, one.quad, lineHeight, slack))
    if (!word) continue
    found.add(word)
    for (const glyph of occurrence.glyphs) printed.add(glyph)
  }
  const areas = (isApproximate ? [] : placed).map(({ quad }) => ({
    quad: shrink(quad),
    bounds: boundsOf([quad]),
  }))
  return lines.flatMap((line) => {
    const bounds = boundsOf([line.quad])
    const near = areas.filter((area) => isTouching(area.bounds, bounds))
    const isCovered = (glyph: Glyph) => near.some(({ quad }) => isInside(quad, centre(glyph.quad)))
    return runsOf(
      line.glyphs.map((glyph) => ({ glyph, isPrinted: printed.has(glyph), isCovered: isCovered(glyph) })),
      lineHeight,
    )
  })
}

const isTouching = (a: Bounds, b: Bounds) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function isNear(at: Point, quad: Quad, lineHeight: number, slack: number): boolean {
  const { along, across } = axesOf(quad)
  const middle = centre(quad)
  const on = (axis: Point) =>
    Math.abs((at[0] - middle[0]) * axis[0] + (at[1] - middle[1]) * axis[1]) / lineHeight
  return on(along) < reach.along + slack && on(across) < reach.across + slack
}

function shrink(quad: Quad): Quad {
  const [mx, my] = centre(quad)
  const toward = ([x, y]: Point): Point => [x + (mx - x) * 2 * inset, y + (my - y) * 2 * inset]
  return [toward(quad[0]), toward(quad[1]), toward(quad[2]), toward(quad[3])]
}

interface Compared {
  glyph: Glyph
  /** A character of a word that the blank has at this place. */
  isPrinted: boolean
  /** It is where the blank has a word, though it does not read like that word. */
  isCovered: boolean
}

function runsOf(compared: readonly Compared[], lineHeight: number): Run[] {
  const runs: Run[] = [{ glyphs: [], isCut: false }]
  const last = () => runs[runs.length - 1] as Run
  let before: Glyph | undefined
  for (const [i, { glyph, isPrinted, isCovered }] of compared.entries()) {
    if (isPrinted || isCovered) {
      if (isWritten(glyph) && isCovered && !isPrinted && isWritten(last().glyphs.at(-1))) last().isCut = true
      runs.push({ glyphs: [], isCut: false })
      continue
    }
    if (before && glyph.text !== ' ' && gapBetween(before, glyph) > widestGap * lineHeight)
      runs.push({ glyphs: [], isCut: false })
    const left = compared[i - 1]
    if (left?.isCovered && !left.isPrinted && isWritten(left.glyph) && isWritten(glyph)) last().isCut = true
    last().glyphs.push(glyph)
    if (glyph.text !== ' ') before = glyph
  }
  return runs
    .map(({ glyphs, isCut }) => ({ glyphs: withoutLines(glyphs), isCut }))
    .filter(({ glyphs }) => glyphs.length > 0)
}

const isWritten = (glyph: Glyph | undefined) => glyph !== undefined && /[\p{L}\p{N}]/u.test(glyph.text)

const gapBetween = ({ quad: a }: Glyph, { quad: b }: Glyph) =>
  Math.hypot((b[0][0] + b[3][0] - a[1][0] - a[2][0]) / 2, (b[0][1] + b[3][1] - a[1][1] - a[2][1]) / 2)

// What a reader makes of rules, dots and colons around a value.
const lineLike = /^[\s_.:;|,=~·•…\-–—'"`*()[\]{}<>]$/

/** The end of "Foods, Inc." and of "Foods (Ohio)" belongs to the name. */
function isLoose(run: readonly Glyph[], start: number, at: number): boolean {
  const { text } = run[at] as Glyph
  if (text === ')') return !run.slice(start, at).some((glyph) => glyph.text === '(')
  if (text === '.') return !/\p{L}/u.test(run[at - 1]?.text ?? '')
  return lineLike.test(text)
}

function withoutLines(run: readonly Glyph[]): Glyph[] {
  let [start, end] = [0, run.length]
  while (start < end && lineLike.test((run[start] as Glyph).text)) start++
  while (end > start && isLoose(run, start, end - 1)) end--
  return run.slice(start, end)
}
