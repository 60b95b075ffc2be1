/** Which filled-in text belongs to which field of the form. */
import type { Zone } from '@exempta/knowledge/schema'
import type { FieldName } from '@exempta/knowledge/terms'
import {
  axesOf,
  centre,
  distance,
  growQuad,
  heightOf,
  isInside,
  mix,
  type Point,
  type Quad,
} from '../geometry/quad.ts'
import type { Glyph } from '../reader/text-reader.ts'
import type { Alignment } from './align-form.ts'
import { withoutDividers } from './comb.ts'
import type { Run } from './subtract-blank.ts'

/** A zone of the form as it lies on the page. */
export interface PlacedZone {
  zone: Zone
  quad: Quad
}

export interface FilledZone extends PlacedZone {
  /** One entry per row, from top to bottom. */
  rows: Glyph[][]
  /** Something about its text is in doubt: a part of it may be missing, or it may hold what belongs elsewhere. */
  isDoubtful: boolean
}

const marked: readonly FieldName[] = ['single', 'blanket', 'reason']

/** A box to mark. Some forms ask for the reason in words, on a line. */
export const isMarkZone = ({ field, value }: Zone) =>
  marked.includes(field) && !(field === 'reason' && value === undefined)

export const placeZones = (zones: readonly Zone[], { placeBox }: Alignment): PlacedZone[] =>
  zones.map((zone) => ({ zone, quad: placeBox(zone) }))

// In heights of a line: people write a little above and below the line.
const overshoot = { along: 0.6, across: 0.45 }
// In heights of a line: values of two zones side by side stand further apart.
const leastApart = 1

/** Gives each word to the zone in which most of it is; the rest of a run joins its neighbors. */
export function fillZones(
  zones: readonly PlacedZone[],
  runs: readonly Run[],
  lineHeight: number,
): FilledZone[] {
  const texts = zones
    .filter(({ zone }) => !isMarkZone(zone))
    .map((placed) => ({
      placed,
      around: growQuad(placed.quad, overshoot.along * lineHeight, overshoot.across * lineHeight),
      parts: [] as Glyph[][],
      isDoubtful: false,
    }))
  for (const { glyphs, isCut } of runs) {
    const words = wordsOf(glyphs)
    const homes = words.map((word) => homeOf(word, texts))
    let at = 0
    while (at < words.length) {
      const home = homes[at] ?? homes[at - 1] ?? homes.slice(at).find((one) => one !== undefined)
      let end = at + 1
      while (end < words.length && (homes[end] === undefined || homes[end] === home)) end++
      if (home) {
        home.parts.push(words.slice(at, end).flat())
        const isOutside = homes.slice(at, end).some((one) => one === undefined)
        const isDivided = [at, end].some(
          (i) => isWithin(words, i) && gapBefore(words, i) < leastApart * lineHeight,
        )
        if (isCut || isOutside || isDivided) home.isDoubtful = true
      }
      at = end
    }
  }
  return texts.map(({ placed, parts, isDoubtful }) => {
    const all = inRows(parts, placed.quad, lineHeight)
    const rows = all
      .map((row) => withoutEdges(withoutDividers(row), placed.quad))
      // A single character above or below the value is the rest of a printed word.
      .filter((row, _, others) => row.length > 1 || (row.length === 1 && others.length === 1))
    const areTooMany = rows.length > mostRows(placed.quad, lineHeight)
    return {
      ...placed,
      placed,
      rows,
      isDoubtful: isDoubtful || areTooMany || lettersIn(rows) < lettersIn(all),
    }
  })
}

/** Of more rows than a zone has room for, those from its first one on: above it is the print of its label. */
export function withoutPrintAbove<Filled extends FilledZone>(filled: Filled, lineHeight: number): Filled {
  const { rows, quad } = filled
  if (rows.length <= mostRows(quad, lineHeight)) return filled
  const first = rows.findIndex((row) => row.some((glyph) => isInside(quad, centre(glyph.quad))))
  return { ...filled, rows: rows.slice(Math.max(0, first)) }
}

const isWithin = (words: readonly unknown[], at: number) => at > 0 && at < words.length

/** Between a word of a run and the one before it. */
function gapBefore(words: readonly Glyph[][], at: number): number {
  const [before, after] = [words[at - 1]?.findLast(isSeen), words[at]?.find(isSeen)]
  return before && after
    ? distance(mix(before.quad[1], before.quad[2], 0.5), mix(after.quad[0], after.quad[3], 0.5))
    : 0
}

const isSeen = ({ text }: Glyph) => text !== ' '

const lettersIn = (rows: readonly Glyph[][]) =>
  rows.flat().filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length

