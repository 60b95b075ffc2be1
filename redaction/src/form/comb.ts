/** Rows of boxes for one character each: what stands between two boxes is the line that divides them. */
import { centre, distance, heightOf } from '../geometry/quad.ts'
import type { Glyph } from '../reader/text-reader.ts'

// Of the height of a line, from one box to the next, and to the line between them: letters of a word stand closer together.
const leastPitch = 0.9
const leastToLine = 0.68
const fewestBoxes = 4
// Of the way from one box to the next: a line between two of them is about half of it away from both.
const between = { least: 0.3, most: 0.7 }

const isLineLike = ({ text }: Glyph) => /^[1Il|/\\!]$/.test(text)
const isSeen = ({ text }: Glyph) => text !== ' '

/** Without the lines between boxes; as it is where the characters don't stand in boxes. */
export function withoutDividers(row: readonly Glyph[]): readonly Glyph[] {
  const seen = row.filter(isSeen)
  const dividers = new Set([...everySecond(seen), ...offPitch(seen)])
  return dividers.size === 0 ? row : row.filter((glyph) => !dividers.has(glyph))
}

/** All lines were read: one after each character but the last, each nearer than two boxes would be. */
function everySecond(seen: readonly Glyph[]): Glyph[] {
  if (pitchOf(seen) !== undefined || pitchOf(seen, leastToLine) === undefined) return []
  const lines = seen.filter((_, i) => i % 2 === 1)
  const boxes = seen.filter((_, i) => i % 2 === 0)
  return boxes.length >= fewestBoxes && lines.every(isLineLike) && pitchOf(boxes) !== undefined ? lines : []
}

/** Few were read: they alone don't stand where a box is. */
function offPitch(seen: readonly Glyph[]): Glyph[] {
  const pitch = seen.length > fewestBoxes ? pitchOf(seen) : undefined
  if (pitch === undefined) return []
  const isBetween = (one: Glyph | undefined, other: Glyph | undefined) => {
    const apart = one && other ? apartOf(one, other) / pitch : 0
    return apart > between.least && apart < between.most
  }
  return seen.filter(
    (glyph, i) => isLineLike(glyph) && isBetween(seen[i - 1], glyph) && isBetween(glyph, seen[i + 1]),
  )
}

const apartOf = (one: Glyph, other: Glyph) => distance(centre(one.quad), centre(other.quad))

/** How far apart most characters stand; undefined where that's no row of boxes. */
function pitchOf(glyphs: readonly Glyph[], least = leastPitch): number | undefined {
  const gaps = glyphs.slice(1).map((glyph, i) => apartOf(glyphs[i] as Glyph, glyph))
  const pitch = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]
  const height = heightOf((glyphs[0] as Glyph).quad)
  return pitch !== undefined && pitch >= least * height ? pitch : undefined
}
