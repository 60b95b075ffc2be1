/**
 * Digits that stand in no row: below each other, on an arc, around a seal. The reader sees them one by one or in crooked
 * pieces, so that no label and no shape can explain them: their owner is asked.
 */
import type { Finding, UncertainArea } from '../finding.ts'
import {
  boundsOf,
  centre,
  coverQuads,
  directionOf,
  distance,
  heightOf,
  isInside,
  mix,
  type Quad,
  widthOf,
} from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { pageAngle } from './piece.ts'

// A line of so few signs that is no longer than this, in heights, says nothing about the direction of its text.
const single = { maxSigns: 2, maxAspect: 2.2 }
// A line that is turned so much against the page, in radians, is no part of its rows.
const minTurn = 0.17
// In heights: the widest gap between neighbors. One sign between them may have been missed.
const widestGap = 1.6
// At its top, an arc has short pieces that aren't turned.
const maxSignsOfPiece = 12
// In heights: how far apart things on one row may stand, and how level they are.
const row = { reach: 3, level: 0.3 }
// So many of the single signs stand in rows of the page in a table.
const tableShare = 0.8
// Pieces of a straight line are turned alike.
const straight = 0.2
// A reading of less confidence may have taken a digit for another sign.
const wellRead = 0.8
const likeDigit = /[\dOoQDlI|SBZGgq]/
// Fewer digits are a year or the number of a house.
const minDigits = 5
// Of a number that is hidden but for less than this, nobody needs to be asked.
const minShown = 3
const minShare = 0.2

export function findDigitsOffRows(lines: readonly Line[], findings: readonly Finding[]): UncertainArea[] {
  const angle = pageAngle(lines)
  const isTurned = ({ quad }: Line) => apart(directionOf(quad), angle) > minTurn
  const isHidden = (glyph: Glyph) => findings.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  const turned = lines.filter(isTurned)
  const isNextToTurned = ({ glyphs, quad }: Line) =>
    glyphs.length <= maxSignsOfPiece && turned.some((other) => endsMeet(quad, other.quad))
  const crooked = lines.filter((line) => isSingle(line) || isTurned(line) || isNextToTurned(line))
  const inRows = lines.filter((line) => !crooked.includes(line))
  return groupsOf(crooked)
    .filter(
      (group) =>
        isCrooked(group.filter((line) => !isSingle(line))) ||
        isOffRows(group.filter(isSingle), group, inRows, angle),
    )
    .filter((group) => holdsDigits(group, isHidden))
    .map((group) => ({
      quad: coverQuads(group.map(({ quad }) => quad) as [Quad, ...Quad[]]),
      expected: 'private-number',
      reason: 'value-not-read',
    }))
}

const isSingle = ({ glyphs, quad }: Line) =>
  glyphs.filter(isSign).length <= single.maxSigns &&
  Math.max(widthOf(quad), heightOf(quad)) <= single.maxAspect * sizeOf(quad)

const isSign = ({ text }: Glyph) => text !== ' '
const sizeOf = (quad: Quad) => Math.min(widthOf(quad), heightOf(quad))

/** How far two directions are apart; a line that is read backward has the same one. */
const apart = (a: number, b: number) => Math.abs(Math.asin(Math.sin(a - b)))

/** Lines that are no pieces of one straight line, or that read badly: the reader knows straight ones alone. */
const isCrooked = (pieces: readonly Line[]) =>
  pieces.some(
    ({ quad, text, confidence }) =>
      (confidence < wellRead && /\d/.test(text)) ||
      pieces.some((other) => apart(directionOf(quad), directionOf(other.quad)) > straight),
  )

/** Whether most single signs have nothing beside them: neither each other, as in a comb, nor the row of a table. */
function isOffRows(
  signs: readonly Line[],
  group: readonly Line[],
  inRows: readonly Line[],
  angle: number,
): boolean {
  const offsetsOf = (one: Line, other: Line) => {
    const [from, to] = [centre(one.quad), centre(other.quad)]
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const size = Math.max(sizeOf(one.quad), sizeOf(other.quad))
    return {
      along: Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle)) / size,
      across: Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle)) / size,
    }
  }
  const hasNeighbor = (sign: Line) =>
    group.some((other) => {
      const { along, across } = offsetsOf(sign, other)
      return other !== sign && across < row.level && along < row.reach
    })
  const isInTable = (sign: Line) => inRows.some((other) => offsetsOf(sign, other).across < row.level)
  const alone = signs.filter((sign) => !hasNeighbor(sign))
  return alone.length * 2 > signs.length && signs.filter(isInTable).length < tableShare * signs.length
}

function holdsDigits(group: readonly Line[], isHidden: (glyph: Glyph) => boolean): boolean {
  const signs = group.flatMap(({ glyphs, confidence }) =>
    glyphs.filter(isSign).map((glyph) => ({
      isDigit: (confidence < wellRead ? likeDigit : /\d/).test(glyph.text),
      isShown: !isHidden(glyph),
    })),
  )
  const digits = signs.filter(({ isDigit }) => isDigit)
  return (
    digits.length >= minDigits &&
    digits.length >= minShare * signs.length &&
    digits.filter(({ isShown }) => isShown).length >= minShown
  )
}

/** Lines that stand near each other, with those near these. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = []
  for (const line of lines) {
    const touching = groups.filter((group) => group.some((other) => isNear(line, other)))
    for (const group of touching) groups.splice(groups.indexOf(group), 1)
    groups.push([...touching.flat(), line])
  }
  return groups
}

function isNear(one: Line, other: Line): boolean {
  if (!isSingle(one) && !isSingle(other)) return endsMeet(one.quad, other.quad)
  const [a, b] = [boundsOf([one.quad]), boundsOf([other.quad])]
  const along = Math.max(a.left - b.right, b.left - a.right, 0)
  const down = Math.max(a.top - b.bottom, b.top - a.bottom, 0)
  return Math.hypot(along, down) < widestGap * Math.max(sizeOf(one.quad), sizeOf(other.quad))
}

/** Whether one line begins where the other one ends. */
function endsMeet(one: Quad, other: Quad): boolean {
  const ends = ([a, b, c, d]: Quad) => [mix(a, d, 0.5), mix(b, c, 0.5)]
  const size = Math.max(sizeOf(one), sizeOf(other))
  return ends(one).some((end) => ends(other).some((start) => distance(end, start) < widestGap * size))
}
