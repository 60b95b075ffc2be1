import type { Finding } from '../finding.ts'
import {
  axesOf,
  centre,
  distance,
  growQuad,
  heightOf,
  isInside,
  type Point,
  widthOf,
} from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'

const packed = (text: string) => text.replace(/\s/g, '')

/**
 * Lines read from the picture, each in the file's own writing where that says the same: its blanks are right. Lines
 * with something to hide stay as they were read, since the places that the file gives may be false.
 */
export function confirmedLines(
  read: readonly Line[],
  held: readonly Line[],
  findings: readonly Finding[],
): Line[] {
  return read.flatMap((line) => {
    const isTouched = line.glyphs.some((glyph) =>
      findings.some(({ quad }) => isInside(quad, centre(glyph.quad))),
    )
    if (isTouched) return [line]
    const area = growQuad(line.quad, 0.3 * heightOf(line.quad), 0.1 * heightOf(line.quad))
    const inside = held
      .filter(({ quad }) => isInside(area, centre(quad)))
      .sort((a, b) => distance(area[0], a.quad[0]) - distance(area[0], b.quad[0]))
    const isSame = packed(inside.map(({ text }) => text).join('')) === packed(line.text)
    return isSame ? inside : [line]
  })
}

/** Lines of the text that a file itself holds: once in the order of drawing, once by place alone. */

// In heights of a character: from which gap on there is a blank, or another line.
// A blank of the file itself counts from a smaller one on: narrow fonts have narrow blanks.
const gaps = { blank: 0.2, heldBlank: 0.05, line: 1.6 }

// In heights of a character: characters side by side reach into each other by less.
const touch = 0.08

interface Placed {
  glyph: Glyph
  /** Middle of the character along its text and across it. */
  along: number
  across: number
  direction: number
  /** The file itself has a blank before it. */
  isAfterBlank: boolean
}

// They are asked for several times for each page.
const known = new WeakMap<readonly Glyph[], Line[][]>()

/** Two ways to read the characters: text under other text breaks one, text drawn out of order the other. */
export function textLayerLines(characters: readonly Glyph[]): Line[][] {
  let lines = known.get(characters)
  if (!lines) {
    lines = readingsOf(characters)
    known.set(characters, lines)
  }
  return lines
}

function readingsOf(characters: readonly Glyph[]): Line[][] {
  const placed = characters.flatMap((glyph, i) =>
    /\S/.test(glyph.text) ? [{ ...place(glyph), isAfterBlank: isBlank(characters[i - 1]) }] : [],
  )
  return placed.length === 0 ? [] : [linesOf(placed), linesOf(byPlace(placed))]
}

const isBlank = (glyph: Glyph | undefined) => glyph !== undefined && !/\S/.test(glyph.text)

function place(glyph: Glyph): Omit<Placed, 'isAfterBlank'> {
  const { along, across } = axesOf(glyph.quad)
  const at = centre(glyph.quad)
  const on = (axis: Point) => at[0] * axis[0] + at[1] * axis[1]
  return { glyph, along: on(along), across: on(across), direction: Math.atan2(along[1], along[0]) }
}

function byPlace(placed: readonly Placed[]): Placed[] {
  const rows: Placed[][] = []
  for (const one of [...placed].sort((a, b) => a.direction - b.direction || a.across - b.across)) {
    const row = rows[rows.length - 1]
    const last = row?.[row.length - 1]
    if (row && last && isLevel(last, one)) row.push(one)
    else rows.push([one])
  }
  return rows.flatMap((row) => withoutShadows(withoutRules(row).sort((a, b) => a.along - b.along)))
}

/** Forms draw lines to write on with underscores. Those that something is written over don't stand between its letters. */
function withoutRules(row: Placed[]): Placed[] {
  const written = row.filter(({ glyph }) => glyph.text !== '_')
  if (written.length === 0 || written.length === row.length) return row
  const isUnder = (rule: Placed) =>
    written.some(
      (one) =>
        Math.abs(one.along - rule.along) <
        0.5 * (widthOf(one.glyph.quad) + widthOf(rule.glyph.quad)) - touch * heightOf(one.glyph.quad),
    )
  return row.filter((one) => one.glyph.text !== '_' || !isUnder(one))
}

/** Bold print is often the same character drawn twice, a little apart. */
const withoutShadows = (row: Placed[]) =>
  row.filter((one, i) => {
    const before = row[i - 1]
    return (
      !before ||
      before.glyph.text !== one.glyph.text ||
      one.along - before.along > 0.3 * widthOf(one.glyph.quad)
    )
  })

const isLevel = (a: Placed, b: Placed) =>
  Math.abs(a.direction - b.direction) < 0.1 &&
  Math.abs(a.across - b.across) < 0.35 * Math.min(heightOf(a.glyph.quad), heightOf(b.glyph.quad))

function linesOf(placed: readonly Placed[]): Line[] {
  const lines: Glyph[][] = []
  let before: Placed | undefined
  for (const one of placed) {
    const line = lines[lines.length - 1]
    const gap = before && gapBetween(before, one)
    if (line && before && gap !== undefined) {
      if (gap > (one.isAfterBlank ? gaps.heldBlank : gaps.blank))
        line.push(blankBetween(before.glyph, one.glyph))
      line.push(one.glyph)
    } else lines.push([one.glyph])
    before = one
  }
  return lines.map(lineOf)
}

/** The gap in character heights, or undefined when the second does not go on where the first ends. */
function gapBetween(before: Placed, after: Placed): number | undefined {
  if (!isLevel(before, after)) return undefined
  const height = heightOf(before.glyph.quad) || 1
  const width = (widthOf(before.glyph.quad) + widthOf(after.glyph.quad)) / 2
  const gap = (after.along - before.along - width) / height
  return gap > -0.5 && gap < gaps.line ? gap : undefined
}

/** The blank between two characters of a line. */
export const blankBetween = ({ quad: a }: Glyph, { quad: b }: Glyph): Glyph => ({
  text: ' ',
  quad: [a[1], b[0], b[3], a[2]],
  confidence: 1,
})

/** Characters side by side as a line. */
export function lineOf(glyphs: Glyph[]): Line {
  const [first, last] = [glyphs[0] as Glyph, glyphs[glyphs.length - 1] as Glyph]
  return {
    text: glyphs.map(({ text }) => text).join(''),
    glyphs,
    quad: [first.quad[0], last.quad[1], last.quad[2], first.quad[3]],
    confidence: 1,
  }
}

/** The value of a form field as a line whose characters share its width evenly. */
export function fieldLine(value: string, [a, b, c, d]: Glyph['quad']): Line {
  const characters = [...value.replace(/\s+/g, ' ')]
  const at = (from: Point, to: Point, i: number): Point => [
    from[0] + ((to[0] - from[0]) * i) / characters.length,
    from[1] + ((to[1] - from[1]) * i) / characters.length,
  ]
  const glyphs = characters.map(
    (text, i): Glyph => ({
      text,
      quad: [at(a, b, i), at(a, b, i + 1), at(d, c, i + 1), at(d, c, i)],
      confidence: 1,
    }),
  )
  return lineOf(glyphs)
}
