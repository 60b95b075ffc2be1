import { cardNumberOf } from '../card/card-number.ts'
import { isLoneNumber, rowsOfDigits } from '../card/lone-numbers.ts'
import type { Finding, FindingKind, UncertainArea } from '../finding.ts'
import {
  axesOf,
  centre,
  growQuad,
  heightOf,
  isCovered,
  isInside,
  mapQuad,
  type Point,
  type Quad,
  widthOf,
} from '../geometry/quad.ts'
import { findTextSecrets } from '../page/find-text-secrets.ts'
import { bandOf, isMirrored, linesByDirection, nearestOf, pageAngle } from '../page/piece.ts'
import { readView } from '../page/read-view.ts'
import { paintQuads } from '../picture/paint-quads.ts'
import type { Picture } from '../picture/picture.ts'
import { mirroredView, scaledView, type View } from '../picture/view.ts'
import type { Glyph, Line, TextReader } from '../reader/text-reader.ts'
import type { FindOptions } from '../text/find-secrets.ts'
import { type SecretKind, secretKinds } from '../text/secret.ts'
import { plainWordsOf } from './plain-words.ts'

/** The last four digits of numbers whose others are hidden: they may be seen. */

const kinds: readonly FindingKind[] = ['card-number', 'ssn', 'itin']
const keptCount = 4

function keptDigits(lines: readonly Line[], findings: readonly Finding[]): Quad[] {
  const hidden = findings.filter(({ kind }) => kinds.includes(kind))
  const isHidden = (glyph: Glyph) => hidden.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  return lines.flatMap(({ glyphs }) => {
    const last = glyphs.findLastIndex(isHidden)
    const kept =
      last < 0
        ? []
        : glyphs
            .slice(last + 1)
            .filter(isDigit)
            .slice(0, keptCount)
    // Another reading sees them at nearly the same place.
    const around = kept.length > 0 ? [bandOf(kept)] : []
    return around.map((quad) => growQuad(quad, 0.3 * heightOf(quad), 0))
  })
}

/** Whether everything that was read in an area is kept digits. */
function isKept(area: Quad, read: readonly Line[], kept: readonly Quad[]): boolean {
  const digits = read
    .flatMap(({ glyphs }) => glyphs)
    .filter((glyph) => isDigit(glyph) && isInside(area, centre(glyph.quad)))
  return digits.length > 0 && digits.every((glyph) => kept.some((quad) => isInside(quad, centre(glyph.quad))))
}

const isDigit = ({ text }: Glyph) => /\d/.test(text)

// Without a label a number is a secret by its shape alone, which a digit that was not seen changes.
const shapeAlone = 0.9
const surelyRead = 0.8

/** Whether the first reading surely saw more digits in the place of a number that no label makes a secret. */
function isReadInPart({ quad, confidence }: Finding, read: readonly Line[], first: readonly Line[]): boolean {
  if (confidence > shapeAlone) return false
  const digitsIn = (lines: readonly Line[]) =>
    lines
      .flatMap(({ glyphs }) => glyphs)
      .filter((glyph) => isDigit(glyph) && isInside(quad, centre(glyph.quad)))
  const before = digitsIn(first)
  return before.length > digitsIn(read).length && before.every((glyph) => glyph.confidence >= surelyRead)
}

/** Digits that stand right beside a hidden number belong to it: combs and handwriting are often seen in part. */

const keepsLastFour: readonly FindingKind[] = ['card-number', 'ssn', 'itin']
// In heights of the band: how far apart digits of one number stand, and how level.
const reach = { along: 2, behindKept: 1.2, across: 0.5 }
const minRest = 0.2

function digitsBeside(findings: readonly Finding[], glyphs: readonly Glyph[]): Finding[] {
  const made: Finding[] = []
  const isHiddenBy = (hidden: readonly Finding[]) => {
    return ({ quad }: Glyph) => hidden.some((other) => isInside(other.quad, centre(quad)))
  }
  const isHidden = isHiddenBy(findings)
  const shown = glyphs.filter((glyph) => glyph.text !== ' ' && !isHidden(glyph))
  for (const finding of findings.filter(({ source }) => source === 'text')) {
    for (const side of [-1, 1] as const) {
      const isHiddenSince = isHiddenBy(made)
      const seen = shown.filter((glyph) => !isHiddenSince(glyph))
      // What stays are the last four only when no more digits follow them.
      const mayStay = side === 1 && keepsLastFour.includes(finding.kind) ? keptCount : 0
      made.push(...beside(finding, seen, side, mayStay))
    }
  }
  return made
}

