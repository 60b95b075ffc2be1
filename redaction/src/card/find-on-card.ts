import type { CardClass } from '@exempta/knowledge/terms'
import type { Finding } from '../finding.ts'
import {
  centre,
  growQuad,
  heightOf,
  isInside,
  mapQuad,
  mix,
  type Quad,
  sliceOf,
  widthOf,
} from '../geometry/quad.ts'
import { bandOf, pageAngle } from '../page/piece.ts'
import { readView } from '../page/read-view.ts'
import { paintQuads } from '../picture/paint-quads.ts'
import type { Picture } from '../picture/picture.ts'
import { contrastView, mirroredView, scaledView, turnedView, type View } from '../picture/view.ts'
import type { Glyph, Line, TextReader } from '../reader/text-reader.ts'
import { Refusal } from '../refusal.ts'
import { brandOf } from '../text/rules/card-number.ts'
import { cardClassOf } from './card-class.ts'
import { isRightWayUp } from './digit-group.ts'
import { type CardSecrets, findCardSecrets } from './find-card-secrets.ts'
import { findSignatureStrips } from './signature-strip.ts'

// How far a digit may lie from the middle of its row, in heights of the row.
const sameRow = 0.5
const sureOfWords = 0.9

const copied = 4
// In heights of the number, from its lower edge on.
const reach = 0.45

/** Embossed cards repeat the first four digits below them, too small to be read: hidden there in any case. */
const findSmallCopies = ({ numbers }: CardSecrets): Finding[] =>
  numbers.flatMap(({ chain }) => {
    const glyphs = chain.groups.flatMap((group) => group.glyphs)
    const start = bandOf(glyphs.slice(0, copied))
    if (!isOneRow(start, glyphs)) return []
    const below = (top: 0 | 1, bottom: 2 | 3) => mix(start[top], start[bottom], 1 + reach)
    const quad: Quad = [start[3], start[2], below(1, 2), below(0, 3)]
    return [{ kind: 'card-digits', quad, confidence: 0.4, source: 'position' }]
  })

/** The number continues where its first digits end; upright cards have it in rows. */
function isOneRow(start: Quad, glyphs: readonly Glyph[]): boolean {
  const next = glyphs[copied]
  if (!next) return false
  const [ax, ay] = start[0]
  const [bx, by] = start[1]
  const [x, y] = centre(next.quad)
  const [cx, cy] = centre(start)
  const across = ((x - cx) * (by - ay) - (y - cy) * (bx - ax)) / (widthOf(start) || 1)
  return Math.abs(across) < sameRow * heightOf(start)
}

interface Pass {
  view: (base: View, lines: readonly Line[]) => Promise<View> | View
  detectionSide: number
  enlarge?: boolean
}

const workingSide = 1600

// In order of what helps most often; every pass looks at the card in another way.
const passes: readonly Pass[] = [
  { view: (base) => base, detectionSide: 832 },
  { view: (base) => contrastView(base), detectionSide: 960 },
  { view: (base) => base, detectionSide: 640 },
  { view: (base) => mirroredView(base), detectionSide: 960 },
  { view: (base, lines) => turnedView(base, pageAngle(lines)), detectionSide: 1280, enlarge: true },
  { view: async (base, lines) => contrastView(await turnedView(base, pageAngle(lines))), detectionSide: 768 },
]

/** Reads a card in one way after the other until `isEnough` says so; gives every reading, those made before first. */
async function readCard(
  reader: TextReader,
  page: Picture,
  madeBefore: Line[][],
  isEnough: (readings: Line[][]) => boolean,
  readAsPage?: () => Promise<Line[]>,
  signal?: AbortSignal,
): Promise<Line[][]> {
  const base = await scaledView(page, workingSide)
  const readings = [...madeBefore]
  if (readings.length > 0 && isEnough(readings)) return readings
  for (const { view, ...options } of passes) {
    const picture = await view(base, readings[0] ?? [])
    readings.push(await readView(reader, picture, { ...options, care: 'former', signal }))
    if (isEnough(readings)) return readings
  }
  if (readAsPage) readings.push(await readAsPage())
  return readings
}

/** American Express prints its code above the number's right end: hidden there even when it could not be read. */
function findAmexCode({ numbers, codes }: CardSecrets): Finding[] {
  if (codes.length > 0) return []
  return numbers
    .filter(({ chain }) => brandOf(chain.digits)?.name === 'amex')
    .map(({ chain }) => {
      const first = chain.groups[0]?.quad as Quad
      const last = chain.groups[chain.groups.length - 1]?.quad as Quad
      const number: Quad = [first[0], last[1], last[2], first[3]]
      const end = sliceOf(number, 0.62, 1.08)
      const above = (steps: number, top: 0 | 1, bottom: 2 | 3) => mix(end[top], end[bottom], -steps)
      const quad: Quad = [above(2.2, 0, 3), above(2.2, 1, 2), above(0.25, 1, 2), above(0.25, 0, 3)]
      return {
        kind: 'card-code',
        quad: growQuad(quad, 0, 0.05 * heightOf(quad)),
        confidence: 0.4,
        source: 'position',
      }
    })
}

