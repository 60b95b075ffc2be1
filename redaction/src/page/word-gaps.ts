/** Blanks between words that the reader did not see: where no ink is between two characters there is one. */
import { centre, heightOf, mix, type Quad, widthOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'

// Above and below are lines of boxes and fields.
const band = { from: 0.2, to: 0.85, rows: 12 }
const minContrast = 50
// In heights of the line, to each side.
const paperReach = 2
// In heights of the line. Blanks of print are a quarter of the letters' size, gaps within words a twentieth.
const minBlank = 0.16
// Digits are all of one width in most print, so that a 1 is alone. Arms of a T and apostrophes are above the band.
const minBlankBesideNarrow = 0.35
// In usual gaps of the line: spaced letters and typewriters have wide ones. Digits are set evenly.
const widerThanUsual = { letters: 2.5, narrow: 4, digits: 2 }
// From middle to middle, in usual distances of the line's characters: narrow letters have gaps that are as wide as
// blanks, but stand no further apart. Other signs stand close to their word, so that their distance says nothing.
const furtherThanUsual = { letters: 1.1, narrow: 0.8, digits: 1.25 }
// Of the nearest blank that was read: letters of typewriters that are narrow have wide gaps around them.
const ofReadBlank = 0.7
const minGlyphs = 4

/** A line with blanks between words, wherever the picture shows a gap. */
export const withBlanks = (picture: Picture, line: Line): Line =>
  line.glyphs.length < minGlyphs ? line : splitLine(picture, line)

function splitLine(picture: Picture, line: Line): Line {
  const length = Math.max(1, Math.round(widthOf(line.quad)))
  const isInk = inkColumns(picture, line.quad, length)
  const middles = new Map(line.glyphs.map((glyph) => [glyph, shareAlong(line.quad, glyph) * length]))
  const middleOf = (glyph: Glyph) => middles.get(glyph) as number
  const distanceOf = (before: Glyph, after: Glyph) => middleOf(after) - middleOf(before)
  const gapBetween = (before: Glyph, after: Glyph) => widestGap(isInk, middleOf(before), middleOf(after))
  const besideEachOther = (measure: (before: Glyph, after: Glyph) => number) =>
    line.glyphs.slice(1).map((glyph, i) => {
      const before = line.glyphs[i] as Glyph
      return glyph.text === ' ' || before.text === ' ' ? undefined : measure(before, glyph)
    })
  const gaps = besideEachOther(gapBetween)
  const known = gaps.filter((gap) => gap !== undefined)
  const usual = medianOf(known)
  const usualDistance = medianOf(besideEachOther(distanceOf).filter((one) => one !== undefined))
  const leastOf = (kind: keyof typeof widerThanUsual) =>
    Math.max(minBlank * heightOf(line.quad), widerThanUsual[kind] * usual)
  const least = leastOf('letters')
  if (!known.some((gap) => gap >= leastOf('digits'))) return line
  const leastBetween = (before: Glyph, after: Glyph) => {
    if (isBesideNarrow(before, after)) return Math.max(least, minBlankBesideNarrow * heightOf(line.quad))
    return leastOf(kindOf(before, after))
  }
  const isFurther = (before: Glyph, after: Glyph) => {
    if (![before, after].every(({ text }) => /[\p{L}\d]/u.test(text))) return true
    return distanceOf(before, after) >= furtherThanUsual[kindOf(before, after)] * usualDistance
  }
  const readBlanks = line.glyphs.flatMap((glyph, at) => {
    const [before, after] = [line.glyphs[at - 1], line.glyphs[at + 1]]
    return glyph.text === ' ' && before && after ? [{ at, gap: gapBetween(before, after) }] : []
  })
  const isAsWide = (at: number, gap: number) => {
    const [nearest] = readBlanks
      .filter((blank) => blank.gap >= least)
      .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
    return gap >= ofReadBlank * (nearest?.gap ?? 0)
  }
  /** The gap of a blank that was read one letter further: places of letters are not exact. */
  const isOfNextBlank = (at: number, gap: number) =>
    readBlanks.some((blank) => (blank.at === at + 1 || blank.at === at - 2) && blank.gap < ofReadBlank * gap)
  const glyphs = line.glyphs.flatMap((glyph, i) => {
    const gap = gaps[i - 1]
    const before = line.glyphs[i - 1]
    const isApart =
      gap !== undefined &&
      before &&
      gap >= leastBetween(before, glyph) &&
      isFurther(before, glyph) &&
      isAsWide(i, gap) &&
      !isOfNextBlank(i, gap)
    return isApart ? [blankBetween(before, glyph), glyph] : [glyph]
  })
  return { ...line, glyphs, text: glyphs.map(({ text }) => text).join('') }
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function kindOf(before: Glyph, after: Glyph): keyof typeof widerThanUsual {
  if ([before, after].every(isDigit)) return 'digits'
  return [before, after].every(({ text }) => /^[filrtIJj|]$/.test(text)) ? 'narrow' : 'letters'
}

const isDigit = ({ text }: Glyph) => /\d/.test(text)

const isBesideNarrow = (before: Glyph, after: Glyph) =>
  ([before, after].every(isDigit) && (before.text === '1' || after.text === '1')) ||
  [before, after].some(({ text }) => /^[T7'’]$/.test(text))

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

/** For each column of a line, whether a letter has ink there. Lines to write on, which may slant into it, have none. */
function inkColumns({ width, height, pixels }: Picture, quad: Quad, length: number): Uint8Array {
  const [a, b, c, d] = quad
  const shades = new Uint8Array(band.rows * length)
  for (let row = 0; row < band.rows; row++) {
    const down = band.from + ((band.to - band.from) * (row + 0.5)) / band.rows
    const [[startX, startY], [endX, endY]] = [mix(a, d, down), mix(b, c, down)]
    for (let column = 0; column < length; column++) {
      const along = (column + 0.5) / length
      const x = Math.floor(startX + (endX - startX) * along)
      const y = Math.floor(startY + (endY - startY) * along)
      const isOnPage = x >= 0 && y >= 0 && x < width && y < height
      shades[row * length + column] = isOnPage ? (pixels[(y * width + x) * 3 + 1] as number) : 255
    }
  }
  const paper = paperOf(shades, length, heightOf(quad))
  const isInk = new Uint8Array(length)
  for (let row = 0; row < band.rows; row++) {
    const isDark = shades
      .subarray(row * length, (row + 1) * length)
      .map((shade, column) => (Math.abs(shade - (paper[column] as number)) > minContrast ? 1 : 0))
    for (const { from, to } of runsOf(isDark)) if (to - from < heightOf(quad)) isInk.fill(1, from, to)
  }
  return isInk
}

/** For each column, the shade of the paper around it, which a shadow may change: most of a line of text is paper. */
function paperOf(shades: Uint8Array, length: number, height: number): Uint8Array {
  const step = Math.max(1, Math.round(height))
  const parts = Array.from({ length: Math.ceil(length / step) }, () => new Uint32Array(256))
  for (let i = 0; i < shades.length; i++) {
    const part = parts[Math.floor((i % length) / step)] as Uint32Array
    const shade = shades[i] as number
    part[shade] = (part[shade] as number) + 1
  }
  const paper = new Uint8Array(length)
  for (const at of parts.keys()) {
    const around = parts.slice(Math.max(0, at - paperReach), at + paperReach + 1)
    paper.fill(rankOf(around, 0.6), at * step, (at + 1) * step)
  }
  return paper
}

/** The shade that a share of all points, counted by their shades, are darker than. */
function rankOf(counts: readonly Uint32Array[], share: number): number {
  const all = new Uint32Array(256)
  let total = 0
  for (const part of counts)
    for (let shade = 0; shade < part.length; shade++) {
      const count = part[shade] as number
      all[shade] = (all[shade] as number) + count
      total += count
    }
  let [shade, seen] = [0, all[0] as number]
  while (seen <= share * total && shade < 255) seen += all[++shade] as number
  return shade
}

function runsOf(isDark: Uint8Array): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (let from = isDark.indexOf(1); from >= 0; ) {
    const end = isDark.indexOf(0, from)
    const to = end < 0 ? isDark.length : end
    runs.push({ from, to })
    from = isDark.indexOf(1, to)
  }
  return runs
}

function widestGap(isInk: Uint8Array, from: number, to: number): number {
  let [widest, run] = [0, 0]
  for (let column = Math.max(0, Math.floor(from)); column < Math.min(isInk.length, to); column++) {
    run = isInk[column] ? 0 : run + 1
    widest = Math.max(widest, run)
  }
  return widest
}