/** What to hide before (-1) or after (1) a band: digits one after the other, up to anything else, if more than may stay. */
function beside(finding: Finding, seen: readonly Glyph[], side: -1 | 1, mayStay: number): Finding[] {
  const { quad } = finding
  const { along, across } = axesOf(quad)
  const middle = centre(quad)
  const [width, height] = [widthOf(quad), heightOf(quad)]
  const on = ([x, y]: Point, axis: Point) => (x - middle[0]) * axis[0] + (y - middle[1]) * axis[1]
  const row = seen
    .map((glyph) => ({
      glyph,
      at: side * on(centre(glyph.quad), along),
      off: on(centre(glyph.quad), across),
    }))
    .filter(({ at, off }) => at > width / 2 && Math.abs(off) < reach.across * height)
    .sort((a, b) => a.at - b.at)
  const widestGap = (mayStay > 0 ? reach.behindKept : reach.along) * height
  let end = width / 2
  let count = 0
  let last = 0
  for (const { glyph, at } of row) {
    const half = widthOf(glyph.quad) / 2
    if (at - half - end > widestGap) break
    // Part of a date, such as the one that a card expires on.
    if (glyph.text === '/') return []
    if (!/\d/.test(glyph.text)) break
    end = at + half
    // Two readings see the same digit at nearly the same place.
    if (at - last > half) count++
    last = at
  }
  // Less is the rest of a digit that is hidden but for its edge.
  if (count <= mayStay || end - width / 2 < minRest * height) return []
  const corner = (at: number, off: number): Point => [
    middle[0] + side * at * along[0] + off * across[0],
    middle[1] + side * at * along[1] + off * across[1],
  ]
  const [near, far] = side < 0 ? [end, width / 2] : [width / 2, end]
  const missed: Quad = [
    corner(near, -height / 2),
    corner(far, -height / 2),
    corner(far, height / 2),
    corner(near, height / 2),
  ]
  return [{ ...finding, quad: missed }]
}

/** Words that announced a value which is hidden now: without it they would announce what is below them. */
interface MetLabel {
  words: Line
  kind: FindingKind
}

const surelyValue = 0.9
// So many letters may stand between a label and its value: "number is", "no."
const mostFillers = 8
// In heights of a line: how far the middles of two things on one row may lie apart.
const sameRow = 0.6

function metLabels(lines: readonly Line[], findings: readonly Finding[]): MetLabel[] {
  const sure = findings.filter(({ source, confidence }) => source === 'text' && confidence >= surelyValue)
  return lines.flatMap((line) =>
    plainWordsOf(line).flatMap((words) => {
      const last = line.glyphs.indexOf(words.glyphs[words.glyphs.length - 1] as Glyph)
      const behind = line.glyphs.slice(last + 1)
      const findingAt = ({ quad }: Glyph) => sure.find((one) => isInside(one.quad, centre(quad)))
      const at = behind.findIndex((glyph) => findingAt(glyph))
      const kind = findingAt(behind[at] ?? (words.glyphs[0] as Glyph))?.kind
      const fillers = behind.slice(0, at).filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
      return at >= 0 && kind && fillers.length <= mostFillers ? [{ words, kind }] : []
    }),
  )
}

/** Without what only a label announces that is above it and whose own value is hidden. */
function withoutMet(
  found: readonly Finding[],
  own: readonly Finding[],
  labels: readonly MetLabel[],
): Finding[] {
  return found.filter(({ kind, quad }) => {
    const isOwn = own.some((other) => other.kind === kind && isInside(quad, centre(other.quad)))
    return isOwn || !labels.some((label) => label.kind === kind && isBelow(quad, label.words.quad))
  })
}

function isBelow(quad: Quad, label: Quad): boolean {
  const { across } = axesOf(label)
  const [from, to] = [centre(label), centre(quad)]
  const down = (to[0] - from[0]) * across[0] + (to[1] - from[1]) * across[1]
  return down > sameRow * heightOf(label)
}

/**
 * Reads a redacted page again, at another scale: what still looks like a secret was missed the first time. What
 * the first reading took for plain words is covered, so that only what may hold digits is read twice.
 */

// Other than those of the first reading, so that a digit that fell between two steps of one scale is seen at the other.
const scales = [
  { workingSide: 1800, detectionSide: 928 },
  { workingSide: 2200, detectionSide: 1344 },
] as const
const white = 255
// So many plain words were not read the wrong way round.
const tellingLines = 3

