/**
 * Lays a page over a blank of another edition of its form: rows have moved, so no one mapping fits the whole page. Each
 * place moves as the printed words next to it do.
 */
import type { PrintedWord } from '@exempta/knowledge/printed-words'
import type { Point, Quad } from '../geometry/quad.ts'
import type { Alignment } from './align-form.ts'
import type { Occurrence } from './find-printed-words.ts'

interface Shift {
  /** Of a word of the blank, in lines of the page. */
  at: Point
  by: Point
  weight: number
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const rounds = 3
const fewestWords = 12
// In heights of a line.
const near = {
  word: { along: 14, across: 6 },
  zone: { along: 10, across: 3.2 },
  lone: { along: 20, across: 6.4 },
}
const nearest = 14
const same = { along: 2.5, across: 0.7 }
// Of the words around a place: so many have to agree about where it went.
const leastAgreeing = 2
const leastShare = 0.34
// What is found by the words next to it lies well over the blank.
const residual = 0.3

interface EditionAlignment extends Alignment {
  /** Where the words around a place went; undefined when they aren't on the page, or not together. */
  find(box: Box): Quad | undefined
}

/** Undefined when too few words of the blank are on the page. `size` is that of the page in pixels. */
export function alignEdition(
  words: readonly PrintedWord[],
  occurrences: readonly Occurrence[],
  lineHeight: number,
  start: (point: Point) => Point,
): EditionAlignment | undefined {
  const places = Map.groupBy(occurrences, ({ hash }) => hash)
  const counts = Map.groupBy(words, ({ hash }) => hash)
  const telling = words.filter(({ length, hash }) => length >= 3 && places.has(hash))
  const middleOf = ({ x, y, width, height }: Box): Point => start([x + width / 2, y + height / 2])
  // Words that both have once are where they are; of others, the nearest that moved like its neighbors is meant.
  let shifts = telling.flatMap((word): Shift[] => {
    const found = places.get(word.hash) ?? []
    const [only] = found
    const isOnce = found.length === 1 && counts.get(word.hash)?.length === 1
    const at = middleOf(word)
    return only && isOnce ? [{ at, by: [only.at[0] - at[0], only.at[1] - at[1]], weight: word.length }] : []
  })
  for (let round = 0; round < rounds; round++) {
    const before = shifts
    shifts = telling.flatMap((word): Shift[] => {
      const at = middleOf(word)
      const by = agreedShift(
        at,
        before.filter((shift) => shift.at !== at),
        lineHeight,
      )?.by
      if (!by) return []
      const [nearest] = (places.get(word.hash) ?? [])
        .map((one) => ({ one, apart: offBy(one.at, [at[0] + by[0], at[1] + by[1]], lineHeight) }))
        .sort((a, b) => a.apart - b.apart)
      return nearest && nearest.apart <= 1
        ? [{ at, by: [nearest.one.at[0] - at[0], nearest.one.at[1] - at[1]], weight: word.length }]
        : []
    })
  }
  if (shifts.length < fewestWords) return undefined
  const find = (box: Box): Quad | undefined => {
    // Some places have almost no words around them.
    const agreed =
      agreedShift(middleOf(box), shifts, lineHeight, { box, start, within: near.zone }) ??
      agreedShift(middleOf(box), shifts, lineHeight, { box, start, within: near.lone })
    return agreed && moved(box, agreed.by, start)
  }
  return {
    residual,
    isApproximate: true,
    find,
    placeBox: (box) => find(box) ?? moved(box, [0, 0], start),
  }
}

function moved({ x, y, width, height }: Box, [dx, dy]: Point, start: (point: Point) => Point): Quad {
  const at = (point: Point): Point => {
    const [px, py] = start(point)
    return [px + dx, py + dy]
  }
  return [at([x, y]), at([x + width, y]), at([x + width, y + height]), at([x, y + height])]
}

/** At most 1 for what counts as the same place. */
const offBy = (one: Point, other: Point, lineHeight: number) =>
  Math.max(
    Math.abs(one[0] - other[0]) / (same.along * lineHeight),
    Math.abs(one[1] - other[1]) / (same.across * lineHeight),
  )

/** How most of the words around a place have moved. */
function agreedShift(
  at: Point,
  shifts: readonly Shift[],
  lineHeight: number,
  place?: { box: Box; start: (point: Point) => Point; within: { along: number; across: number } },
): { by: Point } | undefined {
  const { box, start, within = near.word } = place ?? {}
  const corners =
    box && start ? [start([box.x, box.y]), start([box.x + box.width, box.y + box.height])] : [at, at]
  const [[left, top], [right, bottom]] = corners as [Point, Point]
  const around = shifts
    .flatMap((shift) => {
      const dx = Math.max(0, left - shift.at[0], shift.at[0] - right) / (within.along * lineHeight)
      const dy = Math.max(0, top - shift.at[1], shift.at[1] - bottom) / (within.across * lineHeight)
      const apart = Math.hypot(dx, dy)
      return apart < 1 ? [{ ...shift, apart, weight: (1 - apart) ** 2 * Math.sqrt(shift.weight) }] : []
    })
    .sort((a, b) => a.apart - b.apart)
    .slice(0, nearest)
  const total = around.reduce((sum, { weight }) => sum + weight, 0)
  let best: { by: Point; weight: number; count: number } | undefined
  for (const { by } of around) {
    const agreeing = around.filter((other) => offBy(by, other.by, lineHeight) <= 1)
    const weight = agreeing.reduce((sum, one) => sum + one.weight, 0)
    if (best && best.weight >= weight) continue
    const mean = (axis: 0 | 1) => agreeing.reduce((sum, one) => sum + one.weight * one.by[axis], 0) / weight
    best = { by: [mean(0), mean(1)], weight, count: agreeing.length }
  }
  return best && best.count >= leastAgreeing && best.weight >= leastShare * total ? best : undefined
}
