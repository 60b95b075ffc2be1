import type { Finding, UncertainArea } from '../finding.ts'
import {
  centre,
  coverQuads,
  growQuad,
  heightOf,
  isCovered,
  isInside,
  type Quad,
  sliceOf,
  widthOf,
} from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'
import { type FindOptions, findSecrets } from '../text/find-secrets.ts'
import { isDocumentLocator } from '../text/rules/identity-documents.ts'
import type { SecretKind } from '../text/secret.ts'
import { subjectOf } from './kinds-of-papers.ts'
import { bandOf, linesByDirection, type Piece, piecesOf } from './piece.ts'
import { type Row, rowsOf } from './rows.ts'
import { findUnreadInk } from './unread-ink.ts'

// Values that only a label makes secret, one for every shape that the rules know.
const probes = ['000 00 0000', '01/02/1980', '000', '0000000000000000', 'A00000000']
const maxLabelLength = 48
const wellRead = 0.8
const sure = 0.65
// Where the value of a label may stand, in heights of the label; `indent` is how far its left edge may be from the label's.
// Words further right than `column` are the next field.
const reach = { right: 30, column: 4, below: 2.4, indent: 4 }
// Fewer digits than this are not a value, but a part of one.
const minValueDigits = 3
const masked = /[*•#xX]{2,}/
const employerNumber = /^\d{2} ?- ?\d{7}$/

export interface UnreadValues {
  findings: Finding[]
  /** Too little was seen to know what to hide. */
  uncertain: UncertainArea[]
}

/** Values beside or below a clear label that were not understood, such as handwriting: hidden as a whole. */
export function findUnreadValues(
  page: Picture,
  lines: readonly Line[],
  known: readonly Finding[],
): UnreadValues {
  const parts = linesByDirection(lines).map((part) => rowsOf(piecesOf(part)))
  const options = subjectOf(lines)
  const uncertain: UncertainArea[] = []
  const findings = parts.flatMap((rows) =>
    rows.flatMap((row, i) =>
      row.flatMap((piece, at): Finding[] => {
        const kind = kindNamedBy(piece.text, options)
        if (!kind) return []
        const beside = valueBeside(row, at)
        const below = valueBelow(piece, rows.slice(i + 1, i + 4))
        const value = beside.length > 0 ? beside : below
        if (isNoAccount(kind, piece, value, options)) return []
        // Beside a label may stand the next one, with the value of each below it.
        if (isKnown([...beside, ...below], known) || [...beside, ...below].some(isMasked)) return []
        const ink =
          !isDoubtful(value) && isFragment(value)
            ? findUnreadInk(page, bandOf(piece.glyphs), lines)
            : undefined
        if (ink && isRead(ink.quad, piece, rows.flat(), known)) return []
        if (ink && !ink.isValue) {
          uncertain.push({ quad: ink.quad, expected: kind, reason: 'label-without-value' })
          return []
        }
        const quad = isDoubtful(value) ? bandOfValue(page, piece, { beside, value }, lines) : ink?.quad
        if (!quad) return []
        const height = heightOf(quad)
        return [{ kind, quad: growQuad(quad, 0.1 * height, 0.1 * height), confidence: 0.5, source: 'text' }]
      }),
    ),
  )
  return { findings, uncertain }
}

/** Where a page announces a kind of secret: its labels, with the places where their values belong. */
export const placesFor = (lines: readonly Line[], kind: SecretKind): { label: Quad; area: Quad }[] =>
  piecesNaming(lines, kind).map(({ glyphs }) => {
    const label = bandOf(glyphs)
    const height = heightOf(label)
    const area = growQuad(label, 0, 1.2 * height)
    return { label, area: sliceOf(area, 0, 1 + (10 * height) / (widthOf(label) || 1)) }
  })

function piecesNaming(lines: readonly Line[], kind: SecretKind): Piece[] {
  const subject = subjectOf(lines)
  return piecesOf(lines).filter(({ text }) => kindNamedBy(text, subject) === kind)
}

/** The kind of secret that a text announces as its label. */
function kindNamedBy(text: string, options: FindOptions): SecretKind | undefined {
  if (text.length > maxLabelLength || /\d{3}/.test(text)) return undefined
  for (const probe of probes) {
    const secret = findSecrets(`${text} ${probe}`, options).find(({ start }) => start > text.length)
    if (secret) return secret.kind
  }
  return undefined
}

/** Everything right of the label up to the next words: digits in a comb are often seen one by one. */
function valueBeside(row: Row, at: number): Piece[] {
  const value: Piece[] = []
  let last = row[at] as Piece
  for (const piece of row.slice(at + 1)) {
    if (piece.left - last.right > reach.right * last.height) break
    const isColumn = piece.left - last.right > reach.column * last.height
    if ((value.length > 0 || isColumn) && isNextField(piece)) break
    value.push(piece)
    last = piece
  }
  return value
}

/** Words, other than the letters that a number starts with. */
const isNextField = ({ text }: Piece) =>
  /[A-Za-z]{2}/.test(text) && !/^[A-Z]{1,4}[ -]?\d[\d -]{3,}[A-Z]?$/.test(text)

// So many pieces of so few signs are digits in boxes.
const comb = { minPieces: 3, maxSigns: 2 }

/** Of digits in boxes, those behind the last one that was seen may have been missed, too. */
function bandOfValue(
  page: Picture,
  label: Piece,
  { beside, value }: { beside: Piece[]; value: Piece[] },
  lines: readonly Line[],
): Quad {
  const band = bandFrom(beside.length > 0 ? label : undefined, value)
  const isComb =
    beside.length >= comb.minPieces && beside.every(({ glyphs }) => glyphs.length <= comb.maxSigns)
  const ink = isComb ? findUnreadInk(page, bandOf(label.glyphs), lines)?.quad : undefined
  const isSameRow = ink && isInside(growQuad(band, widthOf(ink), 0), centre(ink))
  return isSameRow ? coverQuads([band, ink]) : band
}

// From the label on: digits before the first one that was seen may have been missed.
function bandFrom(label: Piece | undefined, value: Piece[]): Quad {
  const last = label?.glyphs[label.glyphs.length - 1]
  const [first, ...rest] = glyphsOf(value).map(({ quad }) => quad)
  return coverQuads([first as Quad, ...rest, ...(last ? [sliceOf(last.quad, 1, 1)] : [])])
}

const glyphsOf = (pieces: Piece[]) => pieces.flatMap(({ glyphs }) => glyphs)

function valueBelow(label: Piece, rows: Row[]): Piece[] {
  return rows
    .flat()
    .filter(
      (piece) =>
        piece.middle - label.middle < reach.below * label.height &&
        piece.left < label.right &&
        piece.right > label.left &&
        Math.abs(piece.left - label.left) < reach.indent * label.height,
    )
    .sort((a, b) => a.middle - b.middle)
    .slice(0, 1)
}

const isMasked = ({ text }: Piece) => masked.test(text)

/** Nothing, other words, or a digit or two: the value itself was not seen. */
function isFragment(value: Piece[]): boolean {
  const text = value.map((piece) => piece.text).join('')
  return !masked.test(text) && !employerNumber.test(text) && text.replace(/\D/g, '').length < minValueDigits
}

function isDoubtful(value: Piece[]): boolean {
  if (value.length === 0) return false
  const text = value.map((piece) => piece.text).join(' ')
  if (masked.test(text) || employerNumber.test(text)) return false
  const glyphs = glyphsOf(value)
  const digitCount = text.replace(/\D/g, '').length
  const confidence = glyphs.reduce((sum, glyph) => sum + glyph.confidence, 0) / glyphs.length
  const isWords =
    /^[A-Za-z .,:()'/-]+$/.test(text) || isSentence(text) || isOpenValue(text) || hasOwnLabel.test(text)
  return (
    !(isWords && confidence >= wellRead) &&
    (digitCount >= minValueDigits || (confidence < wellRead && text.length >= minValueDigits))
  )
}

// What is printed under an empty field: most of it words.
const sentence = { minWords: 3, minLetters: 0.7 }

function isSentence(text: string): boolean {
  const words = text.match(/(?<![A-Za-z\d])[A-Za-z]{3,}(?![A-Za-z\d])/g) ?? []
  const signs = text.replace(/[^\p{L}\p{N}]/gu, '')
  return words.length >= sentence.minWords && words.join('').length >= sentence.minLetters * signs.length
}

// The next field: "Account number 123456789".
const hasOwnLabel =
  /^[A-Za-z]{3}[A-Za-z .'/-]*(?:\b(?:no|nr|num|number|id|code|date)\b\.?|[#:])[ .:#]*[A-Z\d-]*\d/i

/** What the text rules take for no secret beside whichever label: amounts, phone numbers, and numbers of filed returns. */
const isOpenValue = (text: string): boolean =>
  isDocumentLocator(text) ||
  /^\W*(?:\$ ?[\d,]+(?:\.\d{2})?|\d{1,3}(?:,\d{3})+\.\d{2}|\(\d{3}\) ?\d{3}-\d{4})\W*$/.test(text)

/** Whether what is written somewhere was understood: a secret that is known, an amount, or what stands under another label. */
function isRead(ink: Quad, label: Piece, pieces: readonly Piece[], known: readonly Finding[]): boolean {
  const sureFindings = known.filter(({ confidence }) => confidence > sure)
  const isUnderOther = ({ left, right, middle, height }: Piece) =>
    middle - label.middle > 0.8 * height && (left > label.right || right < label.left)
  const understood = pieces
    .map((piece) => ({ piece, quad: bandOf(piece.glyphs) }))
    .filter(
      ({ piece, quad }) =>
        (isWellRead([piece]) && (isOpenValue(piece.text) || isUnderOther(piece))) ||
        sureFindings.some((finding) => isInside(quad, centre(finding.quad))),
    )
    .map(({ quad }) => ({ quad: growQuad(quad, 0, 0.1 * heightOf(quad)) }))
  return isCovered(ink, [...sureFindings, ...understood])
}

function isWellRead(value: readonly Piece[]): boolean {
  const glyphs = value.flatMap((piece) => piece.glyphs)
  return glyphs.reduce((sum, glyph) => sum + glyph.confidence, 0) >= wellRead * glyphs.length
}

/** A few digits under "Account" that were read well: ledgers number their accounts, banks give longer numbers. */
function isNoAccount(kind: SecretKind, label: Piece, value: readonly Piece[], options: FindOptions): boolean {
  const text = value.map((piece) => piece.text).join(' ')
  return (
    kind === 'bank-account' &&
    /^\d{3,6}$/.test(text) &&
    isWellRead(value) &&
    findSecrets(`${label.text} ${text}`, options).length === 0
  )
}

// A finding of little confidence may be a part of the value only.
const isKnown = (value: Piece[], known: readonly Finding[]) =>
  glyphsOf(value).some((glyph) =>
    known.some(({ quad, confidence }) => confidence > sure && isInside(quad, centre(glyph.quad))),
  )