export interface CheckOptions extends FindOptions {
  signal?: AbortSignal | undefined
  isWanted(finding: Finding): boolean
  /** Reads what may be a number, in place of the whole page, as long as nothing was missed. */
  readNumbers?: ((hidden: readonly Finding[]) => Promise<Line[]>) | undefined
}

export interface SecondReading {
  /** Painted already. */
  missed: Finding[]
  /** What even the last look still found: more may be there. */
  uncertain: UncertainArea[]
  /** The page as the first look saw it: its plain words, and what was read anew. */
  lines: Line[]
}

/** Paints what the first reading missed and gives it; when the last look still finds something the page is uncertain. */
export async function readAgain(
  reader: TextReader,
  picture: Picture,
  lines: readonly Line[],
  findings: readonly Finding[],
  options: CheckOptions,
): Promise<SecondReading> {
  const words = lines.flatMap(plainWordsOf)
  const ways = words.length >= tellingLines ? linesByDirection(words) : []
  const isInMirror = isMirrored(words)
  const kept = keptDigits(lines, findings)
  const met = metLabels(lines, findings)
  const metWords = met.flatMap((label) => label.words.glyphs)
  const otherWords = words.filter(({ glyphs }) => !glyphs.some((glyph) => metWords.includes(glyph)))
  const missed: Finding[] = []
  let last: Finding[] = []
  let seen: Line[] | undefined
  for (const scale of scales) {
    const known = [...findings, ...missed]
    const read =
      options.readNumbers && missed.length === 0 ? await options.readNumbers(known) : await readWhole(scale)
    seen ??= [...words, ...read]
    const glyphs = [...lines, ...read].flatMap((line) => line.glyphs)
    // Beside a zone that is hidden as a whole may stand the number that the form claims.
    const beside = digitsBeside(known, glyphs).filter(
      (finding) => options.isWanted(finding) && !isKept(finding.quad, read, kept),
    )
    const inText = findTextSecrets([...words, ...read], options)
    const own = met.length > 0 ? findTextSecrets([...otherWords, ...read], options) : inText
    const surviving = [...withoutMet(inText, own, met), ...loneNumbers(read, words)].filter(
      (finding) =>
        options.isWanted(finding) &&
        !isCovered(finding.quad, known) &&
        !isKept(finding.quad, read, kept) &&
        !isReadInPart(finding, read, lines),
    )
    const found = [...surviving, ...beside]
    if (found.length === 0) return { missed, uncertain: [], lines: seen }
    const stronger = found.map((finding) => {
      const height = heightOf(finding.quad)
      return { ...finding, quad: growQuad(finding.quad, 0.3 * height, 0.3 * height) }
    })
    paintQuads(
      picture,
      stronger.map(({ quad }) => quad),
    )
    missed.push(...stronger)
    last = stronger
  }
  return {
    missed,
    lines: seen ?? [],
    uncertain: last.map(({ quad, kind }) => ({
      quad,
      expected: isSecretKind(kind) ? kind : 'card-number',
      reason: 'value-not-read',
    })),
  }

  async function readWhole({ workingSide, detectionSide }: (typeof scales)[number]): Promise<Line[]> {
    const covered = await coveredView(picture, words, workingSide)
    const view = isInMirror ? await mirroredView(covered) : covered
    const read = (direction?: number) =>
      readView(reader, view, {
        detectionSide,
        enlarge: true,
        direction,
        care: 'numbers',
        signal: options.signal,
      })
    if (ways.length === 0) return read()
    const found: Line[] = []
    for (const [i, way] of ways.entries()) {
      const angle = pageAngle(way)
      const seen = await read(isInMirror ? Math.PI - angle : angle)
      // What is among words that run another way is read along those.
      found.push(...seen.filter((line) => ways.length === 1 || nearestOf(line, ways) === i))
    }
    return found
  }
}

const isSecretKind = (kind: FindingKind): kind is SecretKind =>
  (secretKinds as readonly string[]).includes(kind)

const loneNumbers = (read: readonly Line[], words: readonly Line[]): Finding[] =>
  rowsOfDigits(read)
    .filter((chain) => isLoneNumber(chain, [...words, ...read]))
    .flatMap((chain) => cardNumberOf(chain, true).findings)

/** The page without its plain words. */
async function coveredView(page: Picture, words: readonly Line[], side: number): Promise<View> {
  const { picture, toPage } = await scaledView(page, side)
  const factor = picture.width / page.width
  const covered = picture === page ? { ...page, pixels: Uint8Array.from(page.pixels) } : picture
  paintQuads(
    covered,
    words.map(({ quad }) => mapQuad(quad, ([x, y]) => [x * factor, y * factor])),
    white,
  )
  return { picture: covered, toPage }
}