export type CardSide = 'front' | 'back'

const furtherLooks = [
  { workingSide: 1200, detectionSide: 640 },
  { workingSide: 1600, detectionSide: 1152 },
] as const

// So many plain words were not read the wrong way round.
const tellingLines = 2

export interface CardOptions {
  markedSide?: CardSide | undefined
  /** Readings of the same picture that are there already. */
  madeBefore?: Line[][]
  /** Off for a number in a field of a form: what was read of it is hidden, with the places around it. */
  needsWholeNumber?: boolean
  /** The last way to read it, as any other page is read. */
  readAsPage?: () => Promise<Line[]>
  signal?: AbortSignal | undefined
}

export interface FoundOnCard {
  findings: Finding[]
  lines: Line[]
  card: CardClass | undefined
}

/** Reads a card until everything expected on that side is found; refuses it otherwise. */
export async function findOnCard(
  reader: TextReader,
  page: Picture,
  { markedSide, madeBefore = [], needsWholeNumber = true, readAsPage, signal }: CardOptions,
): Promise<FoundOnCard> {
  const readings = await readCard(
    reader,
    page,
    madeBefore,
    (made) => isEnough(findCardSecrets(made), sideOf(markedSide, made), made),
    readAsPage,
    signal,
  )
  const side = sideOf(markedSide, readings)
  const first = findCardSecrets(readings)
  const mayBeBack = side === 'back' || (!markedSide && first.numbers.length === 0)
  const strips = mayBeBack ? await findSignatureStrips(page, readings.flat(), first.codes) : []
  // Without a word to tell the side, a code counts only on a strip: on a front it would stand beside an unread number.
  const isBack = side === 'back' || (mayBeBack && first.codes.length > 0 && strips.length > 0)
  if (isBack && strips.length === 0 && !hasCode(first, readings)) throw new Refusal('card-code-not-found')
  // A number read in part may go on where nothing was read.
  if (!isBack && !first.numbers.some(({ isComplete }) => isComplete || !needsWholeNumber))
    throw new Refusal('card-number-not-found')

  const found = withoutKept(
    [...first.findings, ...strips, ...findAmexCode(first), ...findSmallCopies(first)],
    first,
  )
  // What one look still finds gives reason for another.
  for (const look of furtherLooks) {
    const missed = withoutKept(await lookAgain(reader, page, found, readings.flat(), look, signal), first)
    if (missed.length === 0) break
    found.push(...missed)
  }
  return {
    findings: found,
    lines: readings[readings.length - 1] ?? [],
    card: cardClassOf(first.numbers, readings),
  }
}

type Readings = readonly (readonly Line[])[]

const isEnough = (secrets: CardSecrets, side: CardSide, readings: Readings) =>
  side === 'back' ? hasCode(secrets, readings) : secrets.numbers.some(({ kept }) => kept.length > 0)

/** Three digits alone may be anything that was read the wrong way round: words must tell that they are a code. */
const hasCode = ({ codes }: CardSecrets, readings: Readings) =>
  codes.length > 0 && readings.some(isRightWayUp)

const backWords =
  /authori[sz]ed ?sign|not ?valid ?unless|signature|lost ?or ?stolen|property ?of|customer ?service/i

const sideOf = (marked: CardSide | undefined, readings: Readings): CardSide =>
  marked ?? (readings.flat().some(({ text }) => backWords.test(text)) ? 'back' : 'front')

/** Reads what is left after hiding, at another scale and contrast: digits that still show are hidden too. */
async function lookAgain(
  reader: TextReader,
  page: Picture,
  found: Finding[],
  known: Line[],
  { workingSide, detectionSide }: (typeof furtherLooks)[number],
  signal?: AbortSignal,
) {
  const redacted = { ...page, pixels: page.pixels.slice() }
  paintQuads(
    redacted,
    found.map(({ quad }) => quad),
  )
  const view = contrastView(await scaledView(redacted, workingSide))
  const factor = view.picture.width / page.width
  const plain = known.filter(isPlainWords)
  const direction = plain.length >= tellingLines ? pageAngle(plain) : undefined
  const words = plain
    .map(({ quad }) => growQuad(quad, heightOf(quad), 0.4 * heightOf(quad)))
    .map((quad) => mapQuad(quad, ([x, y]) => [x * factor, y * factor]))
  const lines = await readView(reader, view, {
    detectionSide,
    known: words,
    direction,
    care: 'former',
    signal,
  })
  return findCardSecrets([lines]).findings
}

const isPlainWords = ({ text, confidence }: Line) =>
  confidence > sureOfWords && /^[^\d]*[A-Za-z]{3}[^\d]*$/.test(text)

// The last four digits of the number stay, whatever else a reading takes them for.
const withoutKept = (findings: Finding[], { numbers }: CardSecrets) =>
  findings.filter(
    ({ kind, quad }) =>
      kind === 'card-number' ||
      !numbers.some(({ kept }) => kept.some((digit) => isInside(quad, centre(digit)))),
  )
