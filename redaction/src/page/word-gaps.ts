/** Blanks between words that the reader did not see: where no ink stands between two characters there is one. */
import { centre, heightOf, mix, type Quad, widthOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'

// Above and below are lines of boxes and fields.
const band = { from: 0.2, to: 0.85, rows: 12 }
const minContrast = 50
// In heights of the line. Blanks of print are a quarter of the letters' size, gaps within words a twentieth.
const minBlank = 0.16
// Digits are all of one width in most print, so that a 1 stands alone. Arms of a T and apostrophes are above the band.
const minBlankBesideNarrow = 0.35
// In usual gaps of the line: spaced letters and typewriters have wide ones.
const widerThanUsual = 2.5
const minGlyphs = 4

/** A line with blanks between words, wherever the picture shows a gap. */
export const withBlanks = (picture: Picture, line: Line): Line =>
  line.glyphs.length < minGlyphs ? line : splitLine(picture, line)

function splitLine(picture: Picture, line: Line): Line {
  const length = Math.max(1, Math.round(widthOf(line.quad)))
  const isInk = inkColumns(picture, line.quad, length)
  const gaps = line.glyphs.slice(1).map((glyph, i) => {
    const before = line.glyphs[i] as Glyph
    return glyph.text === ' ' || before.text === ' '
      ? undefined
      : widestGap(isInk, shareAlong(line.quad, before) * length, shareAlong(line.quad, glyph) * length)
  })
  const known = gaps.filter((gap) => gap !== undefined).sort((a, b) => a - b)
  const usual = known[Math.floor(known.length / 2)] ?? 0
  const least = Math.max(minBlank * heightOf(line.quad), widerThanUsual * usual)
  if (!known.some((gap) => gap >= least)) return line
  const leastBesideNarrow = Math.max(least, minBlankBesideNarrow * heightOf(line.quad))
  const glyphs = line.glyphs.flatMap((glyph, i) => {
    const gap = gaps[i - 1]
    const before = line.glyphs[i - 1]
    const isApart =
      gap !== undefined && before && gap >= (isBesideNarrow(before, glyph) ? leastBesideNarrow : least)
    return isApart ? [blankBetween(before, glyph), glyph] : [glyph]
  })
  return { ...line, glyphs, text: glyphs.map(({ text }) => text).join('') }
}

const isBesideNarrow = ({ text: before }: Glyph, { text: after }: Glyph) =>
  (/\d/.test(before) && /\d/.test(after) && (before === '1' || after === '1')) ||
  [before, after].some((text) => /^[T7'’]$/.test(text))

const blankBetween = ({ quad: a }: Glyph, { quad: b }: Glyph): Glyph => ({
  text: ' ',
  quad: [a[1], b[0], b[3], a[2]],
  confidence: 1,
})

/** Where the middle of a character lies between the start and the end of its line. */
function shareAlong([a, b]: Quad, { quad }: Glyph): number {
  const [x, y] = centre(quad)
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  return ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)
}

function inkColumns({ width, height, pixels }: Picture, [a, b, c, d]: Quad, length: number): Uint8Array {
  const shades = new Uint8Array(length * band.rows)
  for (let column = 0; column < length; column++) {
    const along = (column + 0.5) / length
    const [top, bottom] = [mix(a, b, along), mix(d, c, along)]
    for (let row = 0; row < band.rows; row++) {
      const down = band.from + ((band.to - band.from) * (row + 0.5)) / band.rows
      const [x, y] = mix(top, bottom, down).map(Math.floor) as [number, number]
      const isOnPage = x >= 0 && y >= 0 && x < width && y < height
      shades[column * band.rows + row] = isOnPage ? (pixels[(y * width + x) * 3 + 1] as number) : 255
    }
  }
  // Most of a line of text is paper.
  const paper = shades.toSorted()[Math.floor(shades.length * 0.6)] as number
  return Uint8Array.from({ length }, (_, column) =>
    shades
      .subarray(column * band.rows, (column + 1) * band.rows)
      .some((shade) => Math.abs(shade - paper) > minContrast)
      ? 1
      : 0,
  )
}

function widestGap(isInk: Uint8Array, from: number, to: number): number {
  let [widest, run] = [0, 0]
  for (let column = Math.max(0, Math.floor(from)); column < Math.min(isInk.length, to); column++) {
    run = isInk[column] ? 0 : run + 1
    widest = Math.max(widest, run)
  }
  return widest
}
