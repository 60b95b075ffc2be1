import type { Finding } from '../finding.ts'
import { isInside } from '../geometry/is-inside.ts'
import { centre, growQuad, heightOf, mapQuad } from '../geometry/quad.ts'
import { pageAngle } from '../page/piece.ts'
import { readView } from '../page/read-view.ts'
import { paintQuads } from '../picture/paint-quads.ts'
import type { Picture } from '../picture/picture.ts'
import { contrastView, scaledView } from '../picture/view.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import { Refusal } from '../refusal.ts'
import { findAmexCode } from './amex-code.ts'
import { type CardSecrets, findCardSecrets } from './find-card-secrets.ts'
import { readCard } from './read-card.ts'
import { isRightWayUp } from './reading-trust.ts'
import { findSignatureStrips } from './signature-strip.ts'
import { findSmallCopies } from './small-copy.ts'

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
  signal?: AbortSignal | undefined
}

/** Reads a card until everything expected on that side is found; refuses it otherwise. */
export async function findOnCard(
  reader: TextReader,
  page: Picture,
  { markedSide, madeBefore = [], needsWholeNumber = true, signal }: CardOptions,
): Promise<{ findings: Finding[]; lines: Line[] }> {
  const readings = await readCard(
    reader,
    page,
    madeBefore,
    (made) => isEnough(findCardSecrets(made), sideOf(markedSide, made), made),
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
  return { findings: found, lines: readings[readings.length - 1] ?? [] }
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
  const lines = await readView(reader, view, { detectionSide, known: words, direction, signal })
  return findCardSecrets([lines]).findings
}

const isPlainWords = ({ text, confidence }: Line) =>
  confidence > 0.9 && /^[^\d]*[A-Za-z]{3}[^\d]*$/.test(text)

// The last four digits of the number stay, whatever else a reading takes them for.
const withoutKept = (findings: Finding[], { numbers }: CardSecrets) =>
  findings.filter(
    ({ kind, quad }) =>
      kind === 'card-number' ||
      !numbers.some(({ kept }) => kept.some((digit) => isInside(quad, centre(digit)))),
  )
