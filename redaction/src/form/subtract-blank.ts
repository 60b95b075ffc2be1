/** What was filled in: the text of a page without what is printed on the blank form, character by character. */
import type { PrintedWord } from '@exempta/knowledge/printed-words'
import { centre, isInside, type Point, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import type { Alignment } from './align-form.ts'
import type { Occurrence } from './find-printed-words.ts'

/** Characters side by side that are not printed on the blank. */
export type Run = Glyph[]

// How far a word may stand from where the blank has it: in heights of a line, and across in its own widths.
const reach = { across: 0.9, along: 1.5, ownWidth: 0.5 }
// Words that were misread are left out by their place alone; their edges may hold a value.
const inset = 0.05
// In heights of a line: a wider gap divides two values.
const widestGap = 1.6

export function subtractBlank(
  lines: readonly Line[],
  words: readonly PrintedWord[],
  occurrences: readonly Occurrence[],
  { toPage }: Alignment,
  lineHeight: number,
): Run[] {
  const printed = new Set<Glyph>()
  const byHash = new Map<number, PrintedWord[]>()
  for (const word of words) byHash.set(word.hash, [...(byHash.get(word.hash) ?? []), word])
  const places = new Map(words.map((word) => [word, quadOf(word, toPage)]))
  const missing = new Set(words)
  // Longer words first: "certificate" is no "certificates" that lost its end.
  for (const occurrence of [...occurrences].sort((a, b) => b.length - a.length)) {
    if (occurrence.glyphs.some((glyph) => printed.has(glyph))) continue
    const word = byHash
      .get(occurrence.hash)
      ?.find((one) => missing.has(one) && isNear(occurrence.at, places.get(one) as Quad, lineHeight))
    if (!word) continue
    missing.delete(word)
    for (const glyph of occurrence.glyphs) printed.add(glyph)
  }
  const misread = [...missing].map((word) => shrink(places.get(word) as Quad))
  const isPrinted = (glyph: Glyph) =>
    printed.has(glyph) || misread.some((quad) => isInside(quad, centre(glyph.quad)))
  return lines.flatMap((line) => runsOf(line, isPrinted, lineHeight))
}

function quadOf({ x, y, width, height }: PrintedWord, toPage: (point: Point) => Point): Quad {
  return [toPage([x, y]), toPage([x + width, y]), toPage([x + width, y + height]), toPage([x, y + height])]
}

function isNear(at: Point, quad: Quad, lineHeight: number): boolean {
  const [a, b, , d] = quad
  const middle = centre(quad)
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  const along: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  const height = Math.hypot(d[0] - a[0], d[1] - a[1]) || 1
  const down: Point = [(d[0] - a[0]) / height, (d[1] - a[1]) / height]
  const on = (axis: Point) => Math.abs((at[0] - middle[0]) * axis[0] + (at[1] - middle[1]) * axis[1])
  return (
    on(along) < Math.max(reach.along * lineHeight, reach.ownWidth * length) &&
    on(down) < reach.across * lineHeight
  )
}

function shrink(quad: Quad): Quad {
  const [mx, my] = centre(quad)
  const toward = ([x, y]: Point): Point => [x + (mx - x) * 2 * inset, y + (my - y) * 2 * inset]
  return [toward(quad[0]), toward(quad[1]), toward(quad[2]), toward(quad[3])]
}

function runsOf({ glyphs }: Line, isPrinted: (glyph: Glyph) => boolean, lineHeight: number): Run[] {
  const runs: Run[] = [[]]
  let before: Glyph | undefined
  for (const glyph of glyphs) {
    if (isPrinted(glyph)) {
      runs.push([])
      continue
    }
    if (before && glyph.text !== ' ' && gapBetween(before, glyph) > widestGap * lineHeight) runs.push([])
    runs[runs.length - 1]?.push(glyph)
    if (glyph.text !== ' ') before = glyph
  }
  return runs.map(withoutLines).filter((run) => run.length > 0)
}

const gapBetween = ({ quad: a }: Glyph, { quad: b }: Glyph) =>
  Math.hypot((b[0][0] + b[3][0] - a[1][0] - a[2][0]) / 2, (b[0][1] + b[3][1] - a[1][1] - a[2][1]) / 2)

// What a reader makes of rules, dots and colons around a value.
const lineLike = /^[\s_.:;|,=~·•…\-–—'"`*()[\]{}<>]$/

/** The end of "Foods, Inc." and of "Foods (Ohio)" belongs to the name. */
function isLoose(run: Run, start: number, at: number): boolean {
  const { text } = run[at] as Glyph
  if (text === ')') return !run.slice(start, at).some((glyph) => glyph.text === '(')
  if (text === '.') return !/\p{L}/u.test(run[at - 1]?.text ?? '')
  return lineLike.test(text)
}

function withoutLines(run: Run): Run {
  let [start, end] = [0, run.length]
  while (start < end && lineLike.test((run[start] as Glyph).text)) start++
  while (end > start && isLoose(run, start, end - 1)) end--
  return run.slice(start, end)
}