/** How many rows people write into a zone of this height. */
const mostRows = (zone: Quad, lineHeight: number) =>
  Math.max(1, Math.floor((heightOf(zone) + overshoot.across * lineHeight) / lineHeight))

/**
 * Single characters at the very edge of a zone are the lines around it, misread; words up to a colon before it, or with
 * small letters, are its label, misread.
 */
function withoutEdges(row: readonly Glyph[], zone: Quad): Glyph[] {
  const all = wordsOf(row)
  const words = all.slice(1 + all.slice(0, -1).findLastIndex((word) => isEndOfLabel(word, zone)))
  const isEdge = (word: Glyph[] | undefined) => {
    const letters = word?.filter(({ text }) => text !== ' ') ?? []
    return words.length > 1 && letters.length === 1 && !isInside(zone, centre((letters[0] as Glyph).quad))
  }
  while (isEdge(words[0])) words.shift()
  while (isEdge(words[words.length - 1])) words.pop()
  return words.flat()
}

function isEndOfLabel(word: readonly Glyph[], zone: Quad): boolean {
  const [first, last] = [word.find(isSeen), word.findLast(isSeen)]
  return last?.text === ':' && (!isInside(zone, centre(last.quad)) || /\p{Ll}/u.test(first?.text ?? ''))
}

/** Words of a run, each with the blank that follows it. */
function wordsOf(run: readonly Glyph[]): Glyph[][] {
  const words: Glyph[][] = [[]]
  for (const glyph of run) {
    words[words.length - 1]?.push(glyph)
    if (glyph.text === ' ') words.push([])
  }
  return words.filter((word) => word.some(({ text }) => text !== ' '))
}

function homeOf<Home extends { placed: PlacedZone; around: Quad }>(
  word: readonly Glyph[],
  zones: readonly Home[],
): Home | undefined {
  const places = word.filter(({ text }) => text !== ' ').map(({ quad }) => centre(quad))
  const share = (area: Quad) => places.filter((place) => isInside(area, place)).length / places.length
  const scored = zones
    // Where two zones overlap in what people overshoot, the one that it really is in counts more, then the nearer.
    .map((home) => ({
      home,
      score: share(home.around) + share(home.placed.quad),
      apart: Math.max(...places.map((place) => distanceTo(home.placed.quad, place))),
    }))
    .filter(({ home, score }) => score > 0 && share(home.around) >= 0.5)
    .sort((a, b) => b.score - a.score || a.apart - b.apart)
  return scored[0]?.home
}

/** How far above or below a zone a place lies; nothing inside it. */
function distanceTo(zone: Quad, [x, y]: Point): number {
  const { across } = axesOf(zone)
  const [middleX, middleY] = centre(zone)
  const off = Math.abs((x - middleX) * across[0] + (y - middleY) * across[1])
  return Math.max(0, off - heightOf(zone) / 2)
}

function inRows(parts: readonly Glyph[][], zone: Quad, lineHeight: number): Glyph[][] {
  const { along, across } = axesOf(zone)
  const on = (glyphs: readonly Glyph[], axis: Point) => {
    const [x, y] = centre((glyphs[Math.floor(glyphs.length / 2)] as Glyph).quad)
    return x * axis[0] + y * axis[1]
  }
  const rows: { at: number; parts: Glyph[][] }[] = []
  for (const part of [...parts].sort((a, b) => on(a, across) - on(b, across))) {
    const row = rows[rows.length - 1]
    if (row && on(part, across) - row.at < 0.6 * lineHeight) row.parts.push(part)
    else rows.push({ at: on(part, across), parts: [part] })
  }
  return rows.map((row) => joined(readOnce(row.parts).sort((a, b) => on(a, along) - on(b, along))))
}

/** Lines that reach into each other show a character twice: the longer one has it. */
function readOnce(parts: readonly Glyph[][]): Glyph[][] {
  const isIn = (glyph: Glyph, other: readonly Glyph[]) =>
    other.some((one) => isSeen(one) && isInside(one.quad, centre(glyph.quad)))
  return parts
    .map((part, i) =>
      part.filter(
        (glyph) => !parts.some((other, j) => j !== i && other.length > part.length && isIn(glyph, other)),
      ),
    )
    .filter((part) => part.some(isSeen))
}

/** Parts of one row with a blank between them. */
function joined(parts: readonly Glyph[][]): Glyph[] {
  return parts.flatMap((part, i) => {
    const next = parts[i + 1]?.[0]
    const last = part[part.length - 1] as Glyph
    return next && last.text !== ' '
      ? [
          ...part,
          { text: ' ', quad: [last.quad[1], next.quad[0], next.quad[3], last.quad[2]], confidence: 1 },
        ]
      : part
  })
}
