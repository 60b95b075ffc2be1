import type { Finding } from '../finding.ts'
import {
  axesOf,
  centre,
  directionOf,
  distance,
  heightOf,
  isInside,
  type Point,
  type Quad,
  widthOf,
} from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'

// Lines turned further than this from the longest one, in radians, say nothing about the direction of the page.
const maxTurn = 0.5

/** A stretch of one line without wide gaps, with its place on the page turned so that text lies flat. */
export interface Piece {
  text: string
  glyphs: Glyph[]
  left: number
  right: number
  middle: number
  height: number
}

// A gap wider than this many line heights divides a line into columns.
const columnGap = 1.4

/** Lines cut at wide gaps, in flat coordinates. */
export function piecesOf(lines: readonly Line[]): Piece[] {
  const angle = pageAngle(lines)
  const mirror = isMirrored(lines) ? -1 : 1
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const flat = ([x, y]: Point): Point => [x * cos + y * sin, mirror * (y * cos - x * sin)]
  return lines.flatMap((line) => columnsOf(line).map((glyphs) => pieceOf(glyphs, flat)))
}

/** Whether a page was read in a mirror. */
export const isMirrored = (lines: readonly Line[]): boolean =>
  lines.reduce((sum, { quad }) => sum + handOf(quad), 0) < 0

// Lines of a mirrored page run down where others run up.
function handOf(quad: Quad): number {
  const { along, across } = axesOf(quad)
  return along[0] * across[1] - along[1] * across[0]
}

function pieceOf(glyphs: Glyph[], flat: (point: Point) => Point): Piece {
  const quad = bandOf(glyphs)
  const corners = quad.map(flat)
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return {
    text: glyphs.map((glyph) => glyph.text).join(''),
    glyphs,
    left: Math.min(...xs),
    right: Math.max(...xs),
    middle: ys.reduce((sum, y) => sum + y, 0) / 4,
    height: heightOf(quad),
  }
}

function columnsOf(line: Line): Glyph[][] {
  const columns: Glyph[][] = []
  const height = heightOf(line.quad)
  let end: number | undefined
  for (const glyph of line.glyphs) {
    if (glyph.text === ' ') {
      if (columns.length > 0) columns[columns.length - 1]?.push(glyph)
      continue
    }
    const [from, to] = extentAlong(line.quad, glyph.quad)
    if (end === undefined || from - end > columnGap * height) columns.push([glyph])
    else columns[columns.length - 1]?.push(glyph)
    end = to
  }
  return columns.map(withoutOuterSpaces)
}

function withoutOuterSpaces(glyphs: Glyph[]): Glyph[] {
  let end = glyphs.length
  while (end > 1 && glyphs[end - 1]?.text === ' ') end--
  return glyphs.slice(0, end)
}

function extentAlong(line: Quad, glyph: Quad): [number, number] {
  const angle = directionOf(line)
  const along = ([x, y]: Point) => x * Math.cos(angle) + y * Math.sin(angle)
  return [along(glyph[0]), along(glyph[1])]
}

/** One quad over consecutive glyphs of a line. */
export function bandOf(glyphs: readonly Glyph[]): Quad {
  const first = (glyphs[0] as Glyph).quad
  const last = (glyphs[glyphs.length - 1] as Glyph).quad
  return [first[0], last[1], last[2], first[3]]
}

/** The reading direction of the page: the median over its lines, longer ones counting more. */
export function pageAngle(lines: readonly Line[]): number {
  const weighted = lines
    .map(({ quad }) => ({ angle: directionOf(quad), weight: Math.max(0, widthOf(quad) - heightOf(quad)) }))
    .sort((a, b) => b.weight - a.weight)
  const base = weighted[0]?.angle ?? 0
  const turned = weighted
    .map(({ angle, weight }) => ({
      apart: Math.atan2(Math.sin(angle - base), Math.cos(angle - base)),
      weight,
    }))
    .filter(({ apart }) => Math.abs(apart) < maxTurn)
    .sort((a, b) => a.apart - b.apart)
  const half = turned.reduce((sum, { weight }) => sum + weight, 0) / 2
  let sum = 0
  for (const { apart, weight } of turned) {
    sum += weight
    if (sum >= half) return base + apart
  }
  return base
}

// Text that runs another way counts from this share of a page's text on: less is a word or two in a margin, unless so many
// digits are among it.
const minOtherWay = 0.1
const minDigitsInMargin = 4
// In line heights: shorter lines do not show which way they run.
const minLong = 2

/** The lines of a page, apart for each way that a good part of its text runs. */
export function linesByDirection(lines: readonly Line[]): Line[][] {
  const angle = pageAngle(lines)
  const quarterOf = ({ quad }: Line) => {
    const apart = directionOf(quad) - angle
    return (Math.round(Math.atan2(Math.sin(apart), Math.cos(apart)) / (Math.PI / 2)) + 4) % 4
  }
  const long = lines.filter(({ quad }) => widthOf(quad) > minLong * heightOf(quad))
  const lengthOf = (some: readonly Line[]) => some.reduce((sum, { quad }) => sum + widthOf(quad), 0)
  const isMain = (some: readonly Line[]) => lengthOf(some) >= minOtherWay * lengthOf(long)
  const byQuarter = [0, 1, 2, 3].map((quarter) => long.filter((line) => quarterOf(line) === quarter))
  const ways = byQuarter.filter((some) => some.length > 0 && isMain(some))
  const margins = byQuarter.filter(
    (some) =>
      !ways.includes(some) && some.flatMap(({ text }) => text.match(/\d/g) ?? []).length >= minDigitsInMargin,
  )
  if (ways.length + margins.length < 2) return [[...lines]]
  const parts = ways.map((some) => [...some])
  const placed = [...ways, ...margins]
  for (const line of lines)
    if (!placed.some((some) => some.includes(line))) parts[nearestOf(line, ways)]?.push(line)
  return [...parts, ...margins]
}

/** Which of several groups of lines is nearest to a line. */
export function nearestOf({ quad }: Line, groups: readonly (readonly Line[])[]): number {
  const at = centre(quad)
  const distances = groups.map((lines) => Math.min(...lines.map((other) => distance(at, centre(other.quad)))))
  return distances.indexOf(Math.min(...distances))
}

/** The usual height of lines that hold words. */
export function medianPrintHeight(lines: readonly Line[]): number {
  const heights = lines
    .filter(({ text }) => /[A-Za-z]{2}/.test(text))
    .map(({ quad }) => heightOf(quad))
    .sort((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}

/** A word that stays readable. */
export interface Word {
  text: string
  quad: Quad
}

/** Words of the lines without the characters that findings hide. */
export function survivingWords(lines: readonly Line[], findings: readonly Finding[]): Word[] {
  const isHidden = (glyph: Glyph) => findings.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  return lines.flatMap((line) => {
    const words: Glyph[][] = [[]]
    for (const glyph of line.glyphs) {
      if (glyph.text === ' ' || isHidden(glyph)) words.push([])
      else words[words.length - 1]?.push(glyph)
    }
    return words
      .filter((glyphs) => glyphs.length > 0)
      .map((glyphs) => ({ text: glyphs.map(({ text }) => text).join(''), quad: bandOf(glyphs) }))
  })
}
